import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import {
  Code,
  create,
  type JudgeStream,
  type RefereeError,
  type StreamJudgeMovesResponse,
  StreamJudgeMovesResponseSchema,
} from "@upwords-referee/client";

import { type Conversation, Fake, failing, open } from "./fake.js";

const patience = { timeout: 60_000 };
const bulk = "x".repeat(10_000);

/** Far more than all buffers on the way hold: 100 MB. */
const many = 10_000;
const heldAtMost = many / 10;

function answer(id: string): StreamJudgeMovesResponse {
  return create(StreamJudgeMovesResponseSchema, {
    id,
    outcome: { case: "verdict", value: { valid: true, notation: bulk } },
  });
}

/** Answers every question, at the speed of its reader. */
function echo(conversation: Conversation): void {
  conversation.on("data", ({ id }: { id: string }) => {
    if (!conversation.write(answer(id))) {
      conversation.pause();
      void drained(conversation).then(() => conversation.resume());
    }
  });
  conversation.on("end", () => conversation.end());
}

function drained(conversation: Conversation): Promise<void> {
  return new Promise((resolve) => conversation.once("drain", resolve));
}

/** Waits until a number has stopped growing. */
async function settled(count: () => number): Promise<number> {
  let before = -1;
  while (count() !== before || before === 0) {
    before = count();
    await sleep(300);
  }
  return before;
}

async function sendMany(stream: JudgeStream, sent?: (id: number) => void): Promise<boolean> {
  for (let id = 0; id < many; id++) {
    if (!(await stream.send(String(id), { lexicon: bulk }))) {
      return false;
    }
    sent?.(id);
  }
  stream.close();
  return true;
}

test("sending waits for a server that does not read", patience, async (t) => {
  const stream = open(t, await new Fake().serve(t)).streamJudgeMoves();
  let sent = 0;
  const sending = sendMany(stream, () => sent++);
  const held = await settled(() => sent);
  assert.ok(held < heldAtMost, `${held} questions were taken`);
  stream.cancel();
  assert.equal(await sending, false);
});

test("a server waits for a client that does not read", patience, async (t) => {
  const fake = new Fake();
  let written = 0;
  fake.converse = async (conversation) => {
    for (; written < many; written++) {
      if (!conversation.write(answer(String(written)))) {
        await drained(conversation);
      }
    }
    conversation.end();
  };
  const stream = open(t, await fake.serve(t)).streamJudgeMoves();
  const held = await settled(() => written);
  assert.ok(held < heldAtMost, `${held} answers were sent`);
  let received = 0;
  for await (const { id } of stream) {
    assert.equal(id, String(received++));
  }
  assert.equal(received, many);
});

