package org.upwords.referee.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Any;
import com.google.rpc.RetryInfo;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.Context;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.protobuf.StatusProto;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.upwords.referee.client.testing.FakeReferee;
import org.upwords.referee.v1.JudgeMoveRequest;

/** Retries, deadlines, cancellation and settings, at a server that plays them. */
@Timeout(60)
class ChannelTest {
  private static final JudgeMoveRequest ANY_MOVE = JudgeMoveRequest.getDefaultInstance();
  private static final Duration SHORT = Duration.ofMillis(100);
  private static final Duration AMPLE = Duration.ofSeconds(30);

  private final FakeReferee fake = new FakeReferee();
  private final List<UpwordsReferee> clients = new ArrayList<>();

  @AfterEach
  void close() {
    clients.forEach(UpwordsReferee::close);
    fake.close();
  }

  private RefereeBuilder builder() {
    return UpwordsReferee.builder(fake.target()).deadline(AMPLE);
  }

  private UpwordsReferee open(RefereeBuilder builder) {
    UpwordsReferee client = builder.build();
    clients.add(client);
    return client;
  }

  private static RefereeException refused(UpwordsReferee client) {
    return assertThrows(RefereeException.class, () -> client.judgeMove(ANY_MOVE));
  }

  /** An error with a retry delay of 250 ms. */
  private static StatusRuntimeException failing(Status.Code code) {
    RetryInfo retry =
        RetryInfo.newBuilder()
            .setRetryDelay(com.google.protobuf.Duration.newBuilder().setNanos(250_000_000))
            .build();
    return StatusProto.toStatusRuntimeException(
        com.google.rpc.Status.newBuilder()
            .setCode(code.value())
            .setMessage("later")
            .addDetails(Any.pack(retry))
            .build());
  }

  @Test
  void unavailableIsTriedAgain() {
    fake.onJudge(
        answers -> {
          if (fake.calls() < 3) {
            answers.onError(failing(Status.Code.UNAVAILABLE));
          } else {
            FakeReferee.answerValid(answers);
          }
        });
    assertTrue(open(builder()).judgeMove(ANY_MOVE).getValid());
    assertEquals(3, fake.calls());
  }

  @Test
  void unavailableForGoodTellsTheDelay() {
    fake.onJudge(answers -> answers.onError(failing(Status.Code.UNAVAILABLE)));
    RefereeException refused = refused(open(builder()));
    assertEquals(Status.Code.UNAVAILABLE, refused.getCode());
    assertEquals("later", refused.getDescription());
    assertTrue(refused.isRetryable());
    assertEquals(Duration.ofMillis(250), refused.getRetryDelay());
    assertEquals(5, fake.calls());
  }

  @Test
  void otherErrorsAreNotTriedAgain() {
    List<Status.Code> codes =
        List.of(
            Status.Code.RESOURCE_EXHAUSTED, Status.Code.INTERNAL, Status.Code.FAILED_PRECONDITION);
    UpwordsReferee client = open(builder());
    for (int i = 0; i < codes.size(); i++) {
      Status.Code code = codes.get(i);
      fake.onJudge(answers -> answers.onError(failing(code)));
      assertEquals(code, refused(client).getCode());
      assertEquals(i + 1, fake.calls());
    }
  }

  @Test
  void serviceConfigCanBeReplaced() {
    fake.onJudge(answers -> answers.onError(failing(Status.Code.UNAVAILABLE)));
    refused(open(builder().serviceConfig("{}")));
    assertEquals(1, fake.calls());
  }

  @Test
  void serviceConfigThatIsNoneIsRefused() {
    for (String text : List.of("{", "[]", "")) {
      assertThrows(IllegalArgumentException.class, () -> builder().serviceConfig(text), text);
    }
    RefereeBuilder unsound =
        builder().serviceConfig("{\"methodConfig\": [{\"name\": [{}], \"timeout\": \"soon\"}]}");
    assertThrows(IllegalArgumentException.class, unsound::build);
  }

  @Test
  void callsHaveADeadline() {
    fake.onJudge(FakeReferee::hang);
    UpwordsReferee client = open(builder().deadline(SHORT));
    assertEquals(Status.Code.DEADLINE_EXCEEDED, refused(client).getCode());
    CompletableFuture<?> twin = client.judgeMoveAsync(ANY_MOVE);
    CompletionException failure = assertThrows(CompletionException.class, twin::join);
    assertEquals(
        Status.Code.DEADLINE_EXCEEDED,
        assertInstanceOf(RefereeException.class, failure.getCause()).getCode());
  }

  @Test
  void deadlineCanBeChangedForOneCall() {
    fake.onJudge(FakeReferee::hang);
    UpwordsReferee client = open(builder().deadline(Duration.ofNanos(1)));
    long begun = System.nanoTime();
    assertEquals(Status.Code.DEADLINE_EXCEEDED, refused(client.withDeadline(SHORT)).getCode());
    assertTrue(System.nanoTime() - begun > SHORT.toNanos() / 2);
    fake.onJudge(FakeReferee::answerValid);
    assertTrue(client.withDeadline(Duration.ZERO).judgeMove(ANY_MOVE).getValid());
  }

