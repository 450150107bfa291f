package org.upwords.referee.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ReconnectionTest {
  private final StatefulChannel channel = new StatefulChannel();

  private void start() {
    new Reconnection(channel, Duration.ofMillis(10)).run();
  }

  @Test
  void lostServerIsLookedForAgainAndAgain() throws InterruptedException {
    start();
    channel.enter(ConnectivityState.CONNECTING);
    channel.enter(ConnectivityState.TRANSIENT_FAILURE);
    assertTrue(channel.looks.tryAcquire(3, 30, TimeUnit.SECONDS));
  }

  @Test
  void serverThatIsThereIsNotLookedForUntilItIsLost() throws InterruptedException {
    channel.enter(ConnectivityState.TRANSIENT_FAILURE);
    start();
    assertTrue(channel.looks.tryAcquire(1, 30, TimeUnit.SECONDS));
    channel.state = ConnectivityState.READY;
    awaitWatched();
    channel.looks.drainPermits();
    Thread.sleep(100);
    assertEquals(0, channel.looks.availablePermits());
    channel.enter(ConnectivityState.TRANSIENT_FAILURE);
    assertTrue(channel.looks.tryAcquire(1, 30, TimeUnit.SECONDS));
  }

  @Test
  void channelThatIsShutDownIsLeftAlone() throws InterruptedException {
    channel.enter(ConnectivityState.TRANSIENT_FAILURE);
    start();
    channel.enter(ConnectivityState.SHUTDOWN);
    Thread.sleep(100);
    channel.looks.drainPermits();
    Thread.sleep(100);
    assertEquals(0, channel.looks.availablePermits());
    assertNull(channel.watcher);
  }

  private void awaitWatched() throws InterruptedException {
    for (int i = 0; i < 3_000 && channel.watcher == null; i++) {
      Thread.sleep(10);
    }
    assertTrue(channel.watcher != null);
  }

  /** A channel of which only the state is there. */
  private static final class StatefulChannel extends ManagedChannel {
    final Semaphore looks = new Semaphore(0);
    volatile ConnectivityState state = ConnectivityState.IDLE;
    volatile Runnable watcher;

    void enter(ConnectivityState next) {
      state = next;
      Runnable told = watcher;
      watcher = null;
      if (told != null) {
        told.run();
      }
    }

    @Override
    public ConnectivityState getState(boolean connect) {
      return state;
    }

    @Override
    public void notifyWhenStateChanged(ConnectivityState from, Runnable callback) {
      watcher = callback;
    }

    @Override
    public void resetConnectBackoff() {
      looks.release();
    }

    @Override
    public ManagedChannel shutdown() {
      return this;
    }

    @Override
    public ManagedChannel shutdownNow() {
      return this;
    }

    @Override
    public boolean isShutdown() {
      return state == ConnectivityState.SHUTDOWN;
    }

    @Override
    public boolean isTerminated() {
      return isShutdown();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return true;
    }

    @Override
    public <Q, A> ClientCall<Q, A> newCall(MethodDescriptor<Q, A> method, CallOptions options) {
      throw new UnsupportedOperationException();
    }

    @Override
    public String authority() {
      return "";
    }
  }
}
