/** What a signal can cancel. */
export interface Cancellable {
  cancel(): void;
}

/**
 * Lets signals cancel what belongs to them. It listens to each signal once, however many calls share it,
 * since Node warns of many listeners on one signal.
 */
export class Aborting {
  readonly #belongings = new Map<AbortSignal, Set<Cancellable>>();

  add(signal: AbortSignal, call: Cancellable): void {
    const calls = this.#belongings.get(signal);
    if (calls !== undefined) {
      calls.add(call);
      return;
    }
    this.#belongings.set(signal, new Set([call]));
    signal.addEventListener("abort", this.#abort);
  }

  remove(signal: AbortSignal, call: Cancellable): void {
    const calls = this.#belongings.get(signal);
    calls?.delete(call);
    if (calls?.size === 0) {
      this.#belongings.delete(signal);
      signal.removeEventListener("abort", this.#abort);
    }
  }

  readonly #abort = ({ target }: Event) => {
    for (const call of this.#belongings.get(target as AbortSignal) ?? []) {
      call.cancel();
    }
  };
}
