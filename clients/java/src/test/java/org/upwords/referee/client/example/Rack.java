package org.upwords.referee.client.example;

import java.util.ArrayList;
import java.util.List;

/** What a player holds. */
final class Rack {
  private final List<String> tiles;

  Rack(List<String> tiles) {
    this.tiles = new ArrayList<>(tiles);
  }

  int size() {
    return tiles.size();
  }

  boolean isEmpty() {
    return tiles.isEmpty();
  }

  void add(List<String> drawn) {
    tiles.addAll(drawn);
  }

  void remove(String tile) {
    if (!tiles.remove(tile)) {
      throw new IllegalStateException("there is no " + tile + " on the rack " + this);
    }
  }

  List<String> first(int count) {
    return List.copyOf(tiles.subList(0, count));
  }

  /** The tiles sorted, one character each. */
  @Override
  public String toString() {
    return String.join("", tiles.stream().sorted().toList());
  }
}
