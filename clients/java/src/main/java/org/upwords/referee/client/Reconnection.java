package org.upwords.referee.client;

import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** Looks for a lost server again and again, a fixed time apart, until the channel is shut down. */
final class Reconnection implements Runnable {
  private final ManagedChannel channel;
  private final Executor later;

  Reconnection(ManagedChannel channel, Duration after) {
    this.channel = channel;
    this.later = CompletableFuture.delayedExecutor(after.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public void run() {
    ConnectivityState state = channel.getState(false);
    if (state == ConnectivityState.TRANSIENT_FAILURE) {
      later.execute(
          () -> {
            channel.resetConnectBackoff();
            run();
          });
    } else if (state != ConnectivityState.SHUTDOWN) {
      channel.notifyWhenStateChanged(state, this);
    }
  }
}
