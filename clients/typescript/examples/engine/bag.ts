import type { TileKind } from "@upwords-referee/client";

import type { Chance } from "./chance.js";

/** Holds the tiles that nobody has drawn, in the order in which they come out, last first. */
export class Bag {
  readonly tiles: string[];
  readonly #chance: Chance;

  constructor(kinds: Pick<TileKind, "letter" | "count">[], chance: Chance) {
    this.tiles = kinds.flatMap(({ letter, count = 0 }) => Array<string>(count).fill(letter));
    this.#chance = chance;
    chance.shuffle(this.tiles);
  }

  /** Takes a number of tiles, or all if there are fewer. */
  draw(count: number): string[] {
    return this.tiles.splice(Math.max(0, this.tiles.length - count));
  }

  giveBack(tiles: string[]): void {
    this.tiles.push(...tiles);
    this.#chance.shuffle(this.tiles);
  }
}
