package org.upwords.referee.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.upwords.referee.client.Notation.boardNotation;
import static org.upwords.referee.client.Notation.playNotation;

import io.grpc.Context;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.upwords.referee.client.testing.FakeReferee;
import org.upwords.referee.client.testing.RefereeServer;
import org.upwords.referee.v1.JudgeMoveRequest;
import org.upwords.referee.v1.JudgeMoveResponse;
import org.upwords.referee.v1.StreamJudgeMovesRequest;
import org.upwords.referee.v1.StreamJudgeMovesResponse;

@Timeout(60)
class JudgeStreamTest {
  private static final JudgeMoveRequest WOOD =
      JudgeMoveRequest.newBuilder()
          .setBoard(boardNotation("10/10/10/10/2MOOD4/10/10/10/10/10"))
          .setMove(playNotation("5C W..."))
          .build();
  private static final String KILOBYTE = "x".repeat(1024);
  private static final int MORE_THAN_BUFFERS_HOLD = 10_000;

  private static UpwordsReferee connect() {
    return UpwordsReferee.builder(RefereeServer.shared()).build();
  }

  private static UpwordsReferee connect(FakeReferee fake) {
    return UpwordsReferee.builder(fake.target()).build();
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    for (int i = 0; i < 3_000 && !condition.getAsBoolean(); i++) {
      Thread.sleep(10);
    }
    assertTrue(condition.getAsBoolean());
  }

  /** Waits until a number has not changed for half a second, and returns it. */
  private static int settled(AtomicInteger number) throws InterruptedException {
    int before;
    do {
      before = number.get();
      Thread.sleep(500);
    } while (before != number.get());
    return before;
  }

  @Test
  void eachIdIsAnsweredAndABadQuestionEndsNothing() {
    Map<String, Boolean> valid = new HashMap<>();
    try (UpwordsReferee referee = connect();
        JudgeStream stream = referee.streamJudgeMoves()) {
      CompletableFuture<Void> sent =
          CompletableFuture.runAsync(
              () -> {
                IntStream.range(0, 25).forEach(i -> stream.send("a" + i, WOOD));
                stream.send(StreamJudgeMovesRequest.newBuilder().setId("bad").build());
                IntStream.range(0, 25).forEach(i -> stream.send("b" + i, WOOD));
                stream.closeSend();
              });
      for (StreamJudgeMovesResponse answer : stream) {
        if (answer.getId().equals("bad")) {
          RefereeException refused = RefereeException.errorOf(answer.getError()).orElseThrow();
          assertEquals(Status.Code.INVALID_ARGUMENT, refused.getCode());
        }
        assertNull(valid.put(answer.getId(), answer.getVerdict().getValid()));
      }
      sent.join();
      assertEquals(Optional.empty(), stream.receive());
    }
    assertEquals(51, valid.size());
    assertEquals(false, valid.remove("bad"));
    assertFalse(valid.containsValue(false));
  }

  @Test
  void oneThreadMayAskAndHearInTurn() {
    try (UpwordsReferee referee = connect();
        JudgeStream stream = referee.streamJudgeMoves()) {
      for (String id : new String[] {"first", "second"}) {
        assertTrue(stream.send(id, WOOD));
        assertEquals(id, stream.receive().orElseThrow().getId());
      }
      stream.closeSend();
      Iterator<StreamJudgeMovesResponse> rest = stream.iterator();
      assertFalse(rest.hasNext());
      assertThrows(NoSuchElementException.class, rest::next);
    }
  }

  @Test
  void closedStreamIsCancelled() {
    try (UpwordsReferee referee = connect()) {
      JudgeStream stream = referee.streamJudgeMoves();
      stream.close();
      assertFalse(stream.send("late", WOOD));
      stream.closeSend();
      RefereeException ended = assertThrows(RefereeException.class, stream::receive);
      assertEquals(Status.Code.CANCELLED, ended.getCode());
    }
  }

  @Test
  void nothingIsSentAfterSendingWasClosed() {
    try (UpwordsReferee referee = connect();
        JudgeStream stream = referee.streamJudgeMoves()) {
      stream.closeSend();
      stream.closeSend();
      assertThrows(IllegalStateException.class, () -> stream.send("late", WOOD));
      assertEquals(Optional.empty(), stream.receive());
    }
  }

  @Test
  void streamOutlivesTheDeadlineOfCalls() throws InterruptedException {
    try (UpwordsReferee referee = connect();
        JudgeStream stream = referee.withDeadline(Duration.ofMillis(1)).streamJudgeMoves()) {
      Thread.sleep(50);
      assertTrue(stream.send("1", WOOD));
      assertEquals("1", stream.receive().orElseThrow().getId());
    }
  }

  @Test
  void deadlineOfTheContextEndsTheStream() {
    ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    try (UpwordsReferee referee = connect();
        Context.CancellableContext context =
            Context.current().withDeadlineAfter(200, TimeUnit.MILLISECONDS, clock)) {
      context.run(
          () -> {
            try (JudgeStream stream = referee.streamJudgeMoves()) {
              RefereeException ended = assertThrows(RefereeException.class, stream::receive);
              assertEquals(Status.Code.DEADLINE_EXCEEDED, ended.getCode());
            }
          });
    } finally {
      clock.shutdownNow();
    }
  }

