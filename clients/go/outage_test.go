package referee_test

import (
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"google.golang.org/grpc/codes"

	"github.com/upwords-referee/upwords-referee/clients/go/internal/refereetest"
)

func TestServerThatComesBackIsFoundAgain(t *testing.T) {
	server := refereetest.Start(t)
	client := open(t, server.Target)
	if _, err := client.JudgeMove(t.Context(), wood()); err != nil {
		t.Fatal(err)
	}
	stream := converse(t.Context(), t, client)
	sender := askUntilEnd(stream)
	if _, err := stream.Recv(); err != nil {
		t.Fatal(err)
	}

	server.Kill()
	var end error
	for _, err := range stream.All() {
		end = err
	}
	if e := refused(t, end); e.Code != codes.Unavailable {
		t.Errorf("the stream ended with %v", e)
	}
	if err := soon(t, sender); !errors.Is(err, io.EOF) {
		t.Errorf("the sender got %v", err)
	}
	_, err := client.JudgeMove(t.Context(), wood())
	if e := refused(t, err); e.Code != codes.Unavailable {
		t.Errorf("without a server: %v", e)
	}

	refereetest.Start(t, "--listen", server.Target)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	for {
		_, err := client.JudgeMove(ctx, wood())
		if err == nil {
			break
		}
		if e := refused(t, err); e.Code != codes.Unavailable {
			t.Fatalf("while the server comes back: %v", e)
		}
		time.Sleep(50 * time.Millisecond)
	}
	again := converse(ctx, t, client)
	if err := again.Send("1", wood()); err != nil {
		t.Fatal(err)
	}
	if answer, err := again.Recv(); err != nil || answer.GetVerdict().GetScore() != 5 {
		t.Errorf("got %v, %v", answer, err)
	}
}
