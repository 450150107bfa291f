package referee_test

import (
	"fmt"
	"testing"

	"google.golang.org/grpc/codes"

	referee "github.com/upwords-referee/upwords-referee/clients/go"
	pb "github.com/upwords-referee/upwords-referee/clients/go/upwords/referee/v1"
)

func batchOf(count int, move func(int) *pb.Move) *pb.BatchJudgeMovesRequest {
	batch := &pb.BatchJudgeMovesRequest{Board: referee.BoardNotation(mood)}
	for i := range count {
		batch.Requests = append(batch.Requests, &pb.JudgeMoveRequest{Move: move(i)})
	}
	return batch
}

func TestBatchHoldsVerdictsAndErrorsInOrder(t *testing.T) {
	request := batchOf(1000, func(i int) *pb.Move {
		return []*pb.Move{
			referee.PlayNotation("5C W..."), referee.PlayNotation("up"), referee.PassTurn(), referee.PlayNotation("5C L..."),
		}[i%4]
	})
	batch, err := connect(t).BatchJudgeMoves(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	if len(batch.GetResults()) != 1000 {
		t.Fatalf("got %d results", len(batch.GetResults()))
	}
	for i, result := range batch.GetResults() {
		e := referee.ErrorOf(result.GetError())
		if i%4 == 1 {
			if e == nil || e.Code != codes.InvalidArgument || e.Reason == "" ||
				e.FieldViolations[0].Field != fmt.Sprintf("requests[%d].move.notation", i) {
				t.Fatalf("result %d: got %v", i, result)
			}
			continue
		}
		if e != nil || result.GetVerdict().GetValid() != (i%4 != 3) {
			t.Fatalf("result %d: got %v", i, result)
		}
	}
}

func TestFaultOfADefaultIsTheErrorOfEachThatUsesIt(t *testing.T) {
	request := batchOf(2, func(int) *pb.Move { return referee.PassTurn() })
	request.Board = referee.BoardNotation("askew")
	request.Requests[1].Board = referee.BoardNotation(mood)
	batch, err := connect(t).BatchJudgeMoves(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	results := batch.GetResults()
	e := referee.ErrorOf(results[0].GetError())
	if e == nil || e.FieldViolations[0].Field != "board.notation" || !results[1].GetVerdict().GetValid() {
		t.Errorf("got %v", results)
	}
}

func TestBatchThatIsTooLongIsRefusedWhole(t *testing.T) {
	_, err := connect(t).BatchJudgeMoves(t.Context(), batchOf(1001, func(int) *pb.Move { return referee.PassTurn() }))
	if e := refused(t, err); e.Code != codes.InvalidArgument || e.FieldViolations[0].Field != "requests" {
		t.Errorf("got %+v", e)
	}
}

func TestStatusWithoutFaultIsNoError(t *testing.T) {
	if e := referee.ErrorOf(nil); e != nil {
		t.Errorf("got %v", e)
	}
}
