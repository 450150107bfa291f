/**
 * Shows what this client sees of a server: reads one question in JSON a line from standard input and writes
 * one answer a line to standard output, in any order.
 *
 *     conformance HOST:PORT
 */

import { serve } from "./lines.js";
import { Pool } from "./pool.js";

const [target, ...more] = process.argv.slice(2);
if (target === undefined || more.length > 0) {
  console.error("usage: conformance HOST:PORT");
  process.exit(2);
}
const clients = new Pool(target);
try {
  await serve(clients, process.stdin, process.stdout);
} catch (error) {
  console.error("conformance:", error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  clients.close();
}
