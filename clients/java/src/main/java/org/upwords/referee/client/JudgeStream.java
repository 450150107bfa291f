package org.upwords.referee.client;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.stub.BlockingClientCall;
import io.grpc.stub.ClientCalls;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.upwords.referee.v1.JudgeMoveRequest;
import org.upwords.referee.v1.RefereeServiceGrpc;
import org.upwords.referee.v1.StreamJudgeMovesRequest;
import org.upwords.referee.v1.StreamJudgeMovesResponse;

/**
 * A conversation about moves: questions go out by {@link #send send}, answers come by {@link
 * #receive} or by iteration in any order, and their ids tell which is which.
 *
 * <p>One thread may send while another receives. A thread that does both must not send without end
 * before it receives: when nobody takes its answers, the server stops to read, and send waits.
 */
public final class JudgeStream implements Iterable<StreamJudgeMovesResponse>, AutoCloseable {
  private final BlockingClientCall<StreamJudgeMovesRequest, StreamJudgeMovesResponse> call;
  private volatile boolean closed;

  private JudgeStream(BlockingClientCall<StreamJudgeMovesRequest, StreamJudgeMovesResponse> call) {
    this.call = call;
  }

  static JudgeStream open(Channel channel) {
    return new JudgeStream(
        ClientCalls.blockingBidiStreamingCall(
            channel, RefereeServiceGrpc.getStreamJudgeMovesMethod(), CallOptions.DEFAULT));
  }

  /**
   * Asks about one move; waits while the server takes no more.
   *
   * @return false if the stream has ended; {@link #receive} tells why
   * @throws IllegalStateException after {@link #closeSend}
   */
  public boolean send(String id, JudgeMoveRequest request) {
    return send(StreamJudgeMovesRequest.newBuilder().setId(id).setRequest(request).build());
  }

  /** {@link #send(String, JudgeMoveRequest)} with a message that is made already. */
  public boolean send(StreamJudgeMovesRequest question) {
    try {
      return call.write(question);
    } catch (StatusException ended) {
      return false;
    } catch (IllegalStateException refused) {
      if (closed) {
        return false;
      }
      throw refused;
    } catch (InterruptedException interrupt) {
      throw interrupted(interrupt);
    }
  }

  /** Says that no more questions come; the answers still due do. */
  public void closeSend() {
    try {
      call.halfClose();
    } catch (IllegalStateException already) {
      // None could come before either: this was called twice, or the stream is closed.
    }
  }

  /**
   * Waits for the next answer. It may be an error; see {@link RefereeException#errorOf}.
   *
   * @return empty after the last answer
   * @throws RefereeException if the stream has ended otherwise than in peace
   */
  public Optional<StreamJudgeMovesResponse> receive() {
    try {
      return Optional.ofNullable(call.read());
    } catch (StatusException ended) {
      throw RefereeException.of(ended);
    } catch (InterruptedException interrupt) {
      throw interrupted(interrupt);
    }
  }

  /** The answers still to come, each {@link #receive received} when it is asked for. */
  @Override
  public Iterator<StreamJudgeMovesResponse> iterator() {
    return new Iterator<>() {
      private Optional<StreamJudgeMovesResponse> next = Optional.empty();

      @Override
      public boolean hasNext() {
        if (next.isEmpty()) {
          next = receive();
        }
        return next.isPresent();
      }

      @Override
      public StreamJudgeMovesResponse next() {
        if (!hasNext()) {
          throw new NoSuchElementException("there are no more answers");
        }
        StreamJudgeMovesResponse answer = next.get();
        next = Optional.empty();
        return answer;
      }
    };
  }

  /** Ends the stream, whatever is still under way. */
  @Override
  public void close() {
    closed = true;
    call.cancel("the stream was closed", null);
  }

  private RefereeException interrupted(InterruptedException interrupt) {
    Thread.currentThread().interrupt();
    call.cancel("the thread was interrupted", interrupt);
    return RefereeException.of(
        Status.CANCELLED
            .withDescription("the thread was interrupted")
            .withCause(interrupt)
            .asRuntimeException());
  }
}
