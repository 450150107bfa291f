import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";

const patience = 60_000;

/** The folder of the repository; this file runs from build/test. */
export const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** The folder of this package. */
export const home = fileURLToPath(new URL("../../", import.meta.url));

/** A referee that runs for tests. */
export interface Referee {
  target: string;
  /** Ends it, and returns when it has ended. */
  stop(): Promise<void>;
}

/** Returns the path of the referee's program; throws an Error if there is none. */
export function program(): string {
  const path = process.env.UPWORDS_REFEREE ?? `${root}.venv/bin/upwords-referee`;
  if (!existsSync(path)) {
    throw new Error(`no referee to ask: there is no ${path}; set UPWORDS_REFEREE to the program`);
  }
  return path;
}

/** Returns the environment of the program, which refuses settings that it does not know. */
export function environment(): NodeJS.ProcessEnv {
  const { UPWORDS_REFEREE: _, ...env } = process.env;
  return env;
}

/** Starts a referee with its built-in rulesets and lexica, and these further arguments of `serve`. */
export async function startReferee(...more: string[]): Promise<Referee> {
  const listen = ["serve", "--listen", "127.0.0.1:0", "--drain-seconds", "0", "--grace-seconds", "0.1"];
  const server = spawn(program(), [...listen, ...more], {
    env: environment(),
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exited = once(server, "exit");
  const stop = async () => {
    const late = setTimeout(() => server.kill("SIGKILL"), patience);
    server.kill("SIGINT");
    await exited;
    clearTimeout(late);
  };
  try {
    return { target: await address(server.stderr), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns where the server listens, as it says in its log. */
function address(log: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const lines = createInterface({ input: log });
    // Read to its end: a full pipe would stop the server.
    lines.on("line", (line) => {
      said = line;
      const event = line.startsWith("{") ? JSON.parse(line) : {};
      if (event.event === "listening") {
        resolve(event.address);
      }
    });
    lines.on("close", () => reject(new Error(`the referee ended before it listened: ${said}`)));
    setTimeout(() => reject(new Error("the referee does not listen")), patience).unref();
  });
}
