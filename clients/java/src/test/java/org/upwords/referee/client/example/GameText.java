package org.upwords.referee.client.example;

import java.util.ArrayList;
import java.util.List;
import org.upwords.referee.v1.Provenance;

/** A game in the notation of game records. */
final class GameText {
  private final List<Player> players;
  private final List<String> events = new ArrayList<>();
  private Provenance provenance = Provenance.getDefaultInstance();

  GameText(List<Player> players) {
    this.players = players;
  }

  List<String> events() {
    return List.copyOf(events);
  }

  void judgedBy(Provenance provenance) {
    this.provenance = provenance;
  }

  /** Writes down what a player did, before the rack changes and after the score has. */
  void add(Player player, String action, int score) {
    String held = player.rack.isEmpty() ? "-" : player.rack.toString();
    events.add(String.format(">%s: %s %s %+d %d", player.nick, held, action, score, player.score));
  }

  @Override
  public String toString() {
    List<String> lines = new ArrayList<>();
    lines.add("#character-encoding UTF-8");
    lines.add("#game-type upwords");
    lines.add("#ruleset " + provenance.getRuleset());
    lines.add("#lexicon " + provenance.getLexicon());
    lines.add("#lexicon-digest " + provenance.getLexiconDigest());
    for (int i = 0; i < players.size(); i++) {
      lines.add("#player" + (i + 1) + " " + players.get(i).nick);
    }
    lines.addAll(events);
    return String.join("\n", lines) + "\n";
  }
}
