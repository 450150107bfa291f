import assert from "node:assert/strict";
import { test } from "node:test";

import { type Any, AnySchema, anyPack, DurationSchema } from "@bufbuild/protobuf/wkt";
import { type Code, create, errorOf, type Rule, WordStatus } from "@upwords-referee/client";

import { BadRequestSchema, ErrorInfoSchema, RetryInfoSchema } from "#gen/google/rpc/error_details_pb.js";
import { type Status, StatusSchema } from "#gen/google/rpc/status_pb.js";
import { Fake, failing, open, refused, verdict } from "./fake.js";

const info = anyPack(
  ErrorInfoSchema,
  create(ErrorInfoSchema, { reason: "DRAINING", domain: "upwords.referee", metadata: { known: "a, b" } }),
);
const violations = [
  { field: "requests[3].board", description: "„Straße“ 語" },
  { field: "lexicon", description: "is none" },
];
const bad = anyPack(BadRequestSchema, create(BadRequestSchema, { fieldViolations: violations }));
const newer = create(AnySchema, {
  typeUrl: "type.googleapis.com/upwords.referee.v9.NewDetail",
  value: new Uint8Array([8, 1]),
});
const broken = create(AnySchema, {
  typeUrl: "type.googleapis.com/google.rpc.BadRequest",
  value: new Uint8Array([255]),
});

function retry(seconds: bigint, nanos: number): Any {
  const retryDelay = create(DurationSchema, { seconds, nanos });
  return anyPack(RetryInfoSchema, create(RetryInfoSchema, { retryDelay }));
}

function status(code: number, ...details: Any[]): Status {
  return create(StatusSchema, { code, message: "no", details });
}

test("the details of a status are decoded", () => {
  const error = errorOf(status(14, info, bad, retry(1n, 250_000_000)));
  assert.equal(error?.codeName, "UNAVAILABLE");
  assert.equal(error?.message, "no");
  assert.equal(error?.reason, "DRAINING");
  assert.equal(error?.domain, "upwords.referee");
  assert.deepEqual(error?.metadata, { known: "a, b" });
  assert.deepEqual(error?.fieldViolations, violations);
  assert.equal(error?.retryable, true);
  assert.equal(error?.retryDelay, 1250);
});

test("a detail that is unknown or broken does not hide the others", () => {
  const error = errorOf(status(3, newer, broken, info));
  assert.equal(error?.reason, "DRAINING");
  assert.deepEqual(error?.fieldViolations, []);
});

test("a retry is possible exactly when the referee names a delay", () => {
  assert.equal(errorOf(status(14, info))?.retryable, false);
  assert.equal(errorOf(status(14, info))?.retryDelay, undefined);
  const none = anyPack(RetryInfoSchema, create(RetryInfoSchema));
  assert.equal(errorOf(status(8, none))?.retryable, true);
  assert.equal(errorOf(status(8, none))?.retryDelay, 0);
});

test("a delay of more milliseconds than 32 bits hold survives", () => {
  assert.equal(errorOf(status(8, retry(9_000_000_000n, 0)))?.retryDelay, 9_000_000_000_000);
});

test("no status, and the status OK, are no error", () => {
  assert.equal(errorOf(undefined), undefined);
  assert.equal(errorOf(status(0)), undefined);
});

test("a code that is unknown survives", async (t) => {
  assert.equal(errorOf(status(77))?.code, 77);
  assert.equal(errorOf(status(77))?.codeName, "77");
  const fake = new Fake();
  fake.judge = (_, answer) => answer(failing(77 as Code, "of tomorrow", info));
  const error = await refused(open(t, await fake.serve(t)).judgeMove({}));
  assert.equal(error.codeName, "77");
  assert.equal(error.reason, "DRAINING");
});

test("numbers of enums that are unknown survive", async (t) => {
  const fake = new Fake();
  fake.judge = (_, answer) =>
    answer(
      null,
      verdict({
        violations: [{ rule: 999 as Rule }],
        words: [{ status: 200 as WordStatus }, { status: WordStatus.ACCEPTABLE }],
      }),
    );
  const answered = await open(t, await fake.serve(t)).judgeMove({});
  assert.deepEqual(
    answered.violations.map(({ rule }) => rule),
    [999],
  );
  assert.deepEqual(
    answered.words.map((word) => word.status),
    [200, WordStatus.ACCEPTABLE],
  );
});

test("a reply that is no message is an error", async (t) => {
  const fake = new Fake();
  fake.reply = Buffer.from([255]);
  assert.equal((await refused(open(t, await fake.serve(t)).judgeMove({}))).codeName, "INTERNAL");
});
