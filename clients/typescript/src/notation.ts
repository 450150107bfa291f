import { create } from "@bufbuild/protobuf";

import { type Board, BoardSchema } from "./gen/upwords/referee/v1/board_pb.js";
import { type Move, MoveSchema } from "./gen/upwords/referee/v1/move_pb.js";

/** One tile laid on one square. */
export interface Tile {
  /** Counts from 0 at the top. */
  row: number;
  /** Counts from 0 at the left. */
  column: number;
  /** The tile's letter, or what it spells: "Q", "Qu" and "QU" are the Qu tile. */
  letter: string;
}

/** Returns a board in position notation, such as "10/10/10/10/2(MW)OOD4/10/10/10/10/10". */
export function boardNotation(text: string): Board {
  return create(BoardSchema, { form: { case: "notation", value: text } });
}

/**
 * Returns a board as its top letters, "." for an empty square, and its heights in digits; empty heights:
 * every tile stands one high. Rows may be separated by "/".
 */
export function boardGrid(letters: string, heights = ""): Board {
  return create(BoardSchema, { form: { case: "grid", value: { letters, heights } } });
}

/** Returns a move in move notation: a play "5C W...", an exchange "-E" or a pass "-". */
export function playNotation(text: string): Move {
  return create(MoveSchema, { action: { case: "notation", value: text } });
}

/** Returns the play that lays these tiles, in any order. */
export function playTiles(...tiles: Tile[]): Move {
  const placements = tiles.map(({ row, column, letter }) => ({ row, column, tile: letter }));
  return create(MoveSchema, { action: { case: "play", value: { placements } } });
}

/** Returns the move that gives these tiles back, one character each; "Q" is the Qu tile. */
export function exchange(tiles: string): Move {
  return create(MoveSchema, { action: { case: "exchange", value: { tiles } } });
}

/** Returns the move that gives up the turn. */
export function passTurn(): Move {
  return create(MoveSchema, { action: { case: "passTurn", value: {} } });
}
