import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";

import forge from "node-forge";

const hour = 3_600_000;

/** Returns a folder that is removed when the test ends. */
export function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), "upwords-referee-"));
  t.after(() => rmSync(path, { recursive: true }));
  return path;
}

/** Issues certificates into a folder of the test. */
export class Authority {
  /** The file of its own certificate. */
  readonly file: string;
  readonly #folder: string;
  readonly #keys = keyPair();
  readonly #name = [{ name: "commonName", value: "authority of a test" }];

  constructor(t: TestContext) {
    this.#folder = folder(t);
    const own = this.#sign(this.#name, this.#keys.publicKey, [
      { name: "basicConstraints", cA: true },
      { name: "keyUsage", keyCertSign: true },
    ]);
    this.file = this.#write("authority.pem", own);
  }

  /** Returns the files of a certificate for 127.0.0.1, and of its key. */
  issue(name: string): { certificate: string; key: string } {
    const keys = keyPair();
    const certificate = this.#sign([{ name: "commonName", value: name }], keys.publicKey, [
      { name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] },
      { name: "extKeyUsage", serverAuth: true, clientAuth: true },
    ]);
    return {
      certificate: this.#write(`${name}.pem`, certificate),
      key: this.#write(`${name}-key.pem`, forge.pki.privateKeyToPem(keys.privateKey)),
    };
  }

  #sign(
    subject: forge.pki.CertificateField[],
    publicKey: forge.pki.rsa.PublicKey,
    extensions: object[],
  ): string {
    const certificate = forge.pki.createCertificate();
    certificate.serialNumber = `01${randomBytes(8).toString("hex")}`;
    certificate.validity.notBefore = new Date(Date.now() - hour);
    certificate.validity.notAfter = new Date(Date.now() + hour);
    certificate.setSubject(subject);
    certificate.setIssuer(this.#name);
    certificate.setExtensions(extensions);
    certificate.publicKey = publicKey;
    certificate.sign(this.#keys.privateKey, forge.md.sha256.create());
    return forge.pki.certificateToPem(certificate);
  }

  #write(name: string, pem: string): string {
    const file = join(this.#folder, name);
    writeFileSync(file, pem, { mode: 0o600 });
    return file;
  }
}

function keyPair(): forge.pki.rsa.KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  return {
    publicKey: forge.pki.publicKeyFromPem(publicKey),
    privateKey: forge.pki.privateKeyFromPem(privateKey),
  };
}
