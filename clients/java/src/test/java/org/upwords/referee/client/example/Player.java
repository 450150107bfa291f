package org.upwords.referee.client.example;

/** One who takes part in the game. */
final class Player {
  final String nick;
  final Rack rack;
  int score;

  /** Whether the last turn was an exchange, lest two stuck players go on for ever. */
  boolean exchanged;

  Player(String nick, Rack rack) {
    this.nick = nick;
    this.rack = rack;
  }
}
