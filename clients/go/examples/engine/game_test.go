package main

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	referee "github.com/upwords-referee/upwords-referee/clients/go"
	"github.com/upwords-referee/upwords-referee/clients/go/internal/refereetest"
	pb "github.com/upwords-referee/upwords-referee/clients/go/upwords/referee/v1"
)

func TestMain(m *testing.M) { refereetest.Main(m) }

func play(t *testing.T, seed uint64) (*referee.Client, string) {
	t.Helper()
	client, err := referee.New(refereetest.Target(t), referee.WithDeadline(30*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	record, err := playGame(t.Context(), client, rand.New(rand.NewPCG(seed, 0)))
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := record.write(&text); err != nil {
		t.Fatal(err)
	}
	return client, text.String()
}

func TestRecordIsSoundAndCanonical(t *testing.T) {
	for seed := range uint64(3) {
		client, text := play(t, seed)
		judged, err := client.JudgeGame(t.Context(), &pb.JudgeGameRequest{
			Game: &pb.JudgeGameRequest_Text{Text: text}, IncludeRecord: true,
		})
		if err != nil {
			t.Fatal(err)
		}
		if !judged.GetSound() || len(judged.GetFindings()) > 0 || judged.GetEndReason() == pb.EndReason_END_REASON_UNSPECIFIED {
			t.Errorf("seed %d: %v, %v\n%s", seed, judged.GetEndReason(), judged.GetFindings(), text)
		}
		if judged.GetText() != text {
			t.Errorf("seed %d: the referee writes\n%s\nnot\n%s", seed, judged.GetText(), text)
		}
	}
}

func TestSameSeedIsTheSameGame(t *testing.T) {
	_, once := play(t, 7)
	_, again := play(t, 7)
	_, another := play(t, 8)
	if once != again || once == another {
		t.Errorf("got\n%s\nand\n%s\nand\n%s", once, again, another)
	}
}

func TestBagIsDrawnToTheLastTile(t *testing.T) {
	b := newBag([]*pb.TileKind{{Letter: "A", Count: proto.Uint32(2)}, {Letter: "B", Count: proto.Uint32(1)}},
		rand.New(rand.NewPCG(1, 0)))
	drawn := append(b.draw(2), b.draw(2)...)
	slices.Sort(drawn)
	if !slices.Equal(drawn, []string{"A", "A", "B"}) || len(b.tiles) != 0 {
		t.Errorf("got %v, left %v", drawn, b.tiles)
	}
	b.giveBack([]string{"A"})
	if got := b.draw(1); !slices.Equal(got, []string{"A"}) {
		t.Errorf("got %v", got)
	}
}

func TestStuckPlayersExchangeOnceThenPass(t *testing.T) {
	client, _ := play(t, 1)
	ruleset, err := client.GetRuleset(t.Context(), rulesetID)
	if err != nil {
		t.Fatal(err)
	}
	g := newGame(client, ruleset, rand.New(rand.NewPCG(1, 0)))
	// No word is made of these, whichever is drawn.
	g.bag.tiles = []string{"V", "V", "V"}
	for _, p := range g.players {
		p.rack = rack{"V", "V"}
	}
	for turn := range 4 {
		if err := g.take(t.Context(), g.players[turn%2]); err != nil {
			t.Fatal(err)
		}
		ended, err := g.ended(t.Context(), g.players[turn%2])
		if err != nil || ended != (turn == 3) {
			t.Errorf("turn %d: ended %v, %v", turn, ended, err)
		}
	}
	if want := []string{">ann: VV -V +0 0", ">bob: VV -V +0 0", ">ann: VV - +0 0", ">bob: VV - +0 0"}; !slices.Equal(g.record.events, want) {
		t.Errorf("got %q", g.record.events)
	}
}
