import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { EndReason, RefereeClient } from "@upwords-referee/client";

import { Bag } from "../examples/engine/bag.js";
import { Chance } from "../examples/engine/chance.js";
import { Game, playGame, rulesetId } from "../examples/engine/game.js";
import { type Referee, startReferee } from "./referee.js";

let referee: Referee;
let client: RefereeClient;

before(async () => {
  referee = await startReferee();
  client = new RefereeClient(referee.target, { deadline: 30_000 });
});

after(async () => {
  client.close();
  await referee.stop();
});

const play = (seed: bigint) => playGame(client, new Chance(seed));

test("the record is sound and canonical", async () => {
  for (const seed of [0n, 1n, 2n]) {
    const record = await play(seed);
    const judged = await client.judgeGame({ game: { case: "text", value: record }, includeRecord: true });
    assert.equal(judged.sound, true);
    assert.deepEqual(judged.findings, []);
    assert.notEqual(judged.endReason, EndReason.UNSPECIFIED);
    assert.equal(judged.text, record);
  }
});

test("the same seed is the same game", async () => {
  const once = await play(7n);
  assert.equal(await play(7n), once);
  assert.notEqual(await play(8n), once);
});

test("the bag is drawn to the last tile", () => {
  const kinds = [
    { letter: "A", count: 2 },
    { letter: "B", count: 1 },
  ];
  const bag = new Bag(kinds, new Chance(1n));
  const drawn = [...bag.draw(2), ...bag.draw(2)];
  assert.deepEqual(drawn.toSorted(), ["A", "A", "B"]);
  assert.deepEqual(bag.tiles, []);
  bag.giveBack(["A"]);
  assert.deepEqual(bag.draw(1), ["A"]);
});

test("chance favours no order", () => {
  const chance = new Chance(1n);
  const counts = new Map<string, number>();
  for (let time = 0; time < 6_000; time++) {
    const items = ["A", "B", "C"];
    chance.shuffle(items);
    const order = items.join("");
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  assert.equal(counts.size, 6);
  assert.ok(Math.min(...counts.values()) > 850, JSON.stringify([...counts]));
});

test("stuck players exchange once, then pass", async () => {
  const game = new Game(client, await client.getRuleset(rulesetId), new Chance(1n));
  // No word is made of these, whichever is drawn.
  game.bag.tiles.splice(0, game.bag.tiles.length, "V", "V", "V");
  for (const player of game.players) {
    player.rack = ["V", "V"];
  }
  const ended: boolean[] = [];
  for (const player of [...game.players, ...game.players]) {
    await game.take(player);
    ended.push(await game.ended(player));
  }
  assert.deepEqual(game.log.events, [
    ">ann: VV -V +0 0",
    ">bob: VV -V +0 0",
    ">ann: VV - +0 0",
    ">bob: VV - +0 0",
  ]);
  assert.deepEqual(ended, [false, false, false, true]);
});
