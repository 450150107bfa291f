package org.upwords.referee.client.example;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.upwords.referee.v1.TileKind;

/** The tiles that nobody has drawn, in the order in which they come out, last first. */
final class Bag {
  private final List<String> tiles = new ArrayList<>();
  private final Random chance;

  Bag(List<TileKind> kinds, Random chance) {
    this.chance = chance;
    for (TileKind kind : kinds) {
      tiles.addAll(Collections.nCopies(kind.getCount(), kind.getLetter()));
    }
    Collections.shuffle(tiles, chance);
  }

  int size() {
    return tiles.size();
  }

  /** Takes a number of tiles, or all if there are fewer. */
  List<String> draw(int count) {
    List<String> top = tiles.subList(Math.max(0, tiles.size() - count), tiles.size());
    List<String> drawn = List.copyOf(top);
    top.clear();
    return drawn;
  }

  void giveBack(List<String> given) {
    tiles.addAll(given);
    Collections.shuffle(tiles, chance);
  }
}
