import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";

import { RefereeError } from "@upwords-referee/client";

import { calls } from "./calls.js";
import type { Pool } from "./pool.js";

/** How many questions are under way at a time. */
const atOnce = 8;

/** One line of input. */
interface Question {
  id: string;
  /** The name of a call, with or without its service before a "/". */
  method: string;
  /** The message in base64; for a stream a list of them. */
  request: unknown;
  timeout_ms?: number;
  cancel_after_ms?: number;
  key?: string;
}

/** One line of output, without its id. */
type Answer = { response: unknown } | { error: object };

/** Answers every line of `input`; rejects if a line cannot be understood. */
export async function serve(clients: Pool, input: Readable, output: Writable): Promise<void> {
  const underWay = new Set<Promise<void>>();
  try {
    for await (const line of createInterface({ input })) {
      if (line.trim() === "") {
        continue;
      }
      const question = parse(line);
      const answering = ask(clients, question).then((answer) => {
        output.write(`${JSON.stringify({ id: question.id, ...answer })}\n`);
        underWay.delete(answering);
      });
      underWay.add(answering);
      if (underWay.size >= atOnce) {
        await Promise.race(underWay);
      }
    }
  } finally {
    await Promise.all(underWay);
  }
}

function parse(line: string): Question {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new Error(`no question: ${line.slice(0, 200)}`, { cause: error });
  }
}

async function ask(clients: Pool, question: Question): Promise<Answer> {
  const { method, request, timeout_ms: deadline, cancel_after_ms: cancelAfter, key } = question;
  const call = calls.get(method.slice(method.lastIndexOf("/") + 1));
  if (call === undefined) {
    return { error: failure("UNIMPLEMENTED", `this client has no method "${method}"`) };
  }
  const abort = new AbortController();
  const timer = cancelAfter === undefined ? undefined : setTimeout(() => abort.abort(), cancelAfter);
  try {
    return { response: await call(clients.client(key), request, { deadline, signal: abort.signal }) };
  } catch (error) {
    return { error: error instanceof RefereeError ? shown(error) : failure("INTERNAL", String(error)) };
  } finally {
    clearTimeout(timer);
  }
}

function shown(error: RefereeError): object {
  return {
    code: error.codeName,
    message: error.message,
    reason: error.reason,
    domain: error.domain,
    metadata: error.metadata,
    field_violations: error.fieldViolations,
    retry_delay_ms: error.retryDelay ?? null,
  };
}

function failure(code: string, message: string): object {
  return { code, message, reason: "", domain: "", metadata: {}, field_violations: [], retry_delay_ms: null };
}
