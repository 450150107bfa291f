import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { readFileSync } from "node:fs";
import { type TestContext, test } from "node:test";

import { anyPack, durationFromMs } from "@bufbuild/protobuf/wkt";
import {
  boardNotation,
  Code,
  create,
  defaultServiceConfig,
  defaultUserAgent,
  RefereeClient,
} from "@upwords-referee/client";

import { RetryInfoSchema } from "#gen/google/rpc/error_details_pb.js";
import { Fake, failing, open, refused, verdict } from "./fake.js";
import { root } from "./referee.js";

const retryInfo = anyPack(RetryInfoSchema, create(RetryInfoSchema, { retryDelay: durationFromMs(250) }));

/** Returns a server that fails each call with a code. */
function failingServer(code: Code): Fake {
  const fake = new Fake();
  fake.judge = (_, answer) => answer(failing(code, "later", retryInfo));
  return fake;
}

/** Returns a server that never answers, and what it does when its caller has gone. */
function hangingServer(): { fake: Fake; left: Promise<void> } {
  const fake = new Fake();
  const left = new Promise<void>((resolve) => {
    fake.judge = (call) => call.once("cancelled", resolve);
  });
  return { fake, left };
}

test("UNAVAILABLE is tried again", async (t) => {
  const fake = new Fake();
  fake.judge = (_, answer) =>
    fake.calls < 3
      ? answer(failing(Code.UNAVAILABLE, "later", retryInfo))
      : answer(null, verdict({ valid: true }));
  assert.equal((await open(t, await fake.serve(t)).judgeMove({})).valid, true);
  assert.equal(fake.calls, 3);
});

test("UNAVAILABLE for good tells the delay", async (t) => {
  const fake = failingServer(Code.UNAVAILABLE);
  const error = await refused(open(t, await fake.serve(t)).judgeMove({}));
  assert.equal(error.code, Code.UNAVAILABLE);
  assert.equal(error.message, "later");
  assert.equal(error.retryable, true);
  assert.equal(error.retryDelay, 250);
  assert.equal(fake.calls, 5);
});

test("other errors are not tried again", async (t) => {
  for (const code of [Code.RESOURCE_EXHAUSTED, Code.INTERNAL, Code.FAILED_PRECONDITION]) {
    const fake = failingServer(code);
    const error = await refused(open(t, await fake.serve(t)).judgeMove({}));
    assert.equal(error.code, code);
    assert.equal(fake.calls, 1);
  }
});

test("the service config can be replaced", async (t) => {
  const fake = failingServer(Code.UNAVAILABLE);
  await refused(open(t, await fake.serve(t), { serviceConfig: {} }).judgeMove({}));
  assert.equal(fake.calls, 1);
  assert.throws(() => new RefereeClient("127.0.0.1:1", { serviceConfig: { methodConfig: [{}] } }));
});

// What operators deploy and what this package carries is one config.
test("the default service config is the deployed one", () => {
  const deployed = JSON.parse(readFileSync(`${root}deploy/service_config.json`, "utf8"));
  assert.deepEqual(defaultServiceConfig, deployed);
});

test("calls have a deadline", async (t) => {
  const { fake, left } = hangingServer();
  const client = open(t, await fake.serve(t), { deadline: 50 });
  const begun = performance.now();
  assert.equal((await refused(client.judgeMove({}))).code, Code.DEADLINE_EXCEEDED);
  // That of the service config is 10 s.
  assert.ok(performance.now() - begun < 8_000);
  await left;
});

test("the deadline of the call goes first", async (t) => {
  const { fake } = hangingServer();
  const client = open(t, await fake.serve(t), { deadline: 1 });
  const begun = performance.now();
  const error = await refused(client.judgeMove({}, { deadline: 200 }));
  assert.equal(error.code, Code.DEADLINE_EXCEEDED);
  const passed = performance.now() - begun;
  assert.ok(passed > 150 && passed < 8_000, `${passed} ms`);
});