  @Test
  void deadlineIsNotNegative() {
    Duration past = Duration.ofSeconds(-1);
    assertThrows(IllegalArgumentException.class, () -> builder().deadline(past));
    UpwordsReferee client = open(builder());
    assertThrows(IllegalArgumentException.class, () -> client.withDeadline(past));
  }

  @Test
  void futureThatIsCancelledCancelsItsCall() throws InterruptedException {
    fake.onJudge(FakeReferee::hang);
    CompletableFuture<?> future = open(builder()).judgeMoveAsync(ANY_MOVE);
    awaitCall();
    assertTrue(future.cancel(true));
    // Well before the deadline of the service config, 10 s, would cancel it.
    assertTrue(fake.cancelled().await(5, TimeUnit.SECONDS));
  }

  @Test
  void contextThatIsCancelledCancelsItsCall() throws InterruptedException {
    fake.onJudge(FakeReferee::hang);
    UpwordsReferee client = open(builder());
    ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    try (Context.CancellableContext context = Context.current().withCancellation()) {
      clock.schedule(() -> context.cancel(null), 100, TimeUnit.MILLISECONDS);
      context.run(() -> assertEquals("CANCELLED", refused(client).getCodeName()));
    } finally {
      clock.shutdownNow();
    }
    assertTrue(fake.cancelled().await(30, TimeUnit.SECONDS));
  }

  @Test
  void threadThatIsInterruptedCancelsItsCall() throws InterruptedException {
    fake.onJudge(FakeReferee::hang);
    UpwordsReferee client = open(builder());
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    Thread caller =
        new Thread(
            () -> {
              assertEquals(Status.Code.CANCELLED, refused(client).getCode());
              interrupted.complete(Thread.currentThread().isInterrupted());
            });
    caller.start();
    awaitCall();
    caller.interrupt();
    assertTrue(interrupted.orTimeout(30, TimeUnit.SECONDS).join());
    assertTrue(fake.cancelled().await(30, TimeUnit.SECONDS));
  }

  /** Waits until the server has been asked. */
  private void awaitCall() throws InterruptedException {
    for (int i = 0; i < 3_000 && fake.calls() == 0; i++) {
      Thread.sleep(10);
    }
    assertEquals(1, fake.calls());
  }

  @Test
  void serverThatIsNotThereIsUnavailable() {
    RefereeException refused = refused(open(UpwordsReferee.builder("127.0.0.1:1")));
    assertEquals(Status.Code.UNAVAILABLE, refused.getCode());
    assertTrue(refused.getDescription().contains("refused"), refused.getDescription());
    assertFalse(refused.isRetryable());
  }

  @Test
  void serverThatDoesNotServeIsNotAsked() {
    fake.setHealth(ServingStatus.NOT_SERVING);
    assertEquals(Status.Code.UNAVAILABLE, refused(open(builder())).getCode());
    assertEquals(0, fake.calls());
  }

  @Test
  void closedClientAsksNothing() {
    UpwordsReferee client = open(builder());
    client.close();
    assertEquals(Status.Code.UNAVAILABLE, refused(client).getCode());
    assertEquals(0, fake.calls());
  }

  @Test
  void closingEndsTheCallsUnderWay() throws InterruptedException {
    fake.onJudge(FakeReferee::hang);
    UpwordsReferee client = open(builder());
    CompletableFuture<?> future = client.judgeMoveAsync(ANY_MOVE);
    awaitCall();
    client.close();
    CompletionException failure = assertThrows(CompletionException.class, future::join);
    assertInstanceOf(RefereeException.class, failure.getCause());
  }

  @Test
  void clientNamesItself() {
    open(builder()).judgeMove(ANY_MOVE);
    assertTrue(
        fake.header("user-agent").startsWith(UpwordsReferee.DEFAULT_USER_AGENT + " grpc-java"),
        fake.header("user-agent"));
    open(builder().userAgent("my-engine/2")).judgeMove(ANY_MOVE);
    assertTrue(fake.header("user-agent").startsWith("my-engine/2 "), fake.header("user-agent"));
  }

  @Test
  void interceptorsSeeEachCallInTheirOrder() {
    List<String> seen = new ArrayList<>();
    open(builder().intercept(noting("first", seen), noting("second", seen))).judgeMove(ANY_MOVE);
    assertEquals(List.of("first", "second"), seen);
  }

  private static ClientInterceptor noting(String name, List<String> seen) {
    return new ClientInterceptor() {
      @Override
      public <Q, A> ClientCall<Q, A> interceptCall(
          MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
        seen.add(name);
        return next.newCall(method, options);
      }
    };
  }

  @Test
  void emptyTargetIsRefused() {
    IllegalArgumentException fault =
        assertThrows(IllegalArgumentException.class, () -> UpwordsReferee.builder(""));
    assertTrue(fault.getMessage().contains("HOST:PORT"));
  }
}
