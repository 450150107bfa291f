import {
  type Board,
  boardNotation,
  exchange,
  type FindPlaysResponse,
  type FoundPlay,
  type JudgeMoveResponse,
  type Move,
  passTurn,
  playNotation,
  type RefereeClient,
  type Ruleset,
} from "@upwords-referee/client";

import { Bag } from "./bag.js";
import type { Chance } from "./chance.js";
import { GameLog } from "./record.js";

export const rulesetId = "standard-10x10";

class Player {
  readonly nick: string;
  rack: string[];
  score = 0;
  /** Whether the last turn was an exchange, lest two stuck players go on for ever. */
  exchanged = false;

  constructor(nick: string, rack: string[]) {
    this.nick = nick;
    this.rack = rack;
  }

  get rackText(): string {
    return this.rack.toSorted().join("");
  }

  remove(tile: string): void {
    this.rack.splice(this.rack.indexOf(tile), 1);
  }
}

/** Plays from the empty board to the end, and returns the record. */
export async function playGame(client: RefereeClient, chance: Chance): Promise<string> {
  const game = new Game(client, await client.getRuleset(rulesetId), chance);
  for (let turn = 0; ; turn++) {
    const player = game.players[turn % game.players.length] as Player;
    await game.take(player);
    if (await game.ended(player)) {
      game.countUnplayed();
      return game.log.text();
    }
  }
}

/** A game of the program against itself. */
export class Game {
  readonly players: Player[];
  readonly log: GameLog;
  readonly bag: Bag;
  readonly #client: RefereeClient;
  readonly #ruleset: Ruleset;
  #board: Board | undefined;
  /** Counts the passes since the last play or exchange. */
  #passes = 0;

  constructor(client: RefereeClient, ruleset: Ruleset, chance: Chance) {
    this.#client = client;
    this.#ruleset = ruleset;
    this.#board = boardNotation(Array(ruleset.rows).fill(ruleset.columns).join("/"));
    this.bag = new Bag(ruleset.tiles?.kinds ?? [], chance);
    const nicks = ["ann", "bob"];
    this.players = nicks.map((nick) => new Player(nick, this.bag.draw(ruleset.rackSize ?? 0)));
    this.log = new GameLog(nicks);
  }

  /** Makes the best play; if there is none, exchanges; if that cannot be, passes. */
  async take(player: Player): Promise<void> {
    const [best] = (await this.#find(player)).plays;
    const { exchangeTiles = 1 } = this.#ruleset;
    if (best) {
      await this.#lay(player, best);
    } else if (
      this.bag.tiles.length >= exchangeTiles &&
      player.rack.length >= exchangeTiles &&
      !player.exchanged
    ) {
      await this.#exchange(player, exchangeTiles);
    } else {
      await this.#confirm(player, passTurn());
      player.exchanged = false;
      this.#passes++;
    }
  }

  /** Tells whether the game is over after a player's turn. */
  async ended(last: Player): Promise<boolean> {
    if (this.#passes >= this.players.length * (this.#ruleset.passRounds ?? 1)) {
      return true;
    }
    if (this.bag.tiles.length > 0) {
      return false;
    }
    if (last.rack.length === 0) {
      return true;
    }
    for (const player of this.players) {
      if ((await this.#find(player, true)).plays.length > 0) {
        return false;
      }
    }
    return true;
  }

  countUnplayed(): void {
    for (const player of this.players) {
      if (player.rack.length > 0) {
        const cost = (this.#ruleset.scoring?.unplayedTile ?? 0) * player.rack.length;
        player.score += cost;
        this.log.add(player.nick, player.rackText, `(${player.rackText})`, cost, player.score);
      }
    }
  }

  #find(player: Player, anyOnly = false): Promise<FindPlaysResponse> {
    return this.#client.findPlays({
      ruleset: rulesetId,
      board: this.#board,
      rack: player.rackText,
      limit: 1,
      anyOnly,
    });
  }

  async #lay(player: Player, play: FoundPlay): Promise<void> {
    const verdict = await this.#confirm(player, playNotation(play.notation));
    this.#board = verdict.position;
    for (const { tile } of play.placements) {
      player.remove(tile);
    }
    player.rack.push(...this.bag.draw(play.placements.length));
    player.exchanged = false;
    this.#passes = 0;
  }

  async #exchange(player: Player, count: number): Promise<void> {
    const given = player.rack.slice(0, count);
    await this.#confirm(player, exchange(given.toSorted().join("")));
    // Draw first, then give back.
    player.rack = [...player.rack.slice(count), ...this.bag.draw(count)];
    this.bag.giveBack(given);
    player.exchanged = true;
    this.#passes = 0;
  }

  /** Has a move judged, and writes it down. */
  async #confirm(player: Player, move: Move): Promise<JudgeMoveResponse> {
    const verdict = await this.#client.judgeMove({
      ruleset: rulesetId,
      board: this.#board,
      move,
      rack: player.rackText,
      bagCount: this.bag.tiles.length,
      includePosition: true,
    });
    if (!verdict.valid) {
      const why = verdict.violations.map(({ message }) => message).join(" ");
      throw new Error(`the referee refuses ${verdict.notation}: ${why}`);
    }
    const score = verdict.score ?? 0;
    player.score += score;
    this.log.judgedBy(verdict.provenance);
    this.log.add(player.nick, player.rackText, verdict.notation, score, player.score);
    return verdict;
  }
}
