package org.upwords.referee.client;

import org.upwords.referee.v1.Board;
import org.upwords.referee.v1.Exchange;
import org.upwords.referee.v1.Grid;
import org.upwords.referee.v1.Move;
import org.upwords.referee.v1.Pass;
import org.upwords.referee.v1.Placement;
import org.upwords.referee.v1.Play;

/** Short ways to write boards and moves; meant for a static import. */
public final class Notation {
  private Notation() {}

  /** A board in position notation, such as "10/10/10/10/2(MW)OOD4/10/10/10/10/10". */
  public static Board boardNotation(String text) {
    return Board.newBuilder().setNotation(text).build();
  }

  /**
   * A board as its top letters, "." for an empty square, and its heights in digits; empty heights:
   * every tile stands one high. Rows may be separated by "/".
   */
  public static Board boardGrid(String letters, String heights) {
    return Board.newBuilder()
        .setGrid(Grid.newBuilder().setLetters(letters).setHeights(heights))
        .build();
  }

  /** A move in move notation: a play "5C W...", an exchange "-E" or a pass "-". */
  public static Move playNotation(String text) {
    return Move.newBuilder().setNotation(text).build();
  }

  /** The play that lays these tiles, in any order. */
  public static Move playTiles(Tile... tiles) {
    Play.Builder play = Play.newBuilder();
    for (Tile tile : tiles) {
      play.addPlacements(
          Placement.newBuilder()
              .setRow(tile.row())
              .setColumn(tile.column())
              .setTile(tile.letter()));
    }
    return Move.newBuilder().setPlay(play).build();
  }

  /** The move that gives these tiles back, one character each; "Q" is the Qu tile. */
  public static Move exchange(String tiles) {
    return Move.newBuilder().setExchange(Exchange.newBuilder().setTiles(tiles)).build();
  }

  /** The move that gives up the turn. */
  public static Move passTurn() {
    return Move.newBuilder().setPassTurn(Pass.getDefaultInstance()).build();
  }
}
