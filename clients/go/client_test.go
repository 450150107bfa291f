package referee_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"

	referee "github.com/upwords-referee/upwords-referee/clients/go"
	"github.com/upwords-referee/upwords-referee/clients/go/internal/refereetest"
	pb "github.com/upwords-referee/upwords-referee/clients/go/upwords/referee/v1"
)

const mood = "10/10/10/10/2MOOD4/10/10/10/10/10"

func TestMain(m *testing.M) {
	target = refereetest.TargetOfExamples()
	refereetest.Main(m)
}

// connect returns a client of the shared referee.
func connect(t *testing.T, options ...referee.Option) *referee.Client {
	t.Helper()
	return open(t, refereetest.Target(t), options...)
}

func open(t *testing.T, target string, options ...referee.Option) *referee.Client {
	t.Helper()
	client, err := referee.New(target, append([]referee.Option{referee.WithDeadline(30 * time.Second)}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	return client
}

// refused returns err as the *Error that it must be.
func refused(t *testing.T, err error) *referee.Error {
	t.Helper()
	var e *referee.Error
	if !errors.As(err, &e) {
		t.Fatalf("got %v, not a *referee.Error", err)
	}
	return e
}

func TestLegalPlayIsJudgedInEveryForm(t *testing.T) {
	client := connect(t)
	letters := strings.Repeat("..........", 4) + "..MOOD...." + strings.Repeat("..........", 5)
	heights := strings.NewReplacer(".", "0", "M", "1", "O", "1", "D", "1").Replace(letters)
	boards := map[string]*pb.Board{
		"notation":     referee.BoardNotation(mood),
		"grid":         referee.BoardGrid(letters, ""),
		"with heights": referee.BoardGrid(letters, heights),
	}
	moves := map[string]*pb.Move{
		"notation": referee.PlayNotation("5C W..."),
		"tiles":    referee.PlayTiles(referee.Tile{Row: 4, Column: 2, Letter: "W"}),
	}
	for boardForm, board := range boards {
		for moveForm, move := range moves {
			verdict, err := client.JudgeMove(t.Context(), &pb.JudgeMoveRequest{Board: board, Move: move})
			if err != nil {
				t.Fatal(err)
			}
			if !verdict.GetValid() || verdict.GetScore() != 5 || verdict.GetWords()[0].GetText() != "WOOD" {
				t.Errorf("board as %s, play as %s: %v", boardForm, moveForm, verdict)
			}
		}
	}
}

func TestExchangeAndPassAreMoves(t *testing.T) {
	client := connect(t)
	for move, notation := range map[*pb.Move]string{referee.Exchange("E"): "-E", referee.PassTurn(): "-"} {
		verdict, err := client.JudgeMove(t.Context(),
			&pb.JudgeMoveRequest{Board: referee.BoardNotation(mood), Move: move})
		if err != nil {
			t.Fatal(err)
		}
		if !verdict.GetValid() || verdict.GetNotation() != notation {
			t.Errorf("%s: %v", notation, verdict)
		}
	}
}

func TestBrokenRuleIsAVerdictNotAnError(t *testing.T) {
	verdict, err := connect(t).JudgeMove(t.Context(), &pb.JudgeMoveRequest{
		Board: referee.BoardNotation(mood), Move: referee.PlayNotation("1A WE"),
	})
	if err != nil {
		t.Fatal(err)
	}
	if verdict.GetValid() || verdict.GetViolations()[0].GetRule() != pb.Rule_RULE_NOT_CONNECTED {
		t.Errorf("got %v", verdict)
	}
}

func TestBadRequestNamesItsFields(t *testing.T) {
	_, err := connect(t).JudgeMove(t.Context(), &pb.JudgeMoveRequest{
		Board: referee.BoardNotation(mood), Move: referee.PlayNotation("up"),
	})
	e := refused(t, err)
	if e.Code != codes.InvalidArgument || e.CodeName() != "INVALID_ARGUMENT" ||
		e.Domain != "upwords.referee" || e.Reason != "INVALID_FIELD" || e.Retryable {
		t.Errorf("got %+v", e)
	}
	if len(e.FieldViolations) != 1 || e.FieldViolations[0].Field != "move.notation" ||
		e.FieldViolations[0].Description == "" {
		t.Errorf("got violations %v", e.FieldViolations)
	}
	if status.Code(err) != codes.InvalidArgument || !strings.HasPrefix(err.Error(), "INVALID_ARGUMENT: move.notation") {
		t.Errorf("got %v, %v", status.Code(err), err)
	}
}

func TestUnknownLexiconComesWithTheKnownOnes(t *testing.T) {
	_, err := connect(t).GetLexicon(t.Context(), "no-such")
	e := refused(t, err)
	if e.Code != codes.NotFound || e.Reason != "UNKNOWN_LEXICON" || !strings.Contains(e.Metadata["known"], "enable") {
		t.Errorf("got %+v", e)
	}
}

func TestPlaysFoundAreBestFirst(t *testing.T) {
	found, err := connect(t).FindPlays(t.Context(), &pb.FindPlaysRequest{
		Board: referee.BoardNotation(mood), Rack: "DELPSTW", Limit: 5,
	})
	if err != nil {
		t.Fatal(err)
	}
	plays := found.GetPlays()
	if len(plays) != 5 || plays[0].GetScore() < plays[4].GetScore() || found.GetTotal() <= 5 {
		t.Errorf("got %v", found)
	}
}

func TestPositionIsInspected(t *testing.T) {
	inspected, err := connect(t).InspectPosition(t.Context(), &pb.InspectPositionRequest{
		Board: referee.BoardNotation("10/10/10/10/2QXZ5/10/10/10/10/10"),
	})
	if err != nil {
		t.Fatal(err)
	}
	if inspected.GetSound() ||
		inspected.GetFindings()[0].GetKind() != pb.FindingKind_FINDING_KIND_WORD_NOT_ACCEPTABLE {
		t.Errorf("got %v", inspected)
	}
}

func TestChallengeOfAPhonySucceeds(t *testing.T) {
	outcome, err := connect(t).AdjudicateChallenge(t.Context(), &pb.AdjudicateChallengeRequest{
		Board: referee.BoardNotation(mood), Move: referee.PlayNotation("5C L..."), Challenger: 1,
	})
	if err != nil {
		t.Fatal(err)
	}
	if outcome.GetPlayStands() || outcome.GetAdjustments()[0].GetPoints() != -5 {
		t.Errorf("got %v", outcome)
	}
}

func TestGameIsJudged(t *testing.T) {
	game, err := connect(t).JudgeGame(t.Context(), &pb.JudgeGameRequest{
		Game: &pb.JudgeGameRequest_Text{Text: "#player1 ann\n#player2 bob\n>ann: ADMOORS 5D MOOD +9 9\n"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if game.GetSound() || game.GetFindings()[0].GetKind() != pb.FindingKind_FINDING_KIND_SCORE_MISMATCH ||
		game.GetEvents()[0].GetScore() != 8 {
		t.Errorf("got %v", game)
	}
}

func TestRulesetsAndLexicaAreListed(t *testing.T) {
	client := connect(t)
	rulesets, err := client.ListRulesets(t.Context())
	if err != nil || len(rulesets) < 3 {
		t.Errorf("got %v, %v", rulesets, err)
	}
	ruleset, err := client.GetRuleset(t.Context(), "classic-8x8")
	if err != nil || ruleset.GetRows() != 8 {
		t.Errorf("got %v, %v", ruleset, err)
	}
	lexicons, err := client.ListLexicons(t.Context())
	if err != nil || len(lexicons) == 0 {
		t.Errorf("got %v, %v", lexicons, err)
	}
	lexicon, err := client.GetLexicon(t.Context(), "enable")
	if err != nil || len(lexicon.GetDigest()) != 64 {
		t.Errorf("got %v, %v", lexicon, err)
	}
}

func TestWordsAreChecked(t *testing.T) {
	checked, err := connect(t).CheckWords(t.Context(), &pb.CheckWordsRequest{Words: []string{"quit", "Äpfel"}})
	if err != nil {
		t.Fatal(err)
	}
	if checked.GetAllAcceptable() || checked.GetWords()[0].GetStatus() != pb.WordStatus_WORD_STATUS_ACCEPTABLE ||
		checked.GetWords()[1].GetWord() != "ÄPFEL" {
		t.Errorf("got %v", checked)
	}
}

func TestHealthIsThatOfTheServiceNamed(t *testing.T) {
	client := connect(t)
	for _, service := range []string{"", "lexicon/enable"} {
		health, err := client.CheckHealth(t.Context(), service)
		if err != nil || health != healthpb.HealthCheckResponse_SERVING {
			t.Errorf("%q: got %v, %v", service, health, err)
		}
	}
	_, err := client.CheckHealth(t.Context(), "lexicon/no-such")
	if e := refused(t, err); e.Code != codes.NotFound {
		t.Errorf("got %v", e)
	}
}
