package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"google.golang.org/protobuf/proto"

	referee "github.com/upwords-referee/upwords-referee/clients/go"
	pb "github.com/upwords-referee/upwords-referee/clients/go/upwords/referee/v1"
)

const rulesetID = "standard-10x10"

type player struct {
	nick  string
	rack  rack
	score int32
	// exchanged tells that the player's last turn was an exchange, lest two stuck players go on for ever.
	exchanged bool
}

type game struct {
	client  *referee.Client
	ruleset *pb.Ruleset
	board   *pb.Board
	bag     *bag
	players []*player
	// passes counts the passes since the last play or exchange.
	passes int
	record record
}

// playGame plays from the empty board to the end.
func playGame(ctx context.Context, client *referee.Client, chance *rand.Rand) (*record, error) {
	ruleset, err := client.GetRuleset(ctx, rulesetID)
	if err != nil {
		return nil, err
	}
	g := newGame(client, ruleset, chance)
	for turn := 0; ; turn++ {
		onTurn := g.players[turn%len(g.players)]
		if err := g.take(ctx, onTurn); err != nil {
			return nil, fmt.Errorf("turn %d: %w", turn+1, err)
		}
		ended, err := g.ended(ctx, onTurn)
		if err != nil {
			return nil, fmt.Errorf("after turn %d: %w", turn+1, err)
		}
		if ended {
			g.countUnplayed()
			return &g.record, nil
		}
	}
}

func newGame(client *referee.Client, ruleset *pb.Ruleset, chance *rand.Rand) *game {
	row := strconv.Itoa(int(ruleset.GetColumns()))
	rows := strings.Repeat("/"+row, int(ruleset.GetRows()))
	g := &game{
		client:  client,
		ruleset: ruleset,
		board:   referee.BoardNotation(rows[1:]),
		bag:     newBag(ruleset.GetTiles().GetKinds(), chance),
	}
	for _, nick := range []string{"ann", "bob"} {
		g.players = append(g.players, &player{nick: nick, rack: g.bag.draw(int(ruleset.GetRackSize()))})
		g.record.nicks = append(g.record.nicks, nick)
	}
	return g
}

// take makes the best play; if there is none, it exchanges; if that cannot be, it passes.
func (g *game) take(ctx context.Context, p *player) error {
	found, err := g.find(ctx, p, false)
	if err != nil {
		return err
	}
	exchangeTiles := int(g.ruleset.GetExchangeTiles())
	switch {
	case len(found.GetPlays()) > 0:
		return g.lay(ctx, p, found.GetPlays()[0])
	case len(g.bag.tiles) >= exchangeTiles && len(p.rack) >= exchangeTiles && !p.exchanged:
		return g.exchange(ctx, p, exchangeTiles)
	default:
		g.passes++
		p.exchanged = false
		_, err := g.confirm(ctx, p, referee.PassTurn())
		return err
	}
}

func (g *game) find(ctx context.Context, p *player, anyOnly bool) (*pb.FindPlaysResponse, error) {
	return g.client.FindPlays(ctx, &pb.FindPlaysRequest{
		Ruleset: rulesetID, Board: g.board, Rack: p.rack.String(), Limit: 1, AnyOnly: anyOnly,
	})
}

func (g *game) lay(ctx context.Context, p *player, play *pb.FoundPlay) error {
	verdict, err := g.confirm(ctx, p, referee.PlayNotation(play.GetNotation()))
	if err != nil {
		return err
	}
	g.board = verdict.GetPosition()
	for _, placement := range play.GetPlacements() {
		p.rack.remove(placement.GetTile())
	}
	p.rack = append(p.rack, g.bag.draw(len(play.GetPlacements()))...)
	p.exchanged = false
	g.passes = 0
	return nil
}

func (g *game) exchange(ctx context.Context, p *player, count int) error {
	given := append(rack(nil), p.rack[:count]...)
	if _, err := g.confirm(ctx, p, referee.Exchange(given.String())); err != nil {
		return err
	}
	// Draw first, then give back.
	p.rack = append(p.rack[count:], g.bag.draw(count)...)
	g.bag.giveBack(given)
	p.exchanged = true
	g.passes = 0
	return nil
}

// confirm has a move judged, and writes it down.
func (g *game) confirm(ctx context.Context, p *player, move *pb.Move) (*pb.JudgeMoveResponse, error) {
	verdict, err := g.client.JudgeMove(ctx, &pb.JudgeMoveRequest{
		Ruleset:         rulesetID,
		Board:           g.board,
		Move:            move,
		Rack:            proto.String(p.rack.String()),
		BagCount:        proto.Uint32(uint32(len(g.bag.tiles))),
		IncludePosition: true,
	})
	if err != nil {
		return nil, err
	}
	if !verdict.GetValid() {
		return nil, fmt.Errorf("the referee refuses %v: %v", move, verdict.GetViolations())
	}
	p.score += verdict.GetScore()
	g.record.provenance = verdict.GetProvenance()
	g.record.add(p.nick, p.rack, verdict.GetNotation(), verdict.GetScore(), p.score)
	return verdict, nil
}

// ended tells whether the game is over after a player's turn.
func (g *game) ended(ctx context.Context, last *player) (bool, error) {
	if g.passes >= len(g.players)*int(g.ruleset.GetPassRounds()) {
		return true, nil
	}
	if len(g.bag.tiles) > 0 {
		return false, nil
	}
	if len(last.rack) == 0 {
		return true, nil
	}
	for _, p := range g.players {
		found, err := g.find(ctx, p, true)
		if err != nil || len(found.GetPlays()) > 0 {
			return false, err
		}
	}
	return true, nil
}

func (g *game) countUnplayed() {
	for _, p := range g.players {
		if len(p.rack) > 0 {
			cost := g.ruleset.GetScoring().GetUnplayedTile() * int32(len(p.rack))
			p.score += cost
			g.record.add(p.nick, p.rack, "("+p.rack.String()+")", cost, p.score)
		}
	}
}
