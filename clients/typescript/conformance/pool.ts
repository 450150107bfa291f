import { RefereeClient } from "@upwords-referee/client";

/** Keeps one client for each key. */
export class Pool {
  readonly #target: string;
  readonly #clients = new Map<string | undefined, RefereeClient>();

  constructor(target: string) {
    this.#target = target;
  }

  client(key: string | undefined): RefereeClient {
    const client = this.#clients.get(key) ?? new RefereeClient(this.#target, { key });
    this.#clients.set(key, client);
    return client;
  }

  close(): void {
    for (const client of this.#clients.values()) {
      client.close();
    }
  }
}
