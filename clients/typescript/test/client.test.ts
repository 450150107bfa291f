import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import {
  boardGrid,
  boardNotation,
  Code,
  errorOf,
  exchange,
  FindingKind,
  passTurn,
  playNotation,
  playTiles,
  RefereeClient,
  Rule,
  ServingStatus,
  WordStatus,
} from "@upwords-referee/client";

import { refused } from "./fake.js";
import { type Referee, startReferee } from "./referee.js";

const mood = boardNotation("10/10/10/10/2MOOD4/10/10/10/10/10");

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

test("boards and plays may be given in each form", async () => {
  const rows = Array.from({ length: 10 }, (_, row) => (row === 4 ? "..MOOD...." : ".........."));
  const heights = rows.map((row) => row.replace(/[A-Z]/g, "1").replaceAll(".", "0"));
  const boards = [mood, boardGrid(rows.join("/")), boardGrid(rows.join(""), heights.join(""))];
  const moves = [playNotation("5C W..."), playTiles({ row: 4, column: 2, letter: "W" })];
  for (const board of boards) {
    for (const move of moves) {
      const verdict = await client.judgeMove({ board, move });
      assert.equal(verdict.valid, true);
      assert.equal(verdict.score, 5);
      assert.deepEqual(
        verdict.words.map(({ text }) => text),
        ["WOOD"],
      );
    }
  }
});

test("an exchange and a pass are moves", async () => {
  for (const [move, notation] of [
    [exchange("E"), "-E"],
    [passTurn(), "-"],
  ] as const) {
    const verdict = await client.judgeMove({ board: mood, move });
    assert.equal(verdict.valid, true);
    assert.equal(verdict.notation, notation);
  }
});

test("a broken rule is a verdict, not an error", async () => {
  const verdict = await client.judgeMove({ board: mood, move: playNotation("1A WE") });
  assert.equal(verdict.valid, false);
  assert.equal(verdict.violations[0]?.rule, Rule.NOT_CONNECTED);
});

test("absent and zero differ", async () => {
  const absent = await client.judgeMove({ board: mood, move: exchange("E") });
  const zero = await client.judgeMove({ board: mood, move: exchange("E"), bagCount: 0 });
  assert.equal(absent.valid, true);
  assert.deepEqual(
    zero.violations.map(({ rule }) => rule),
    [Rule.EXCHANGE_BAG_EMPTY],
  );
});

test("a bad request names its fields", async () => {
  const error = await refused(client.judgeMove({ board: mood, move: playNotation("up") }));
  assert.equal(error.name, "RefereeError");
  assert.equal(error.code, Code.INVALID_ARGUMENT);
  assert.equal(error.codeName, "INVALID_ARGUMENT");
  assert.match(error.message, /^move\.notation/);
  assert.equal(error.reason, "INVALID_FIELD");
  assert.equal(error.domain, "upwords.referee");
  assert.deepEqual(
    error.fieldViolations.map(({ field }) => field),
    ["move.notation"],
  );
  assert.notEqual(error.fieldViolations[0]?.description, "");
  assert.equal(error.retryable, false);
  assert.equal(error.retryDelay, undefined);
});

test("an unknown lexicon comes with the known ones", async () => {
  const error = await refused(client.getLexicon("no-such"));
  assert.equal(error.code, Code.NOT_FOUND);
  assert.equal(error.reason, "UNKNOWN_LEXICON");
  assert.match(error.metadata.known ?? "", /enable/);
});

test("a batch holds verdicts and errors in order", async () => {
  const moves = [playNotation("5C W..."), playNotation("up"), passTurn()];
  const { results } = await client.batchJudgeMoves({
    board: mood,
    requests: moves.map((move) => ({ move })),
  });
  assert.deepEqual(
    results.map(({ outcome }) => outcome.case),
    ["verdict", "error", "verdict"],
  );
  const outcome = results[1]?.outcome;
  const error = errorOf(outcome?.case === "error" ? outcome.value : undefined);
  assert.equal(error?.code, Code.INVALID_ARGUMENT);
  assert.equal(error?.fieldViolations[0]?.field, "requests[1].move.notation");
});

test("a stream answers each id and survives a bad question", async () => {
  const stream = client.streamJudgeMoves();
  for (let id = 0; id < 50; id++) {
    await stream.send(String(id), { board: mood, move: playNotation("5C W...") });
  }
  await stream.send("bad");
  stream.close();
  const seen = new Map<string, boolean>();
  for await (const { id, outcome } of stream) {
    seen.set(id, outcome.case === "verdict" && outcome.value.valid);
    if (id === "bad") {
      const error = errorOf(outcome.case === "error" ? outcome.value : undefined);
      assert.equal(error?.code, Code.INVALID_ARGUMENT);
    }
  }
  assert.equal(seen.size, 51);
  assert.deepEqual(
    [...seen].filter(([, valid]) => !valid),
    [["bad", false]],
  );
});

test("plays are found best first", async () => {
  const { plays, total } = await client.findPlays({ board: mood, rack: "DELPSTW", limit: 5 });
  const scores = plays.map(({ score }) => score);
  assert.equal(scores.length, 5);
  assert.deepEqual(
    scores,
    scores.toSorted((one, other) => other - one),
  );
  assert.ok(total > 5);
});

test("a position is inspected", async () => {
  const inspected = await client.inspectPosition({
    board: boardNotation("10/10/10/10/2QXZ5/10/10/10/10/10"),
  });
  assert.equal(inspected.sound, false);
  assert.equal(inspected.findings[0]?.kind, FindingKind.WORD_NOT_ACCEPTABLE);
});

test("a challenge of a phony succeeds", async () => {
  const outcome = await client.adjudicateChallenge({
    board: mood,
    move: playNotation("5C L..."),
    challenger: 1,
  });
  assert.equal(outcome.playStands, false);
  assert.equal(outcome.adjustments[0]?.points, -5);
});

test("a game is judged", async () => {
  const text = "#player1 ann\n#player2 bob\n>ann: ADMOORS 5D MOOD +9 9\n";
  const judged = await client.judgeGame({ game: { case: "text", value: text } });
  assert.equal(judged.sound, false);
  assert.equal(judged.findings[0]?.kind, FindingKind.SCORE_MISMATCH);
  assert.equal(judged.events[0]?.score, 8);
});

test("rulesets and lexica are listed", async () => {
  assert.ok((await client.listRulesets()).length >= 3);
  assert.equal((await client.getRuleset("classic-8x8")).rows, 8);
  assert.notEqual((await client.listLexicons()).length, 0);
  assert.equal((await client.getLexicon("enable")).digest.length, 64);
});

test("words are checked", async () => {
  const { allAcceptable, words } = await client.checkWords({ words: ["quit", "Äpfel"] });
  assert.equal(allAcceptable, false);
  assert.equal(words[0]?.status, WordStatus.ACCEPTABLE);
  assert.equal(words[1]?.word, "ÄPFEL");
});

test("health is that of the service named", async () => {
  for (const service of [undefined, "", "lexicon/enable"]) {
    assert.equal(await client.checkHealth(service), ServingStatus.SERVING);
  }
  assert.equal((await refused(client.checkHealth("lexicon/no-such"))).code, Code.NOT_FOUND);
});