  @Test
  void interruptEndsTheWait() {
    try (UpwordsReferee referee = connect();
        JudgeStream stream = referee.streamJudgeMoves()) {
      Thread.currentThread().interrupt();
      RefereeException ended = assertThrows(RefereeException.class, stream::receive);
      assertEquals(Status.Code.CANCELLED, ended.getCode());
      assertTrue(Thread.interrupted());
    }
  }

  /** Reads nothing until it is told to, then answers every question. */
  private static final class Reluctant implements StreamObserver<StreamJudgeMovesRequest> {
    private final ServerCallStreamObserver<StreamJudgeMovesResponse> answers;

    Reluctant(ServerCallStreamObserver<StreamJudgeMovesResponse> answers) {
      this.answers = answers;
      answers.disableAutoRequest();
    }

    void read() {
      answers.request(Integer.MAX_VALUE);
    }

    void fail() {
      answers.onError(Status.RESOURCE_EXHAUSTED.withDescription("enough").asRuntimeException());
    }

    @Override
    public void onNext(StreamJudgeMovesRequest question) {
      answers.onNext(StreamJudgeMovesResponse.newBuilder().setId(question.getId()).build());
    }

    @Override
    public void onError(Throwable gone) {}

    @Override
    public void onCompleted() {
      answers.onCompleted();
    }
  }

  @Test
  void sendWaitsWhileTheServerDoesNotRead() throws InterruptedException {
    CompletableFuture<Reluctant> reluctant = new CompletableFuture<>();
    try (FakeReferee fake =
            new FakeReferee()
                .onStream(
                    answers -> {
                      Reluctant side = new Reluctant(answers);
                      reluctant.complete(side);
                      return side;
                    });
        UpwordsReferee referee = connect(fake);
        JudgeStream stream = referee.streamJudgeMoves()) {
      AtomicInteger sent = new AtomicInteger();
      CompletableFuture<Void> sending =
          CompletableFuture.runAsync(
              () -> {
                while (sent.get() < MORE_THAN_BUFFERS_HOLD && stream.send(KILOBYTE, WOOD)) {
                  sent.incrementAndGet();
                }
                stream.closeSend();
              });
      Reluctant server = reluctant.orTimeout(30, TimeUnit.SECONDS).join();
      await(() -> sent.get() > 0);
      assertTrue(settled(sent) < MORE_THAN_BUFFERS_HOLD, sent::toString);
      server.read();
      int heard = 0;
      for (StreamJudgeMovesResponse answer : stream) {
        assertEquals(KILOBYTE, answer.getId());
        heard++;
      }
      sending.join();
      assertEquals(MORE_THAN_BUFFERS_HOLD, heard);
    }
  }

  @Test
  void sendThatWaitsEndsWithTheStream() throws InterruptedException {
    CompletableFuture<Reluctant> reluctant = new CompletableFuture<>();
    try (FakeReferee fake =
            new FakeReferee()
                .onStream(
                    answers -> {
                      Reluctant side = new Reluctant(answers);
                      reluctant.complete(side);
                      return side;
                    });
        UpwordsReferee referee = connect(fake);
        JudgeStream stream = referee.streamJudgeMoves()) {
      AtomicInteger sent = new AtomicInteger();
      CompletableFuture<Void> sending =
          CompletableFuture.runAsync(
              () -> {
                while (stream.send(KILOBYTE, WOOD)) {
                  sent.incrementAndGet();
                }
              });
      Reluctant server = reluctant.orTimeout(30, TimeUnit.SECONDS).join();
      settled(sent);
      assertFalse(sending.isDone());
      server.fail();
      sending.orTimeout(30, TimeUnit.SECONDS).join();
      RefereeException ended = assertThrows(RefereeException.class, stream::receive);
      assertEquals("RESOURCE_EXHAUSTED: enough", ended.getMessage());
    }
  }

  @Test
  void serverWaitsWhileTheClientDoesNotHear() throws InterruptedException {
    StreamJudgeMovesResponse large =
        StreamJudgeMovesResponse.newBuilder()
            .setVerdict(JudgeMoveResponse.newBuilder().setNotation(KILOBYTE))
            .build();
    AtomicInteger sent = new AtomicInteger();
    try (FakeReferee fake =
            new FakeReferee()
                .onStream(
                    answers -> {
                      answers.setOnReadyHandler(
                          () -> {
                            while (answers.isReady() && sent.get() < MORE_THAN_BUFFERS_HOLD) {
                              answers.onNext(large);
                              if (sent.incrementAndGet() == MORE_THAN_BUFFERS_HOLD) {
                                answers.onCompleted();
                              }
                            }
                          });
                      return new Reluctant(answers);
                    });
        UpwordsReferee referee = connect(fake);
        JudgeStream stream = referee.streamJudgeMoves()) {
      assertTrue(stream.receive().isPresent());
      assertTrue(settled(sent) < MORE_THAN_BUFFERS_HOLD, sent::toString);
      int heard = 1;
      for (StreamJudgeMovesResponse answer : stream) {
        assertEquals(large, answer);
        heard++;
      }
      assertEquals(MORE_THAN_BUFFERS_HOLD, heard);
    }
  }
}
