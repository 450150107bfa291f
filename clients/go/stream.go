package referee

import (
	"context"
	"errors"
	"io"
	"iter"

	"google.golang.org/grpc"

	pb "github.com/upwords-referee/upwords-referee/clients/go/upwords/referee/v1"
)

// Stream is a conversation about moves: questions go out by Send, answers come by Recv or All in any order,
// and their ids tell which is which. One goroutine may send while another receives.
//
// A receiver that is slow slows the sender down: Send waits while too much is on its way.
type Stream struct {
	stream grpc.BidiStreamingClient[pb.StreamJudgeMovesRequest, pb.StreamJudgeMovesResponse]
	cancel context.CancelFunc
}

// StreamJudgeMoves opens a stream that lives until it is closed, its context ends or the server ends it. It
// has no deadline but that of the context. Close it, or receive up to its end.
func (c *Client) StreamJudgeMoves(ctx context.Context) (*Stream, error) {
	ctx, cancel := context.WithCancel(ctx)
	stream, err := c.referee.StreamJudgeMoves(ctx)
	if err != nil {
		cancel()
		return nil, asError(err)
	}
	return &Stream{stream, cancel}, nil
}

// Send asks about one move. io.EOF says that the stream has ended; Recv then tells why.
func (s *Stream) Send(id string, request *pb.JudgeMoveRequest) error {
	return streamError(s.stream.Send(&pb.StreamJudgeMovesRequest{Id: id, Request: request}))
}

// CloseSend says that no more questions come; the answers still due do.
func (s *Stream) CloseSend() error { return streamError(s.stream.CloseSend()) }

// Recv waits for the next answer; io.EOF comes after the last. An answer may be an error; see ErrorOf.
func (s *Stream) Recv() (*pb.StreamJudgeMovesResponse, error) {
	answer, err := s.stream.Recv()
	if err != nil {
		// Whoever does not close a stream that has ended leaks nothing.
		s.cancel()
		return nil, streamError(err)
	}
	return answer, nil
}

// All yields the answers up to the last one, or up to the error that ends the stream. A loop that is left
// early leaves the stream open.
func (s *Stream) All() iter.Seq2[*pb.StreamJudgeMovesResponse, error] {
	return func(yield func(*pb.StreamJudgeMovesResponse, error) bool) {
		for {
			answer, err := s.Recv()
			if errors.Is(err, io.EOF) || !yield(answer, err) || err != nil {
				return
			}
		}
	}
}

// Close ends the stream, whatever is still under way. Any goroutine may call it, and more than once.
func (s *Stream) Close() { s.cancel() }

// streamError is asError, but for io.EOF, which is how a stream ends in peace.
func streamError(err error) error {
	if err == nil || errors.Is(err, io.EOF) {
		return err
	}
	return asError(err)
}
