import type { Provenance } from "@upwords-referee/client";

/** A game in the notation of game records. */
export class GameLog {
  readonly events: string[] = [];
  readonly #nicks: string[];
  #provenance: Provenance | undefined;

  constructor(nicks: string[]) {
    this.#nicks = nicks;
  }

  /** Notes what the moves were judged by. */
  judgedBy(provenance: Provenance | undefined): void {
    this.#provenance = provenance;
  }

  add(nick: string, rack: string, action: string, score: number, total: number): void {
    this.events.push(`>${nick}: ${rack || "-"} ${action} ${score < 0 ? "" : "+"}${score} ${total}`);
  }

  text(): string {
    const { ruleset = "", lexicon = "", lexiconDigest = "" } = this.#provenance ?? {};
    const lines = [
      "#character-encoding UTF-8",
      "#game-type upwords",
      `#ruleset ${ruleset}`,
      `#lexicon ${lexicon}`,
      `#lexicon-digest ${lexiconDigest}`,
      ...this.#nicks.map((nick, index) => `#player${index + 1} ${nick}`),
      ...this.events,
    ];
    return lines.map((line) => `${line}\n`).join("");
  }
}
