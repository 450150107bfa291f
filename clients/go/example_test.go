package referee_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"time"

	referee "github.com/upwords-referee/upwords-referee/clients/go"
	pb "github.com/upwords-referee/upwords-referee/clients/go/upwords/referee/v1"
)

// target is where a referee listens; the tests put their own here.
var target = "localhost:50051"

func Example() {
	client, err := referee.New(target)
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	verdict, err := client.JudgeMove(context.Background(), &pb.JudgeMoveRequest{
		Board: referee.BoardNotation("10/10/10/10/2MOOD4/10/10/10/10/10"),
		Move:  referee.PlayNotation("5C W..."),
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(verdict.GetValid(), verdict.GetScore(), verdict.GetWords()[0].GetText())
	// Output: true 5 WOOD
}

func ExampleNew() {
	client, err := referee.New("referee.example:50051",
		referee.WithDeadline(2*time.Second),
		referee.WithTLS(referee.TLS{CertificateFile: "me.pem", KeyFile: "me-key.pem"}),
		referee.WithKey(os.Getenv("UPWORDS_KEY")),
	)
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
}

func ExampleError() {
	client := example()
	defer client.Close()
	_, err := client.GetLexicon(context.Background(), "klingon")
	var refused *referee.Error
	if errors.As(err, &refused) {
		fmt.Println(refused.CodeName(), refused.Reason, refused.Retryable)
	}
	// Output: NOT_FOUND UNKNOWN_LEXICON false
}

func ExampleClient_BatchJudgeMoves() {
	client := example()
	defer client.Close()
	batch, err := client.BatchJudgeMoves(context.Background(), &pb.BatchJudgeMovesRequest{
		Board: referee.BoardNotation("10/10/10/10/2MOOD4/10/10/10/10/10"),
		Requests: []*pb.JudgeMoveRequest{
			{Move: referee.PlayNotation("5C W...")},
			{Move: referee.PlayNotation("nonsense")},
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	for i, result := range batch.GetResults() {
		if refused := referee.ErrorOf(result.GetError()); refused != nil {
			fmt.Println(i, refused.CodeName(), refused.FieldViolations[0].Field)
			continue
		}
		fmt.Println(i, result.GetVerdict().GetValid(), result.GetVerdict().GetScore())
	}
	// Output:
	// 0 true 5
	// 1 INVALID_ARGUMENT requests[1].move.notation
}

func ExampleClient_StreamJudgeMoves() {
	client := example()
	defer client.Close()
	stream, err := client.StreamJudgeMoves(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	defer stream.Close()
	go func() {
		defer stream.CloseSend()
		for _, play := range []string{"5C W...", "5C L...", "nonsense"} {
			request := &pb.JudgeMoveRequest{
				Board: referee.BoardNotation("10/10/10/10/2MOOD4/10/10/10/10/10"),
				Move:  referee.PlayNotation(play),
			}
			if stream.Send(play, request) != nil {
				return // The receiver is told why.
			}
		}
	}()
	for answer, err := range stream.All() {
		if err != nil {
			log.Fatal(err)
		}
		if refused := referee.ErrorOf(answer.GetError()); refused != nil {
			fmt.Println(answer.GetId(), refused.CodeName())
			continue
		}
		fmt.Println(answer.GetId(), answer.GetVerdict().GetValid())
	}
	// Unordered output:
	// 5C W... true
	// 5C L... false
	// nonsense INVALID_ARGUMENT
}

// example returns a client of target.
func example() *referee.Client {
	client, err := referee.New(target)
	if err != nil {
		log.Fatal(err)
	}
	return client
}
