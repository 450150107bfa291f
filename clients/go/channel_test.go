package referee_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"

	referee "github.com/upwords-referee/upwords-referee/clients/go"
	"github.com/upwords-referee/upwords-referee/clients/go/internal/refereetest"
	pb "github.com/upwords-referee/upwords-referee/clients/go/upwords/referee/v1"
)

// failing returns an error with a retry delay.
func failing(t *testing.T, code codes.Code) error {
	t.Helper()
	s, err := status.New(code, "later").WithDetails(
		&errdetails.RetryInfo{RetryDelay: durationpb.New(250 * time.Millisecond)})
	if err != nil {
		t.Fatal(err)
	}
	return s.Err()
}

func ask(ctx context.Context, client *referee.Client) error {
	_, err := client.JudgeMove(ctx, &pb.JudgeMoveRequest{})
	return err
}

// hang answers only when the caller has gone.
func hang(ctx context.Context) (*pb.JudgeMoveResponse, error) {
	<-ctx.Done()
	return nil, status.FromContextError(ctx.Err()).Err()
}

func TestUnavailableIsTriedAgain(t *testing.T) {
	server := &fake{}
	server.judge = func(context.Context) (*pb.JudgeMoveResponse, error) {
		if server.calls.Load() < 3 {
			return nil, failing(t, codes.Unavailable)
		}
		return &pb.JudgeMoveResponse{Valid: true}, nil
	}
	if err := ask(t.Context(), open(t, serveFake(t, server))); err != nil {
		t.Fatal(err)
	}
	if server.calls.Load() != 3 {
		t.Errorf("called %d times", server.calls.Load())
	}
}

func TestUnavailableForGoodTellsTheDelay(t *testing.T) {
	server := &fake{judge: func(context.Context) (*pb.JudgeMoveResponse, error) {
		return nil, failing(t, codes.Unavailable)
	}}
	e := refused(t, ask(t.Context(), open(t, serveFake(t, server))))
	if e.Code != codes.Unavailable || e.Message != "later" || !e.Retryable || e.RetryDelay != 250*time.Millisecond {
		t.Errorf("got %+v", e)
	}
	if server.calls.Load() != 5 {
		t.Errorf("called %d times", server.calls.Load())
	}
}

func TestOtherErrorsAreNotTriedAgain(t *testing.T) {
	for _, code := range []codes.Code{codes.ResourceExhausted, codes.Internal, codes.FailedPrecondition} {
		server := &fake{judge: func(context.Context) (*pb.JudgeMoveResponse, error) { return nil, failing(t, code) }}
		e := refused(t, ask(t.Context(), open(t, serveFake(t, server))))
		if e.Code != code || server.calls.Load() != 1 {
			t.Errorf("got %v after %d calls", e, server.calls.Load())
		}
	}
}

func TestServiceConfigCanBeReplaced(t *testing.T) {
	server := &fake{judge: func(context.Context) (*pb.JudgeMoveResponse, error) {
		return nil, failing(t, codes.Unavailable)
	}}
	_ = ask(t.Context(), open(t, serveFake(t, server), referee.WithServiceConfig("{}")))
	if server.calls.Load() != 1 {
		t.Errorf("called %d times", server.calls.Load())
	}
	if _, err := referee.New("127.0.0.1:1", referee.WithServiceConfig("{")); err == nil {
		t.Error("a service config that is no JSON is taken")
	}
}

func TestCallsHaveADeadline(t *testing.T) {
	client := open(t, serveFake(t, &fake{judge: hang}), referee.WithDeadline(50*time.Millisecond))
	err := ask(t.Context(), client)
	if e := refused(t, err); e.Code != codes.DeadlineExceeded || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", e)
	}
}

func TestDeadlineOfTheContextGoesFirst(t *testing.T) {
	client := open(t, serveFake(t, &fake{judge: hang}), referee.WithDeadline(time.Nanosecond))
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	begun := time.Now()
	if e := refused(t, ask(ctx, client)); e.Code != codes.DeadlineExceeded || time.Since(begun) < 100*time.Millisecond {
		t.Errorf("got %v after %v", e, time.Since(begun))
	}
}

func TestCallsCanBeCancelled(t *testing.T) {
	client := open(t, serveFake(t, &fake{judge: hang}))
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	err := ask(ctx, client)
	if e := refused(t, err); e.CodeName() != "CANCELLED" || !errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", e)
	}
}

func TestServerThatIsNotThereIsUnavailable(t *testing.T) {
	e := refused(t, ask(t.Context(), open(t, "127.0.0.1:1")))
	if e.Code != codes.Unavailable || e.Retryable {
		t.Errorf("got %+v", e)
	}
}

func TestServerThatDoesNotServeIsNotAsked(t *testing.T) {
	server := &fake{}
	address := serveFake(t, server)
	server.health.SetServingStatus(pb.RefereeService_ServiceDesc.ServiceName, healthpb.HealthCheckResponse_NOT_SERVING)
	e := refused(t, ask(t.Context(), open(t, address)))
	if e.Code != codes.Unavailable || server.calls.Load() != 0 {
		t.Errorf("got %v after %d calls", e, server.calls.Load())
	}
}

func TestClosedClientAsksNothing(t *testing.T) {
	client := open(t, serveFake(t, &fake{}))
	if err := client.Close(); err != nil {
		t.Fatal(err)
	}
	if e := refused(t, ask(t.Context(), client)); e.Code != codes.Canceled {
		t.Errorf("got %v", e)
	}
}

func TestClientNamesItself(t *testing.T) {
	server := &fake{}
	address := serveFake(t, server)
	for name, options := range map[string][]referee.Option{
		referee.DefaultUserAgent: nil,
		"my-engine/2":            {referee.WithUserAgent("my-engine/2")},
	} {
		if err := ask(t.Context(), open(t, address, options...)); err != nil {
			t.Fatal(err)
		}
		if sent := server.sent("user-agent"); len(sent) != 1 || !strings.HasPrefix(sent[0], name+" ") {
			t.Errorf("got %v, not %s", sent, name)
		}
	}
}

func TestEmptyTargetIsRefused(t *testing.T) {
	if _, err := referee.New(""); err == nil || !strings.Contains(err.Error(), "HOST:PORT") {
		t.Errorf("got %v", err)
	}
}

// What operators deploy and what this module carries is one config.
func TestDefaultServiceConfigIsTheDeployedOne(t *testing.T) {
	root := refereetest.Root()
	if root == "" {
		t.Skip("the module does not lie in its repository")
	}
	text, err := os.ReadFile(filepath.Join(root, "deploy", "service_config.json"))
	if err != nil {
		t.Fatal(err)
	}
	var deployed, carried any
	if err := errors.Join(json.Unmarshal(text, &deployed),
		json.Unmarshal([]byte(referee.DefaultServiceConfig()), &carried)); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(deployed, carried) {
		t.Error("clients/go/service_config.json differs from deploy/service_config.json")
	}
}
