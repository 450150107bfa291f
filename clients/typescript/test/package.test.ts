import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { promisify } from "node:util";

import * as client from "@upwords-referee/client";

import { home, startReferee } from "./referee.js";

const run = promisify(execFile);
const text = (file: string) => readFileSync(home + file, "utf8");

test("the version is that of the package", () => {
  assert.equal(client.version, JSON.parse(text("package.json")).version);
});

test("the example of the README is the one that runs", async (t) => {
  const [, shown] = /```ts\n(import .*?)```/s.exec(text("README.md")) ?? [];
  assert.equal(shown, text("examples/judge.ts"));
  const referee = await startReferee();
  t.after(() => referee.stop());
  const { stdout } = await run(process.execPath, [`${home}build/examples/judge.js`, referee.target]);
  assert.equal(stdout, "true 5 [ 'WOOD' ]\n");
});

test("the package holds the client and its types, and no tests", async () => {
  const { stdout } = await run("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: home });
  const packed: string[] = JSON.parse(stdout)[0].files.map(({ path }: { path: string }) => path);
  for (const file of [
    "dist/index.js",
    "dist/index.d.ts",
    "dist/gen/upwords/referee/v1/move_pb.js",
    "LICENSE",
  ]) {
    assert.ok(packed.includes(file), file);
  }
  const others = packed.filter(
    (file) => !/^(dist\/.*\.(js|d\.ts)|LICENSE|README\.md|package\.json)$/.test(file),
  );
  assert.deepEqual(others, []);
});

test("the lock file names no registry", () => {
  assert.doesNotMatch(text("package-lock.json"), /"resolved"/);
});
