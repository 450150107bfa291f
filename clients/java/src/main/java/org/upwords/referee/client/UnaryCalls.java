package org.upwords.referee.client;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Makes unary calls with a deadline; zero: none. */
record UnaryCalls(Channel channel, Duration deadline) {

  <Q, A> A ask(MethodDescriptor<Q, A> method, Q request) {
    try {
      return ClientCalls.blockingUnaryCall(channel, method, options(), request);
    } catch (StatusRuntimeException failure) {
      throw RefereeException.of(failure);
    }
  }

  <Q, A> CompletableFuture<A> askAsync(MethodDescriptor<Q, A> method, Q request) {
    return askAsync(method, request, Function.identity());
  }

  /** Completes with what is wanted of the answer. */
  <Q, A, W> CompletableFuture<W> askAsync(
      MethodDescriptor<Q, A> method, Q request, Function<A, W> wanted) {
    ClientCall<Q, A> call = channel.newCall(method, options());
    CompletableFuture<W> future = new CompletableFuture<>();
    ClientCalls.asyncUnaryCall(
        call,
        request,
        new StreamObserver<>() {
          @Override
          public void onNext(A answer) {
            future.complete(wanted.apply(answer));
          }

          @Override
          public void onError(Throwable failure) {
            future.completeExceptionally(RefereeException.of(failure));
          }

          @Override
          public void onCompleted() {
            // The answer has completed the future.
          }
        });
    future.whenComplete(
        (answer, failure) -> {
          if (future.isCancelled()) {
            call.cancel("the future was cancelled", null);
          }
        });
    return future;
  }

  private CallOptions options() {
    return deadline.isZero()
        ? CallOptions.DEFAULT
        : CallOptions.DEFAULT.withDeadlineAfter(deadline.toNanos(), TimeUnit.NANOSECONDS);
  }
}