test("a deadline is a number of milliseconds from 0", async (t) => {
  const client = open(t, await new Fake().serve(t));
  for (const deadline of [-1, Number.NaN]) {
    await assert.rejects(client.judgeMove({}, { deadline }), RangeError);
  }
  assert.equal((await refused(client.judgeMove({}, { deadline: 0 }))).code, Code.DEADLINE_EXCEEDED);
  assert.equal((await client.judgeMove({}, { deadline: Number.POSITIVE_INFINITY })).valid, true);
});

test("a signal cancels a call on both sides, and its reason is the cause", async (t) => {
  const { fake, left } = hangingServer();
  const abort = new AbortController();
  const reason = new Error("the player has left");
  const asked = open(t, await fake.serve(t)).judgeMove({}, { signal: abort.signal });
  setTimeout(() => abort.abort(reason), 100);
  const error = await refused(asked);
  assert.equal(error.codeName, "CANCELLED");
  assert.equal(error.cause, reason);
  await left;
});

test("a signal that is aborted before the call keeps it from being made", async (t) => {
  const fake = new Fake();
  const client = open(t, await fake.serve(t));
  const signal = AbortSignal.abort();
  const error = await refused(client.judgeMove({}, { signal }));
  assert.equal(error.code, Code.CANCELLED);
  assert.equal(error.cause, signal.reason);
  assert.throws(() => client.streamJudgeMoves({ signal }), { code: Code.CANCELLED });
  assert.equal(fake.calls, 0);
});

test("a signal that lives on is not listened to for ever", async (t) => {
  const warned: Error[] = [];
  const warn = (warning: Error) => warned.push(warning);
  process.on("warning", warn);
  t.after(() => process.off("warning", warn));
  const client = open(t, await new Fake().serve(t));
  const { signal } = new AbortController();
  const asked = Array.from({ length: 50 }, () => client.judgeMove({}, { signal }));
  await Promise.all(asked);
  assert.equal(getEventListeners(signal, "abort").length, 0);
  assert.deepEqual(warned, []);
});

test("a server that is not there is UNAVAILABLE", async (t) => {
  const error = await refused(open(t, "127.0.0.1:1").judgeMove({}));
  assert.equal(error.code, Code.UNAVAILABLE);
  assert.equal(error.retryable, false);
});

test("closing ends the calls under way, and a closed client asks nothing", async (t) => {
  const { fake, left } = hangingServer();
  const client = open(t, await fake.serve(t));
  const asked = client.judgeMove({});
  const stream = client.streamJudgeMoves();
  await fake.arrived(2);
  client.close();
  assert.equal((await refused(asked)).code, Code.CANCELLED);
  assert.equal((await refused(stream.receive())).code, Code.CANCELLED);
  await left;
  assert.equal((await refused(client.judgeMove({}))).code, Code.CANCELLED);
  assert.throws(() => client.streamJudgeMoves(), { code: Code.CANCELLED });
  client.close();
});

test("a request that is no message is an error before it is sent", async (t) => {
  const fake = new Fake();
  const client = open(t, await fake.serve(t));
  await assert.rejects(client.judgeMove({ board: boardNotation(""), bagCount: -1 }), /bag_count/);
  assert.equal(fake.calls, 0);
});

test("the client names itself", async (t) => {
  const fake = new Fake();
  const target = await fake.serve(t);
  for (const userAgent of [undefined, "my-engine/2"]) {
    await open(t, target, { userAgent }).judgeMove({});
    const [sent] = fake.metadata.get("user-agent");
    assert.ok(String(sent).startsWith(`${userAgent ?? defaultUserAgent} `), `got ${sent}`);
  }
});

test("an empty target is refused", () => {
  assert.throws(() => new RefereeClient(""), /HOST:PORT/);
});

test("a proxy of the environment is not asked for what is on this machine", async (t) => {
  setProxy(t, "http://127.0.0.1:1");
  assert.equal((await open(t, await new Fake().serve(t)).judgeMove({})).valid, true);
});

function setProxy(t: TestContext, proxy: string): void {
  const before = process.env.grpc_proxy;
  process.env.grpc_proxy = proxy;
  t.after(() => {
    if (before === undefined) {
      delete process.env.grpc_proxy;
    } else {
      process.env.grpc_proxy = before;
    }
  });
}
