package org.upwords.referee.client.conformance;

import io.grpc.Context;
import io.grpc.Context.CancellableContext;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.upwords.referee.client.RefereeBuilder;
import org.upwords.referee.client.RefereeException;
import org.upwords.referee.client.UpwordsReferee;

/** Asks questions through one client for each key. */
final class Asker implements AutoCloseable {
  private static final String NO_KEY = "";

  private final String target;
  private final Map<String, UpwordsReferee> clients = new ConcurrentHashMap<>();
  private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();

  Asker(String target) {
    this.target = target;
  }

  @Override
  public void close() {
    clock.shutdownNow();
    clients.values().forEach(UpwordsReferee::close);
  }

  Answer ask(Question question) {
    Call call = Call.ALL.get(question.call());
    if (call == null) {
      return new Answer.Failure(
          question.id(),
          Answer.Details.of(
              "UNIMPLEMENTED", "this client has no method \"" + question.method() + "\""));
    }
    try (CancellableContext context = contextOf(question)) {
      UpwordsReferee client = client(question);
      return new Answer.Response(
          question.id(), context.call(() -> call.ask(client, question.request())));
    } catch (RefereeException refused) {
      return new Answer.Failure(question.id(), Answer.Details.of(refused));
    } catch (Exception fault) {
      return new Answer.Failure(question.id(), Answer.Details.of("INTERNAL", fault.toString()));
    }
  }

  private UpwordsReferee client(Question question) {
    UpwordsReferee client =
        clients.computeIfAbsent(question.key() == null ? NO_KEY : question.key(), this::connect);
    return question.timeoutMs() == null
        ? client
        : client.withDeadline(Duration.ofMillis(question.timeoutMs()));
  }

  private UpwordsReferee connect(String key) {
    RefereeBuilder builder = UpwordsReferee.builder(target);
    return (key.equals(NO_KEY) ? builder : builder.key(key)).build();
  }

  /** A context with the deadline, as a stream has no other, and with the cancellation. */
  private CancellableContext contextOf(Question question) {
    CancellableContext context =
        question.timeoutMs() == null
            ? Context.current().withCancellation()
            : Context.current()
                .withDeadlineAfter(question.timeoutMs(), TimeUnit.MILLISECONDS, clock);
    if (question.cancelAfterMs() != null) {
      clock.schedule(() -> context.cancel(null), question.cancelAfterMs(), TimeUnit.MILLISECONDS);
    }
    return context;
  }
}
