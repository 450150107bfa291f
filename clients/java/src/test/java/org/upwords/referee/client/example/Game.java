package org.upwords.referee.client.example;

import static org.upwords.referee.client.Notation.boardNotation;
import static org.upwords.referee.client.Notation.exchange;
import static org.upwords.referee.client.Notation.passTurn;
import static org.upwords.referee.client.Notation.playNotation;

import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.upwords.referee.client.UpwordsReferee;
import org.upwords.referee.v1.Board;
import org.upwords.referee.v1.FindPlaysRequest;
import org.upwords.referee.v1.FoundPlay;
import org.upwords.referee.v1.JudgeMoveRequest;
import org.upwords.referee.v1.JudgeMoveResponse;
import org.upwords.referee.v1.Move;
import org.upwords.referee.v1.Placement;
import org.upwords.referee.v1.Ruleset;

/** A game of two players who both make the best play. */
final class Game {
  static final String RULESET = "standard-10x10";

  private final UpwordsReferee referee;
  private final Ruleset ruleset;
  private final Bag bag;
  private final List<Player> players;
  private final GameText text;
  private Board board;

  /** Passes since the last play or exchange. */
  private int passes;

  Game(UpwordsReferee referee, Ruleset ruleset, Bag bag) {
    this.referee = referee;
    this.ruleset = ruleset;
    this.bag = bag;
    players =
        Stream.of("ann", "bob")
            .map(nick -> new Player(nick, new Rack(bag.draw(ruleset.getRackSize()))))
            .toList();
    text = new GameText(players);
    String row = String.valueOf(ruleset.getColumns());
    board = boardNotation(String.join("/", Collections.nCopies(ruleset.getRows(), row)));
  }

  /** Plays from the empty board to the end. */
  static GameText play(UpwordsReferee referee, Random chance) {
    Ruleset ruleset = referee.getRuleset(RULESET);
    Game game = new Game(referee, ruleset, new Bag(ruleset.getTiles().getKindsList(), chance));
    game.play();
    return game.text;
  }

  GameText text() {
    return text;
  }

  void play() {
    for (int turn = 0; ; turn++) {
      Player onTurn = players.get(turn % players.size());
      take(onTurn);
      if (hasEnded(onTurn)) {
        countUnplayed();
        return;
      }
    }
  }

  /** Makes the best play; if there is none, exchanges; if that cannot be, passes. */
  private void take(Player player) {
    List<FoundPlay> best = find(player, false);
    int count = ruleset.getExchangeTiles();
    if (!best.isEmpty()) {
      lay(player, best.get(0));
    } else if (bag.size() >= count && player.rack.size() >= count && !player.exchanged) {
      giveBack(player, count);
    } else {
      confirm(player, passTurn());
      player.exchanged = false;
      passes++;
    }
  }

  private List<FoundPlay> find(Player player, boolean anyOnly) {
    return referee
        .findPlays(
            FindPlaysRequest.newBuilder()
                .setRuleset(RULESET)
                .setBoard(board)
                .setRack(player.rack.toString())
                .setLimit(1)
                .setAnyOnly(anyOnly)
                .build())
        .getPlaysList();
  }

  private void lay(Player player, FoundPlay play) {
    board = confirm(player, playNotation(play.getNotation())).getPosition();
    for (Placement placement : play.getPlacementsList()) {
      player.rack.remove(placement.getTile());
    }
    player.rack.add(bag.draw(play.getPlacementsCount()));
    player.exchanged = false;
    passes = 0;
  }

  private void giveBack(Player player, int count) {
    List<String> given = player.rack.first(count);
    confirm(player, exchange(String.join("", given)));
    given.forEach(player.rack::remove);
    // Draw first, then give back.
    player.rack.add(bag.draw(count));
    bag.giveBack(given);
    player.exchanged = true;
    passes = 0;
  }

  /** Has a move judged, and writes it down. */
  private JudgeMoveResponse confirm(Player player, Move move) {
    JudgeMoveResponse verdict =
        referee.judgeMove(
            JudgeMoveRequest.newBuilder()
                .setRuleset(RULESET)
                .setBoard(board)
                .setMove(move)
                .setRack(player.rack.toString())
                .setBagCount(bag.size())
                .setIncludePosition(true)
                .build());
    if (!verdict.getValid()) {
      throw new IllegalStateException(
          "the referee refuses " + move + ": " + verdict.getViolationsList());
    }
    player.score += verdict.getScore();
    text.judgedBy(verdict.getProvenance());
    text.add(player, verdict.getNotation(), verdict.getScore());
    return verdict;
  }

  private boolean hasEnded(Player last) {
    if (passes >= players.size() * ruleset.getPassRounds()) {
      return true;
    }
    if (bag.size() > 0) {
      return false;
    }
    return last.rack.isEmpty() || players.stream().allMatch(each -> find(each, true).isEmpty());
  }

  private void countUnplayed() {
    for (Player player : players) {
      if (!player.rack.isEmpty()) {
        int cost = ruleset.getScoring().getUnplayedTile() * player.rack.size();
        player.score += cost;
        text.add(player, "(" + player.rack + ")", cost);
      }
    }
  }
}
