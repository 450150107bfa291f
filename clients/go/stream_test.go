package referee_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"

	referee "github.com/upwords-referee/upwords-referee/clients/go"
	"github.com/upwords-referee/upwords-referee/clients/go/internal/refereetest"
	pb "github.com/upwords-referee/upwords-referee/clients/go/upwords/referee/v1"
)

// wood is a legal play, worth 5.
func wood() *pb.JudgeMoveRequest {
	return &pb.JudgeMoveRequest{Board: referee.BoardNotation(mood), Move: referee.PlayNotation("5C W...")}
}

func converse(ctx context.Context, t *testing.T, client *referee.Client) *referee.Stream {
	t.Helper()
	stream, err := client.StreamJudgeMoves(ctx)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stream.Close)
	return stream
}

// askUntilEnd sends questions until the stream ends, and returns what ended it.
func askUntilEnd(stream *referee.Stream) <-chan error {
	ended := make(chan error, 1)
	go func() {
		for i := 0; ; i++ {
			if err := stream.Send(strconv.Itoa(i), wood()); err != nil {
				ended <- err
				return
			}
		}
	}()
	return ended
}

// soon waits for what must come.
func soon[T any](t *testing.T, channel <-chan T) T {
	t.Helper()
	select {
	case value := <-channel:
		return value
	case <-time.After(30 * time.Second):
		t.Fatal("still waiting after 30 seconds")
		panic("unreachable")
	}
}

func TestStreamAnswersEachIDAndSurvivesABadQuestion(t *testing.T) {
	stream := converse(t.Context(), t, connect(t))
	go func() {
		for i := range 50 {
			_ = stream.Send(fmt.Sprint(i), wood())
		}
		_ = stream.Send("bad", nil)
		_ = stream.CloseSend()
	}()
	valid := map[string]bool{}
	for answer, err := range stream.All() {
		if err != nil {
			t.Fatal(err)
		}
		if answer.GetId() == "bad" {
			if e := referee.ErrorOf(answer.GetError()); e == nil || e.Code != codes.InvalidArgument {
				t.Errorf("got %+v", e)
			}
			continue
		}
		valid[answer.GetId()] = answer.GetVerdict().GetValid()
	}
	if len(valid) != 50 || !valid["0"] || !valid["49"] {
		t.Errorf("got %v", valid)
	}
	if _, err := stream.Recv(); !errors.Is(err, io.EOF) {
		t.Errorf("behind the last answer there is %v", err)
	}
}

// sendAll sends questions and then says that no more come; sent is how many are gone.
func sendAll(stream *referee.Stream, count int, request *pb.JudgeMoveRequest) (sent *atomic.Int64, ended <-chan error) {
	sent = new(atomic.Int64)
	end := make(chan error, 1)
	go func() {
		for i := range count {
			if err := stream.Send(strconv.Itoa(i), request); err != nil {
				end <- err
				return
			}
			sent.Add(1)
		}
		end <- stream.CloseSend()
	}()
	return sent, end
}

// receiveAll sees to it that each question is answered once.
func receiveAll(t *testing.T, stream *referee.Stream, count int) {
	t.Helper()
	answered := make([]bool, count)
	left := count
	for answer, err := range stream.All() {
		if err != nil {
			t.Fatal(err)
		}
		id, err := strconv.Atoi(answer.GetId())
		if err != nil || answered[id] || answer.GetVerdict() == nil {
			t.Fatalf("got %v", answer)
		}
		answered[id] = true
		left--
	}
	if left != 0 {
		t.Errorf("%d of %d questions have no answer", left, count)
	}
}

func TestTenThousandQuestionsHaveOneAnswerEach(t *testing.T) {
	const questions = 10_000
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	stream := converse(ctx, t, connect(t))
	_, sender := sendAll(stream, questions, wood())
	receiveAll(t, stream, questions)
	if err := soon(t, sender); err != nil {
		t.Error(err)
	}
}

