import type { MessageInitShape } from "@bufbuild/protobuf";
import { type ClientDuplexStream, status as Code, type ServiceError, type StatusObject } from "@grpc/grpc-js";

import { encode } from "./connection.js";
import { errorOfCall } from "./errors.js";
import {
  type JudgeMoveRequestSchema,
  StreamJudgeMovesRequestSchema,
  type StreamJudgeMovesResponse,
} from "./gen/upwords/referee/v1/referee_service_pb.js";

/**
 * A conversation about moves: questions go out by `send`, answers come in any order by `receive` or
 * `for await`, and their ids tell which is which. It lives until it is closed and answered, cancelled, or
 * ended by the server.
 */
export class JudgeStream implements AsyncIterable<StreamJudgeMovesResponse> {
  readonly #call: ClientDuplexStream<Buffer, StreamJudgeMovesResponse>;
  readonly #signal: AbortSignal | undefined;
  #status: StatusObject | undefined;
  #error: ServiceError | undefined;
  #waiting: (() => void)[] = [];

  /** Streams are opened by RefereeClient.streamJudgeMoves. */
  constructor(call: ClientDuplexStream<Buffer, StreamJudgeMovesResponse>, signal: AbortSignal | undefined) {
    this.#call = call;
    this.#signal = signal;
    const wake = () => {
      for (const go of this.#waiting.splice(0)) {
        go();
      }
    };
    call.on("readable", wake);
    call.on("drain", wake);
    call.on("error", (error: ServiceError) => {
      this.#error = error;
    });
    call.on("status", (status: StatusObject) => {
      this.#status = status;
      wake();
    });
  }

  /**
   * Asks about one move. Resolves when there is room for the next question, so await it before you send
   * more; to false if the stream has ended, of which `receive` tells why. Rejects if the request is no
   * message or the stream is closed; it then goes on without it.
   */
  async send(id: string, request?: MessageInitShape<typeof JudgeMoveRequestSchema>): Promise<boolean> {
    if (this.#call.writableEnded) {
      throw new Error("the stream is closed");
    }
    const question = encode(StreamJudgeMovesRequestSchema, { id, request });
    if (this.#status === undefined) {
      this.#call.write(question);
    }
    while (this.#status === undefined && this.#call.writableNeedDrain) {
      await this.#change();
    }
    return this.#status === undefined;
  }

  /** Says that no more questions come; the answers still due do. */
  close(): void {
    this.#call.end();
  }

  /** Ends the stream, whatever is still under way. */
  cancel(): void {
    this.#call.cancel();
  }

  /**
   * Waits for the next answer; undefined comes after the last. An answer may be an error; see `errorOf`.
   * Rejects with a RefereeError if that is how the stream has ended.
   */
  async receive(): Promise<StreamJudgeMovesResponse | undefined> {
    for (;;) {
      const answer: StreamJudgeMovesResponse | null = this.#call.read();
      if (answer !== null) {
        return answer;
      }
      if (this.#status !== undefined) {
        break;
      }
      await this.#change();
    }
    if (this.#status.code !== Code.OK) {
      throw errorOfCall(this.#error ?? this.#status, this.#signal);
    }
    return undefined;
  }

  /** Yields the answers up to the last one; leaving the loop early cancels the stream. */
  async *[Symbol.asyncIterator](): AsyncGenerator<StreamJudgeMovesResponse, void> {
    try {
      for (;;) {
        const answer = await this.receive();
        if (answer === undefined) {
          return;
        }
        yield answer;
      }
    } finally {
      this.cancel();
    }
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
