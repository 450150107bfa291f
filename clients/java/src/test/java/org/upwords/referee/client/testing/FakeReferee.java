package org.upwords.referee.client.testing;

import io.grpc.InsecureServerCredentials;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.upwords.referee.v1.JudgeMoveRequest;
import org.upwords.referee.v1.JudgeMoveResponse;
import org.upwords.referee.v1.RefereeServiceGrpc;
import org.upwords.referee.v1.StreamJudgeMovesRequest;
import org.upwords.referee.v1.StreamJudgeMovesResponse;

/** A server that does what a test says, for what a sound referee seldom does. */
public final class FakeReferee extends RefereeServiceGrpc.RefereeServiceImplBase
    implements AutoCloseable {
  public static final JudgeMoveResponse VALID =
      JudgeMoveResponse.newBuilder().setValid(true).build();

  private final AtomicInteger calls = new AtomicInteger();
  private final CountDownLatch cancelled = new CountDownLatch(1);
  private final HealthStatusManager health = new HealthStatusManager();
  private final Server server;
  private volatile Metadata headers = new Metadata();
  private volatile Consumer<StreamObserver<JudgeMoveResponse>> judge = FakeReferee::answerValid;
  private volatile Function<
          ServerCallStreamObserver<StreamJudgeMovesResponse>,
          StreamObserver<StreamJudgeMovesRequest>>
      stream;

  public FakeReferee() {
    health.setStatus(RefereeServiceGrpc.SERVICE_NAME, ServingStatus.SERVING);
    server =
        NettyServerBuilder.forAddress(
                new InetSocketAddress("127.0.0.1", 0), InsecureServerCredentials.create())
            .addService(this)
            .addService(health.getHealthService())
            .intercept(new HeaderKeeper())
            .build();
    try {
      server.start();
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  /** Sets what becomes of each JudgeMove; by default it is answered with {@link #VALID}. */
  public FakeReferee onJudge(Consumer<StreamObserver<JudgeMoveResponse>> judge) {
    this.judge = judge;
    return this;
  }

  /** Sets what becomes of each StreamJudgeMoves. */
  public FakeReferee onStream(
      Function<
              ServerCallStreamObserver<StreamJudgeMovesResponse>,
              StreamObserver<StreamJudgeMovesRequest>>
          stream) {
    this.stream = stream;
    return this;
  }

  public void setHealth(ServingStatus status) {
    health.setStatus(RefereeServiceGrpc.SERVICE_NAME, status);
  }

  public String target() {
    return "127.0.0.1:" + server.getPort();
  }

  /** How many calls of JudgeMove have come. */
  public int calls() {
    return calls.get();
  }

  /** Counted down when a JudgeMove is cancelled. */
  public CountDownLatch cancelled() {
    return cancelled;
  }

  /** A header of the last call; null if it was not sent. */
  public String header(String name) {
    return headers.get(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER));
  }

  public static void answerValid(StreamObserver<JudgeMoveResponse> answers) {
    answers.onNext(VALID);
    answers.onCompleted();
  }

  /** Leaves the caller without an answer. */
  public static void hang(StreamObserver<JudgeMoveResponse> answers) {}

  @Override
  public void judgeMove(JudgeMoveRequest request, StreamObserver<JudgeMoveResponse> answers) {
    calls.incrementAndGet();
    ((ServerCallStreamObserver<JudgeMoveResponse>) answers)
        .setOnCancelHandler(cancelled::countDown);
    judge.accept(answers);
  }

  @Override
  public StreamObserver<StreamJudgeMovesRequest> streamJudgeMoves(
      StreamObserver<StreamJudgeMovesResponse> answers) {
    return stream.apply((ServerCallStreamObserver<StreamJudgeMovesResponse>) answers);
  }

  @Override
  public void close() {
    server.shutdownNow();
  }

  private final class HeaderKeeper implements ServerInterceptor {
    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, A> call, Metadata sent, ServerCallHandler<Q, A> next) {
      if (call.getMethodDescriptor().getServiceName().equals(RefereeServiceGrpc.SERVICE_NAME)) {
        headers = sent;
      }
      return next.startCall(call, sent);
    }
  }
}
