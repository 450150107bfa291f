import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { Code, RefereeClient, type TlsFiles } from "@upwords-referee/client";

import { Authority, folder } from "./certificates.js";
import { open, refused } from "./fake.js";
import { startReferee } from "./referee.js";

// Handshakes that fail are tried again, which may take a while on a machine that is busy.
const deadline = 30_000;

test("a server is trusted by the authority named only", async (t) => {
  const trusted = new Authority(t);
  const { certificate, key } = trusted.issue("server");
  const referee = await startReferee("--tls-certificate", certificate, "--tls-key", key);
  t.after(() => referee.stop());

  const client = open(t, referee.target, { deadline, tls: { caFile: trusted.file } });
  assert.notEqual((await client.listLexicons()).length, 0);
  const others: Record<string, TlsFiles | undefined> = {
    "another authority": { caFile: new Authority(t).file },
    "Node's authorities": {},
    "plain text to a TLS address": undefined,
  };
  for (const [name, tls] of Object.entries(others)) {
    const error = await refused(open(t, referee.target, { deadline, tls }).listLexicons());
    assert.equal(error.code, Code.UNAVAILABLE, name);
  }
});

test("a server that asks for certificates gets one", async (t) => {
  const both = new Authority(t);
  const { certificate, key } = both.issue("server");
  const referee = await startReferee(
    ...["--tls-certificate", certificate, "--tls-key", key, "--tls-client-ca", both.file],
  );
  t.after(() => referee.stop());

  const without = open(t, referee.target, { deadline, tls: { caFile: both.file } });
  assert.equal((await refused(without.listLexicons())).code, Code.UNAVAILABLE);
  const own = both.issue("client");
  const tls = { caFile: both.file, certificateFile: own.certificate, keyFile: own.key };
  assert.notEqual((await open(t, referee.target, { deadline, tls }).listLexicons()).length, 0);
});

test("files that are no good are named", (t) => {
  const authority = new Authority(t);
  const { certificate, key } = authority.issue("client");
  const noPem = join(folder(t), "no.pem");
  writeFileSync(noPem, "not PEM");
  const cases: [TlsFiles, RegExp][] = [
    [{ caFile: "missing.pem" }, /authorities: .*missing\.pem/],
    [{ caFile: noPem }, /authorities: .*no\.pem/],
    [{ certificateFile: certificate }, /client certificate needs its key/],
    [{ keyFile: key }, /a key its certificate/],
    [{ certificateFile: certificate, keyFile: authority.file }, /client certificate: .*authority\.pem/],
    [
      { certificateFile: certificate, keyFile: new Authority(t).issue("other").key },
      /client certificate: .*other/,
    ],
    [{ certificateFile: "other.pem", keyFile: key }, /client certificate: .*other\.pem/],
  ];
  for (const [tls, message] of cases) {
    assert.throws(() => new RefereeClient("127.0.0.1:50051", { tls }), message);
  }
});
