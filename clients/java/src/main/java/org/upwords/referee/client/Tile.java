package org.upwords.referee.client;

/**
 * One tile laid on one square.
 *
 * @param row counted from 0 at the top
 * @param column counted from 0 at the left
 * @param letter the tile's letter, or what it spells: "Q", "Qu" and "QU" are the Qu tile
 */
public record Tile(int row, int column, String letter) {}
