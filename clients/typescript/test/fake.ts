import type { TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { type DescService, fromBinary, toBinary } from "@bufbuild/protobuf";
import type { Any } from "@bufbuild/protobuf/wkt";
import {
  type handleBidiStreamingCall,
  type handleUnaryCall,
  Metadata,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServiceDefinition,
} from "@grpc/grpc-js";
import {
  type Code,
  create,
  type JudgeMoveRequest,
  type JudgeMoveResponse,
  JudgeMoveResponseSchema,
  type MessageInitShape,
  RefereeClient,
  type RefereeClientOptions,
  RefereeError,
  RefereeService,
  type StreamJudgeMovesRequest,
  type StreamJudgeMovesResponse,
} from "@upwords-referee/client";

import { StatusSchema } from "#gen/google/rpc/status_pb.js";

type Judge = handleUnaryCall<JudgeMoveRequest, JudgeMoveResponse>;
export type Conversation = ServerDuplexStream<StreamJudgeMovesRequest, StreamJudgeMovesResponse>;

/** A server that does what a test says, for what a sound referee seldom does. */
export class Fake {
  /** How to answer a call of JudgeMove; by default a valid verdict. */
  judge: Judge = (_, answer) => answer(null, verdict({ valid: true }));
  /** How to hold a stream; by default it is let alone. */
  converse: (conversation: Conversation) => void = () => {};
  /** The bytes of every verdict, if they shall be others than those of `judge`. */
  reply: Buffer | undefined;
  /** How often it was called. */
  calls = 0;
  /** What the last call came with. */
  metadata = new Metadata();

  /** Serves until the test ends, and returns the address. */
  async serve(t: TestContext): Promise<string> {
    const server = new Server();
    const judgeMove: Judge = (call, answer) => {
      this.#note(call.metadata);
      this.judge(call, answer);
    };
    const streamJudgeMoves: handleBidiStreamingCall<StreamJudgeMovesRequest, StreamJudgeMovesResponse> = (
      call,
    ) => {
      this.#note(call.metadata);
      this.converse(call);
    };
    server.addService(this.#definition(RefereeService), { judgeMove, streamJudgeMoves });
    const port = await new Promise<number>((resolve, reject) => {
      server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) =>
        error ? reject(error) : resolve(port),
      );
    });
    t.after(() => server.forceShutdown());
    return `127.0.0.1:${port}`;
  }

  /** Waits until a number of calls has arrived. */
  async arrived(calls: number): Promise<void> {
    while (this.calls < calls) {
      await sleep(5);
    }
  }

  #note(metadata: Metadata): void {
    this.calls++;
    this.metadata = metadata;
  }

  #definition(service: DescService): ServiceDefinition {
    return Object.fromEntries(
      service.methods.map(({ localName, name, input, output, methodKind }) => [
        localName,
        {
          path: `/${service.typeName}/${name}`,
          requestStream: methodKind !== "unary",
          responseStream: methodKind !== "unary",
          requestSerialize: (message) => Buffer.from(toBinary(input, message)),
          requestDeserialize: (bytes) => fromBinary(input, bytes),
          responseSerialize: (message) => this.reply ?? Buffer.from(toBinary(output, message)),
          responseDeserialize: (bytes) => fromBinary(output, bytes),
        },
      ]),
    );
  }
}

/** Returns a client that is closed when the test ends. */
export function open(t: TestContext, target: string, options?: RefereeClientOptions): RefereeClient {
  const client = new RefereeClient(target, options);
  t.after(() => client.close());
  return client;
}

/** Returns the RefereeError that a call ends with. */
export async function refused(call: Promise<unknown>): Promise<RefereeError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof RefereeError) {
      return error;
    }
    throw error;
  }
  throw new Error("the call was answered");
}

export function verdict(init: MessageInitShape<typeof JudgeMoveResponseSchema>): JudgeMoveResponse {
  return create(JudgeMoveResponseSchema, init);
}

/** Returns an error as a server of gRPC ends a call with. */
export function failing(code: Code, message: string, ...details: Any[]): object {
  const metadata = new Metadata();
  const status = toBinary(StatusSchema, create(StatusSchema, { code, message, details }));
  metadata.set("grpc-status-details-bin", Buffer.from(status));
  return { code, details: message, metadata };
}