func TestSlowReaderSlowsTheSenderDown(t *testing.T) {
	// Both sides of the server hold 64 KiB; a question and its answer have 1 KiB each.
	const questions, window = 10_000, 64 << 10
	client := open(t, serveFake(t, &fake{}, grpc.StaticStreamWindowSize(window), grpc.StaticConnWindowSize(window)))
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	stream := converse(ctx, t, client)
	sent, sender := sendAll(stream, questions, &pb.JudgeMoveRequest{
		Move: referee.PlayNotation(strings.Repeat("W", 1<<10)),
	})
	// Nobody reads until the sender stands still: what has been sent is all that is ever held.
	for before := int64(-1); before < sent.Load(); {
		before = sent.Load()
		time.Sleep(500 * time.Millisecond)
	}
	if sent.Load() > questions/10 {
		t.Errorf("%d questions were taken while nobody read", sent.Load())
	}
	receiveAll(t, stream, questions)
	if err := soon(t, sender); err != nil {
		t.Error(err)
	}
}

func TestStreamCancelledInTheMiddleEndsForBothSides(t *testing.T) {
	client := connect(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	stream := converse(ctx, t, client)
	sender := askUntilEnd(stream)
	received := 0
	var end error
	for _, err := range stream.All() {
		if err != nil {
			end = err
			break
		}
		if received++; received == 100 {
			cancel()
		}
	}
	if e := refused(t, end); received < 100 || e.Code != codes.Canceled || !errors.Is(end, context.Canceled) {
		t.Errorf("got %v after %d answers", e, received)
	}
	if err := soon(t, sender); !errors.Is(err, io.EOF) && !errors.Is(err, context.Canceled) {
		t.Errorf("the sender got %v", err)
	}
	if _, err := client.JudgeMove(t.Context(), wood()); err != nil {
		t.Errorf("the client is lost with its stream: %v", err)
	}
}

func TestStreamHasTheDeadlineOfItsContextOnly(t *testing.T) {
	client := connect(t, referee.WithDeadline(time.Millisecond))
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	stream := converse(ctx, t, client)
	begun := time.Now()
	_, err := stream.Recv()
	if e := refused(t, err); e.Code != codes.DeadlineExceeded || time.Since(begun) < 100*time.Millisecond {
		t.Errorf("got %v after %v", e, time.Since(begun))
	}
}

func TestClosedStreamIsCancelled(t *testing.T) {
	stream := converse(t.Context(), t, connect(t))
	stream.Close()
	stream.Close()
	for range 2 {
		_, err := stream.Recv()
		if e := refused(t, err); e.Code != codes.Canceled || !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", e)
		}
	}
}

// foreign is a context that package context does not know, so that each that is made of it costs a goroutine
// until it is cancelled.
type foreign struct {
	context.Context
	done chan struct{}
}

func (f foreign) Done() <-chan struct{} { return f.done }

func TestNoGoroutineIsLeftBehind(t *testing.T) {
	address := refereetest.Target(t)
	before := runtime.NumGoroutine()
	client, err := referee.New(address)
	if err != nil {
		t.Fatal(err)
	}
	ctx := foreign{t.Context(), make(chan struct{})}
	asked := func(stream *referee.Stream, err error) *referee.Stream {
		t.Helper()
		if err == nil {
			err = stream.Send("1", wood())
		}
		if err == nil {
			_, err = stream.Recv()
		}
		if err != nil {
			t.Fatal(err)
		}
		return stream
	}
	if _, err := client.JudgeMove(ctx, wood()); err != nil {
		t.Fatal(err)
	}
	toTheEnd := asked(client.StreamJudgeMoves(ctx))
	if err := toTheEnd.CloseSend(); err != nil {
		t.Fatal(err)
	}
	if _, err := toTheEnd.Recv(); !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	asked(client.StreamJudgeMoves(ctx)).Close()
	if err := client.Close(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(30 * time.Second); runtime.NumGoroutine() > before; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			stacks := make([]byte, 1<<16)
			t.Fatalf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
		}
	}
}
