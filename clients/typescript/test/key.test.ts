import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { Code, RefereeClient, type RefereeClientOptions } from "@upwords-referee/client";

import { folder } from "./certificates.js";
import { Fake, open, refused } from "./fake.js";
import { environment, program, startReferee } from "./referee.js";

const key = "open-sesame";

test("a key is sent as bearer with each call and stream", async (t) => {
  const fake = new Fake();
  const client = open(t, await fake.serve(t), { key });
  await client.judgeMove({});
  assert.deepEqual(fake.metadata.get("authorization"), [`Bearer ${key}`]);
  client.streamJudgeMoves();
  await fake.arrived(2);
  assert.deepEqual(fake.metadata.get("authorization"), [`Bearer ${key}`]);
});

test("without a key none is sent", async (t) => {
  const fake = new Fake();
  await open(t, await fake.serve(t)).judgeMove({});
  assert.deepEqual(fake.metadata.get("authorization"), []);
});

const targets = {
  "127.0.0.1:50051": true,
  "127.8.8.8:50051": true,
  "localhost:50051": true,
  "[::1]:50051": true,
  "::1": true,
  "[0:0:0:0:0:0:0:1]:50051": true,
  "dns:localhost:50051": true,
  "dns:///localhost:50051": true,
  "unix:/run/referee.sock": true,
  "referee.example:50051": false,
  "10.0.0.1:50051": false,
  "0.0.0.0:50051": false,
  "[2001:db8::1]:50051": false,
  "localhost.example:50051": false,
  "127.0.0.1.example:50051": false,
  "dns:///10.0.0.1:50051": false,
  "dns://10.0.0.1/localhost": false,
  "ipv4:127.0.0.1:50051,10.0.0.1:50051": false,
};

test("a key travels unencrypted to loopback addresses only", () => {
  for (const [target, taken] of Object.entries(targets)) {
    const make = () => new RefereeClient(target, { key }).close();
    if (taken) {
      assert.doesNotThrow(make, target);
    } else {
      assert.throws(
        make,
        (error: Error) => /unencrypted/.test(error.message) && !error.message.includes(key),
        target,
      );
    }
  }
});

test("a key travels to other hosts if that is allowed, or encrypted", () => {
  const options: RefereeClientOptions[] = [{ keyOverPlainText: true }, { tls: {} }];
  for (const option of options) {
    assert.doesNotThrow(() => new RefereeClient("referee.example:50051", { key, ...option }).close());
  }
});

test("a key that no header can carry is refused", () => {
  for (const bad of ["", "two words", "line\nbreak", "schlüssel", "sesame\n"]) {
    assert.throws(
      () => new RefereeClient("127.0.0.1:50051", { key: bad }),
      (error: Error) => /no header/.test(error.message) && (bad === "" || !error.message.includes(bad)),
      bad,
    );
  }
});

test("a server that asks for keys knows its own", async (t) => {
  const { stdout, stderr } = spawnSync(program(), ["key", "new", "club"], {
    encoding: "utf8",
    env: environment(),
  });
  const file = join(folder(t), "keys.toml");
  writeFileSync(file, stdout, { mode: 0o600 });
  const referee = await startReferee("--keys", file);
  t.after(() => referee.stop());

  const own = stderr.trim().split(/\s+/).at(-1);
  assert.notEqual((await open(t, referee.target, { key: own }).listLexicons()).length, 0);
  for (const other of [undefined, "another"]) {
    const error = await refused(open(t, referee.target, { key: other }).listLexicons());
    assert.equal(error.code, Code.UNAUTHENTICATED);
  }
});
