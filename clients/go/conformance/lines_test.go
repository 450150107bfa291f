package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/protobuf/proto"

	referee "github.com/upwords-referee/upwords-referee/clients/go"
	"github.com/upwords-referee/upwords-referee/clients/go/internal/refereetest"
	pb "github.com/upwords-referee/upwords-referee/clients/go/upwords/referee/v1"
)

func TestMain(m *testing.M) { refereetest.Main(m) }

// seen is an answer as a runner reads it.
type seen struct {
	ID       string
	Response json.RawMessage
	Error    *struct {
		Code, Message, Reason, Domain string
		Metadata                      map[string]string
		FieldViolations               []struct{ Field, Description string } `json:"field_violations"`
		RetryDelayMS                  *int64                                `json:"retry_delay_ms"`
	}
}

func line(t *testing.T, id, method string, more string, requests ...proto.Message) string {
	t.Helper()
	encoded := []string{}
	for _, request := range requests {
		data, err := proto.Marshal(request)
		if err != nil {
			t.Fatal(err)
		}
		encoded = append(encoded, fmt.Sprintf("%q", base64.StdEncoding.EncodeToString(data)))
	}
	request := strings.Join(encoded, ",")
	if method == "StreamJudgeMoves" {
		request = "[" + request + "]"
	}
	return fmt.Sprintf(`{"id":%q,"method":%q,"request":%s%s}`+"\n", id, method, request, more)
}

func answers(t *testing.T, lines ...string) map[string]seen {
	t.Helper()
	clients := newPool(refereetest.Target(t))
	defer clients.close()
	var out bytes.Buffer
	if err := serve(t.Context(), clients, strings.NewReader(strings.Join(lines, "")), &out); err != nil {
		t.Fatal(err)
	}
	found := map[string]seen{}
	for _, text := range strings.Split(strings.TrimSpace(out.String()), "\n") {
		var answer seen
		if err := json.Unmarshal([]byte(text), &answer); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		if (answer.Response == nil) == (answer.Error == nil) {
			t.Errorf("neither or both of response and error: %s", text)
		}
		found[answer.ID] = answer
	}
	if len(found) != len(lines) {
		t.Errorf("%d answers to %d lines", len(found), len(lines))
	}
	return found
}

func decode(t *testing.T, raw json.RawMessage, message proto.Message) {
	t.Helper()
	var data []byte
	if err := json.Unmarshal(raw, &data); err != nil {
		t.Fatal(err)
	}
	if err := proto.Unmarshal(data, message); err != nil {
		t.Fatal(err)
	}
}

var wood = &pb.JudgeMoveRequest{
	Board: referee.BoardNotation("10/10/10/10/2MOOD4/10/10/10/10/10"), Move: referee.PlayNotation("5C W..."),
}

func TestEveryMethodIsAnswered(t *testing.T) {
	requests := map[string]proto.Message{
		"JudgeMove":           wood,
		"BatchJudgeMoves":     &pb.BatchJudgeMovesRequest{Requests: []*pb.JudgeMoveRequest{wood}},
		"FindPlays":           &pb.FindPlaysRequest{Board: wood.GetBoard(), Rack: "W"},
		"InspectPosition":     &pb.InspectPositionRequest{Board: wood.GetBoard()},
		"AdjudicateChallenge": &pb.AdjudicateChallengeRequest{Board: wood.GetBoard(), Move: wood.GetMove(), Challenger: 1},
		"JudgeGame": &pb.JudgeGameRequest{
			Game: &pb.JudgeGameRequest_Text{Text: "#player1 ann\n>ann: ADMOORS 5D MOOD +8 8\n"}},
		"ListRulesets":     &pb.ListRulesetsRequest{},
		"GetRuleset":       &pb.GetRulesetRequest{Id: "classic-8x8"},
		"CheckWords":       &pb.CheckWordsRequest{Words: []string{"wood"}},
		"ListLexicons":     &pb.ListLexiconsRequest{},
		"GetLexicon":       &pb.GetLexiconRequest{Id: "enable"},
		"CheckHealth":      &healthpb.HealthCheckRequest{},
		"StreamJudgeMoves": &pb.StreamJudgeMovesRequest{Id: "1", Request: wood},
	}
	lines := []string{}
	for method, request := range requests {
		lines = append(lines, line(t, method, method, "", request))
	}
	for id, answer := range answers(t, lines...) {
		if answer.Error != nil {
			t.Errorf("%s: %+v", id, answer.Error)
		}
	}
}

func TestResponseIsTheMessageInBase64(t *testing.T) {
	found := answers(t,
		line(t, "one", "upwords.referee.v1.RefereeService/JudgeMove", `,"timeout_ms":30000`, wood),
		line(t, "two", "StreamJudgeMoves", "", &pb.StreamJudgeMovesRequest{Id: "1", Request: wood}, &pb.StreamJudgeMovesRequest{Id: "2"}),
		line(t, "none", "StreamJudgeMoves", ""))
	var verdict pb.JudgeMoveResponse
	decode(t, found["one"].Response, &verdict)
	if verdict.GetScore() != 5 {
		t.Errorf("got %v", &verdict)
	}
	var parts []json.RawMessage
	if err := json.Unmarshal(found["two"].Response, &parts); err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	for _, part := range parts {
		var answer pb.StreamJudgeMovesResponse
		decode(t, part, &answer)
		ids[answer.GetId()] = answer.GetError() == nil
	}
	if len(ids) != 2 || !ids["1"] || ids["2"] {
		t.Errorf("got %v", ids)
	}
	if string(found["none"].Response) != "[]" {
		t.Errorf("got %s", found["none"].Response)
	}
}

func TestErrorsAreShownWhole(t *testing.T) {
	bad := &pb.JudgeMoveRequest{Board: wood.GetBoard(), Move: referee.PlayNotation("<up>")}
	found := answers(t,
		line(t, "bad", "JudgeMove", "", bad),
		line(t, "late", "JudgeMove", `,"timeout_ms":1`, wood),
		line(t, "cancelled", "StreamJudgeMoves", `,"cancel_after_ms":0`, &pb.StreamJudgeMovesRequest{Request: wood}),
		line(t, "unknown", "Guess", "", wood),
		`{"id":"no message","method":"JudgeMove","request":"/w=="}`+"\n")
	bad1 := found["bad"].Error
	if bad1.Code != "INVALID_ARGUMENT" || bad1.Domain != "upwords.referee" || bad1.Metadata == nil ||
		bad1.FieldViolations[0].Field != "move.notation" || bad1.RetryDelayMS != nil {
		t.Errorf("got %+v", bad1)
	}
	for id, code := range map[string]string{
		"late": "DEADLINE_EXCEEDED", "cancelled": "CANCELLED", "unknown": "UNIMPLEMENTED", "no message": "INTERNAL",
	} {
		if got := found[id].Error; got.Code != code || got.FieldViolations == nil {
			t.Errorf("%s: got %+v", id, got)
		}
	}
}

func TestLineThatIsNoJSONEndsTheProgram(t *testing.T) {
	clients := newPool("127.0.0.1:1")
	defer clients.close()
	if err := serve(t.Context(), clients, strings.NewReader("what?\n"), &bytes.Buffer{}); err == nil {
		t.Error("it is taken")
	}
}