test("what has been answered is not kept in memory", patience, async (t) => {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const used = async () => {
    // The memory of buffers is given back a little after they were collected.
    for (let round = 0; round < 3; round++) {
      collect();
      await new Promise((resolve) => setImmediate(resolve));
    }
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const fake = new Fake();
  fake.converse = echo;
  const stream = open(t, await fake.serve(t)).streamJudgeMoves();
  const sending = sendMany(stream);
  let received = 0;
  let before = 0;
  let after = 0;
  for await (const _ of stream) {
    received++;
    if (received === many / 10) {
      before = await used();
    } else if (received === (many / 10) * 9) {
      after = await used();
    }
  }
  assert.equal(await sending, true);
  assert.equal(received, many);
  // What is under way counts too; were it kept one way only, it would be 64 MB.
  assert.ok(after - before < 40_000_000, `${after - before} bytes more after 80 MB each way`);
});

test("questions may be sent without waiting, and answers received by several", patience, async (t) => {
  const fake = new Fake();
  fake.converse = echo;
  const stream = open(t, await fake.serve(t)).streamJudgeMoves();
  const ids = Array.from({ length: 200 }, (_, id) => String(id));
  const sending = Promise.all(ids.map((id) => stream.send(id, {})));
  const answers = await Promise.all(ids.map(() => stream.receive()));
  assert.deepEqual(answers.map((each) => each?.id).toSorted(), ids.toSorted());
  assert.ok((await sending).every((sent) => sent));
  stream.close();
  assert.equal(await stream.receive(), undefined);
  assert.equal(await stream.receive(), undefined);
});

test("a closed stream takes no more questions", patience, async (t) => {
  const fake = new Fake();
  fake.converse = echo;
  const stream = open(t, await fake.serve(t)).streamJudgeMoves();
  stream.close();
  await assert.rejects(stream.send("late", {}), /stream is closed/);
  assert.equal(await stream.receive(), undefined);
});

test("a request that is no message is not sent, and the stream goes on", patience, async (t) => {
  const fake = new Fake();
  fake.converse = echo;
  const stream = open(t, await fake.serve(t)).streamJudgeMoves();
  await assert.rejects(stream.send("half", { bagCount: 0.5 }), /bag_count/);
  assert.equal(await stream.send("whole", { bagCount: 1 }), true);
  assert.equal((await stream.receive())?.id, "whole");
});

test("leaving the loop cancels the stream on both sides", patience, async (t) => {
  const fake = new Fake();
  const cancelled = new Promise<void>((resolve) => {
    fake.converse = (conversation) => {
      conversation.once("cancelled", resolve);
      echo(conversation);
    };
  });
  const stream = open(t, await fake.serve(t)).streamJudgeMoves();
  await stream.send("1", {});
  for await (const { id } of stream) {
    assert.equal(id, "1");
    break;
  }
  await cancelled;
  assert.equal(await stream.send("2", {}), false);
});

test("the status that ends a stream comes after the answers before it", patience, async (t) => {
  const fake = new Fake();
  fake.converse = (conversation) => {
    conversation.write(answer("1"));
    conversation.write(answer("2"));
    conversation.emit("error", failing(Code.RESOURCE_EXHAUSTED, "enough"));
  };
  const stream = open(t, await fake.serve(t)).streamJudgeMoves();
  // It ends before anyone listens; that must neither be lost nor end the program.
  await sleep(200);
  assert.equal((await stream.receive())?.id, "1");
  assert.equal((await stream.receive())?.id, "2");
  for (let again = 0; again < 2; again++) {
    await assert.rejects(stream.receive(), { code: Code.RESOURCE_EXHAUSTED, message: "enough" });
  }
});

test("a stream that is unavailable is opened again, with what was sent", patience, async (t) => {
  const fake = new Fake();
  fake.converse = (conversation) => {
    if (fake.calls < 3) {
      conversation.emit("error", failing(Code.UNAVAILABLE, "later"));
    } else {
      echo(conversation);
    }
  };
  const stream = open(t, await fake.serve(t)).streamJudgeMoves();
  await stream.send("1", {});
  stream.close();
  assert.equal((await stream.receive())?.id, "1");
  assert.equal(await stream.receive(), undefined);
  assert.equal(fake.calls, 3);
});

test("a signal cancels a stream, and its reason is the cause", patience, async (t) => {
  const abort = new AbortController();
  const stream = open(t, await new Fake().serve(t)).streamJudgeMoves({ signal: abort.signal });
  const receiving = stream.receive();
  const reason = new Error("the player has left");
  abort.abort(reason);
  await assert.rejects(receiving, { name: "RefereeError", code: Code.CANCELLED, cause: reason });
});

test("a stream has the deadline that it is opened with, and no other", patience, async (t) => {
  const client = open(t, await new Fake().serve(t), { deadline: 1 });
  await assert.rejects(client.streamJudgeMoves({ deadline: 50 }).receive(), { code: Code.DEADLINE_EXCEEDED });
  const stream = client.streamJudgeMoves();
  const first = await Promise.race([
    stream.receive().catch((error: RefereeError) => error.codeName),
    sleep(200, "still open"),
  ]);
  assert.equal(first, "still open");
});
