import assert from "node:assert/strict";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";

import { type DescMessage, fromBinary, toBinary } from "@bufbuild/protobuf";
import {
  AdjudicateChallengeRequestSchema,
  BatchJudgeMovesRequestSchema,
  boardNotation,
  CheckWordsRequestSchema,
  create,
  FindPlaysRequestSchema,
  GetLexiconRequestSchema,
  GetRulesetRequestSchema,
  InspectPositionRequestSchema,
  JudgeGameRequestSchema,
  JudgeMoveRequestSchema,
  JudgeMoveResponseSchema,
  ListLexiconsRequestSchema,
  ListRulesetsRequestSchema,
  type MessageInitShape,
  playNotation,
  StreamJudgeMovesRequestSchema,
  StreamJudgeMovesResponseSchema,
} from "@upwords-referee/client";

import { HealthCheckRequestSchema } from "#gen/grpc/health/v1/health_pb.js";
import { serve } from "../conformance/lines.js";
import { Pool } from "../conformance/pool.js";
import { type Referee, startReferee } from "./referee.js";

/** An answer as a runner reads it. */
interface Seen {
  id: string;
  response?: string | string[];
  error?: Record<string, unknown>;
}

const board = boardNotation("10/10/10/10/2MOOD4/10/10/10/10/10");
const move = playNotation("5C W...");
const wood = bytes(JudgeMoveRequestSchema, { board, move });

let referee: Referee;

before(async () => {
  referee = await startReferee();
});

after(() => referee.stop());

function bytes<D extends DescMessage>(schema: D, init: MessageInitShape<D>): string {
  return Buffer.from(toBinary(schema, create(schema, init))).toString("base64");
}

async function answers(...questions: object[]): Promise<Map<string, Seen>> {
  const input = Readable.from(questions.map((question) => `${JSON.stringify(question)}\n`));
  const output = new PassThrough();
  const clients = new Pool(referee.target);
  try {
    await serve(clients, input, output);
  } finally {
    clients.close();
    output.end();
  }
  const seen = (await text(output))
    .split("\n")
    .filter((line) => line !== "")
    .map((line): Seen => JSON.parse(line));
  assert.equal(seen.length, questions.length);
  for (const each of seen) {
    assert.ok((each.response === undefined) !== (each.error === undefined), JSON.stringify(each));
  }
  return new Map(seen.map((each) => [each.id, each]));
}

test("every method is answered", async () => {
  const requests: Record<string, string | string[]> = {
    JudgeMove: wood,
    BatchJudgeMoves: bytes(BatchJudgeMovesRequestSchema, { requests: [{ board, move }] }),
    FindPlays: bytes(FindPlaysRequestSchema, { board, rack: "W" }),
    InspectPosition: bytes(InspectPositionRequestSchema, { board }),
    AdjudicateChallenge: bytes(AdjudicateChallengeRequestSchema, { board, move, challenger: 1 }),
    JudgeGame: bytes(JudgeGameRequestSchema, {
      game: { case: "text", value: "#player1 ann\n>ann: ADMOORS 5D MOOD +8 8\n" },
    }),
    ListRulesets: bytes(ListRulesetsRequestSchema, {}),
    GetRuleset: bytes(GetRulesetRequestSchema, { id: "classic-8x8" }),
    CheckWords: bytes(CheckWordsRequestSchema, { words: ["wood"] }),
    ListLexicons: bytes(ListLexiconsRequestSchema, {}),
    GetLexicon: bytes(GetLexiconRequestSchema, { id: "enable" }),
    CheckHealth: bytes(HealthCheckRequestSchema, {}),
    Check: bytes(HealthCheckRequestSchema, {}),
    StreamJudgeMoves: [bytes(StreamJudgeMovesRequestSchema, { id: "1", request: { board, move } })],
  };
  const seen = await answers(
    ...Object.entries(requests).map(([method, request]) => ({ id: method, method, request })),
  );
  for (const [method, { error }] of seen) {
    assert.equal(error, undefined, method);
  }
});

test("a response is the message in base64, that of a stream a list", async () => {
  const two = [
    bytes(StreamJudgeMovesRequestSchema, { id: "1", request: { board, move } }),
    bytes(StreamJudgeMovesRequestSchema, { id: "2" }),
  ];
  const seen = await answers(
    { id: "one", method: "upwords.referee.v1.RefereeService/JudgeMove", request: wood, timeout_ms: 30_000 },
    { id: "two", method: "StreamJudgeMoves", request: two },
    { id: "none", method: "StreamJudgeMoves", request: [] },
  );
  const verdict = fromBinary(
    JudgeMoveResponseSchema,
    Buffer.from(String(seen.get("one")?.response), "base64"),
  );
  assert.equal(verdict.score, 5);
  const outcomes = [seen.get("two")?.response ?? []]
    .flat()
    .map((each) => fromBinary(StreamJudgeMovesResponseSchema, Buffer.from(each, "base64")))
    .map(({ id, outcome }) => [id, outcome.case]);
  assert.deepEqual(outcomes.toSorted(), [
    ["1", "verdict"],
    ["2", "error"],
  ]);
  assert.deepEqual(seen.get("none")?.response, []);
});

test("errors are shown whole", async () => {
  const bad = bytes(JudgeMoveRequestSchema, { board, move: playNotation("<up>") });
  const question = bytes(StreamJudgeMovesRequestSchema, { request: { board, move } });
  const seen = await answers(
    { id: "bad", method: "JudgeMove", request: bad },
    { id: "late", method: "JudgeMove", request: wood, timeout_ms: 1 },
    { id: "cancelled", method: "StreamJudgeMoves", request: [question], cancel_after_ms: 0 },
    { id: "unknown", method: "Guess", request: wood },
    { id: "no message", method: "JudgeMove", request: "/w==" },
    { id: "no key", method: "JudgeMove", request: wood, key: "two words" },
  );
  const { message, field_violations: violations, ...rest } = seen.get("bad")?.error ?? {};
  assert.match(String(message), /^move\.notation/);
  assert.deepEqual(
    (violations as { field: string }[]).map(({ field }) => field),
    ["move.notation"],
  );
  assert.deepEqual(rest, {
    code: "INVALID_ARGUMENT",
    reason: "INVALID_FIELD",
    domain: "upwords.referee",
    metadata: {},
    retry_delay_ms: null,
  });
  const codes = Object.fromEntries([...seen].map(([id, { error }]) => [id, error?.code]));
  assert.deepEqual(codes, {
    bad: "INVALID_ARGUMENT",
    late: "DEADLINE_EXCEEDED",
    cancelled: "CANCELLED",
    unknown: "UNIMPLEMENTED",
    "no message": "INTERNAL",
    "no key": "INTERNAL",
  });
});

test("a line that is no JSON ends the program", async () => {
  await assert.rejects(serve(new Pool("127.0.0.1:1"), Readable.from("what?\n"), new PassThrough()), /what\?/);
});
