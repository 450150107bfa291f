import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";

import { type ChannelCredentials, credentials } from "@grpc/grpc-js";

/** Whom the client trusts and who it is. All fields are paths of PEM files. */
export interface TlsFiles {
  /** The authorities that may vouch for the server; absent: those that Node trusts. */
  caFile?: string | undefined;
  /** The client's own certificate chain; not without `keyFile`. */
  certificateFile?: string | undefined;
  /** The client's private key; not without `certificateFile`. */
  keyFile?: string | undefined;
}

/** Returns the credentials of a channel; throws an Error that names the file that is no good. */
export function tlsCredentials(files: TlsFiles): ChannelCredentials {
  const { caFile, certificateFile, keyFile } = files;
  const authorities = caFile === undefined ? null : read("authorities", caFile);
  if (authorities !== null) {
    // Node takes what is no PEM, and then trusts nobody.
    attempt(`authorities: ${caFile}`, () => new X509Certificate(authorities));
  }
  if ((certificateFile === undefined) !== (keyFile === undefined)) {
    throw new Error("a client certificate needs its key, and a key its certificate");
  }
  if (certificateFile === undefined || keyFile === undefined) {
    return credentials.createSsl(authorities);
  }
  const certificate = read("client certificate", certificateFile);
  const key = read("client certificate", keyFile);
  return attempt(`client certificate: ${certificateFile} with ${keyFile}`, () =>
    credentials.createSsl(authorities, key, certificate),
  );
}

function read(what: string, file: string): Buffer {
  return attempt(what, () => readFileSync(file));
}

function attempt<T>(what: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw new Error(`${what}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}
