const golden = 0x9e3779b97f4a7c15n;

/** Numbers by chance, the same for the same seed (SplitMix64). */
export class Chance {
  #state: bigint;

  constructor(seed: bigint) {
    this.#state = BigInt.asUintN(64, seed);
  }

  /** Returns a whole number from 0 up to, but not including, `bound`. */
  below(bound: number): number {
    this.#state = BigInt.asUintN(64, this.#state + golden);
    let mixed = this.#state;
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n);
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
    return Number((mixed ^ (mixed >> 31n)) % BigInt(bound));
  }

  /** Puts items into an order by chance. */
  shuffle<T>(items: T[]): void {
    for (let last = items.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [items[last], items[other]] = [items[other] as T, items[last] as T];
    }
  }
}
