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
type Stream struct {
	stream grpc.BidiStreamingClient[pb.StreamJudgeMovesRequest, pb.StreamJudgeMovesResponse]
	cancel context.CancelFunc
}

// StreamJudgeMoves opens a stream that lives until it is closed, its context ends or the server ends it. It
// has no deadline but that of the context. Close it when done.
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
	err := s.stream.Send(&pb.StreamJudgeMovesRequest{Id: id, Request: request})
	if err == nil || errors.Is(err, io.EOF) {
		return err
	}
	return asError(err)
}

// CloseSend says that no more questions come; the answers still due do.
func (s *Stream) CloseSend() error { return s.stream.CloseSend() }

// Recv waits for the next answer; io.EOF comes after the last. An answer may be an error; see ErrorOf.
func (s *Stream) Recv() (*pb.StreamJudgeMovesResponse, error) {
	answer, err := s.stream.Recv()
	if err == nil || errors.Is(err, io.EOF) {
		return answer, err
	}
	return nil, asError(err)
}

// All yields the answers up to the last one, or up to the error that ends the stream.
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

// Close ends the stream, whatever is still under way.
func (s *Stream) Close() { s.cancel() }
