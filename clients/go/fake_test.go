package referee_test

import (
	"context"
	"errors"
	"io"
	"net"
	"sync/atomic"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/health"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"

	pb "github.com/upwords-referee/upwords-referee/clients/go/upwords/referee/v1"
)

// fake is a server that does what a test says, for what a sound referee seldom does.
type fake struct {
	pb.UnimplementedRefereeServiceServer
	judge    func(ctx context.Context) (*pb.JudgeMoveResponse, error)
	health   *health.Server
	calls    atomic.Int32
	metadata atomic.Pointer[metadata.MD]
}

func (f *fake) JudgeMove(ctx context.Context, _ *pb.JudgeMoveRequest) (*pb.JudgeMoveResponse, error) {
	f.calls.Add(1)
	sent, _ := metadata.FromIncomingContext(ctx)
	f.metadata.Store(&sent)
	if f.judge == nil {
		return &pb.JudgeMoveResponse{Valid: true}, nil
	}
	return f.judge(ctx)
}

// StreamJudgeMoves answers each question before it reads the next.
func (f *fake) StreamJudgeMoves(
	stream grpc.BidiStreamingServer[pb.StreamJudgeMovesRequest, pb.StreamJudgeMovesResponse],
) error {
	for {
		question, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		verdict := &pb.JudgeMoveResponse{Notation: question.GetRequest().GetMove().GetNotation()}
		if err := stream.Send(&pb.StreamJudgeMovesResponse{
			Id: question.GetId(), Outcome: &pb.StreamJudgeMovesResponse_Verdict{Verdict: verdict},
		}); err != nil {
			return err
		}
	}
}

func (f *fake) sent(name string) []string { return f.metadata.Load().Get(name) }

// serveFake serves until the test ends, and returns the address.
func serveFake(t *testing.T, f *fake, options ...grpc.ServerOption) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer(options...)
	f.health = health.NewServer()
	f.health.SetServingStatus(pb.RefereeService_ServiceDesc.ServiceName, healthpb.HealthCheckResponse_SERVING)
	pb.RegisterRefereeServiceServer(server, f)
	healthpb.RegisterHealthServer(server, f.health)
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(server.Stop)
	return listener.Addr().String()
}
