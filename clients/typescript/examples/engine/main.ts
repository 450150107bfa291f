/**
 * Plays a whole game of Upwords against itself through a referee, and prints its record.
 *
 *     engine HOST:PORT [SEED]
 *
 * The same seed draws the same tiles.
 */

import { RefereeClient } from "@upwords-referee/client";

import { Chance } from "./chance.js";
import { playGame } from "./game.js";

const [target, seed = "1", ...more] = process.argv.slice(2);
if (target === undefined || more.length > 0) {
  console.error("usage: engine HOST:PORT [SEED]");
  process.exit(2);
}
if (!/^\d+$/.test(seed)) {
  console.error("engine: the seed must be a whole number from 0");
  process.exit(2);
}
const client = new RefereeClient(target, { deadline: 10_000 });
try {
  process.stdout.write(await playGame(client, new Chance(BigInt(seed))));
} catch (error) {
  console.error("engine:", error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  client.close();
}
