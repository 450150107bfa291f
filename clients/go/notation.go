package referee

import (
	pb "github.com/upwords-referee/upwords-referee/clients/go/upwords/referee/v1"
)

// Tile is one tile laid on one square.
type Tile struct {
	// Row and Column count from 0 at the top left.
	Row, Column int32
	// Letter is the tile's letter, or what it spells: "Q", "Qu" and "QU" are the Qu tile.
	Letter string
}

// BoardNotation returns a board in position notation, such as "10/10/10/10/2(MW)OOD4/10/10/10/10/10".
func BoardNotation(text string) *pb.Board {
	return &pb.Board{Form: &pb.Board_Notation{Notation: text}}
}

// BoardGrid returns a board as its top letters, "." for an empty square, and its heights in digits; empty
// heights: every tile stands one high. Rows may be separated by "/".
func BoardGrid(letters, heights string) *pb.Board {
	return &pb.Board{Form: &pb.Board_Grid{Grid: &pb.Grid{Letters: letters, Heights: heights}}}
}

// PlayNotation returns a move in move notation: a play "5C W...", an exchange "-E" or a pass "-".
func PlayNotation(text string) *pb.Move {
	return &pb.Move{Action: &pb.Move_Notation{Notation: text}}
}

// PlayTiles returns the play that lays these tiles, in any order.
func PlayTiles(tiles ...Tile) *pb.Move {
	placements := make([]*pb.Placement, 0, len(tiles))
	for _, tile := range tiles {
		placements = append(placements, &pb.Placement{Row: tile.Row, Column: tile.Column, Tile: tile.Letter})
	}
	return &pb.Move{Action: &pb.Move_Play{Play: &pb.Play{Placements: placements}}}
}

// Exchange returns the move that gives these tiles back, one character each; "Q" is the Qu tile.
func Exchange(tiles string) *pb.Move {
	return &pb.Move{Action: &pb.Move_Exchange{Exchange: &pb.Exchange{Tiles: tiles}}}
}

// PassTurn returns the move that gives up the turn.
func PassTurn() *pb.Move {
	return &pb.Move{Action: &pb.Move_PassTurn{PassTurn: &pb.Pass{}}}
}
