import {
  create,
  type DescMessage,
  type DescMethod,
  type DescMethodBiDiStreaming,
  type DescMethodUnary,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from "@bufbuild/protobuf";
import {
  type ChannelCredentials,
  Client,
  type ClientDuplexStream,
  type ClientOptions,
  type CallOptions as GrpcCallOptions,
  Metadata,
} from "@grpc/grpc-js";

import { Aborting, type Cancellable } from "./aborting.js";
import { Code, errorOfCall, RefereeError } from "./errors.js";
import type { CallOptions } from "./options.js";

/** One channel that is kept, and the calls that are under way on it: protobuf-es above, grpc-js below. */
export class Connection {
  readonly #grpc: Client;
  readonly #key: string | undefined;
  readonly #calls = new Set<Call>();
  readonly #aborting = new Aborting();
  #closed = false;

  constructor(target: string, channel: ChannelCredentials, options: ClientOptions, key: string | undefined) {
    this.#grpc = new Client(target, channel, options);
    this.#key = key;
  }

  /** Makes a call with one answer; rejects with a RefereeError. */
  async unary<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
    options: CallOptions,
  ): Promise<MessageShape<O>> {
    const { signal } = options;
    const bytes = encode(method.input, request);
    this.#check(signal);
    return new Promise((resolve, reject) => {
      const call = this.#grpc.makeUnaryRequest<Buffer, MessageShape<O>>(
        path(method),
        asItIs,
        (answer) => fromBinary(method.output, answer),
        bytes,
        this.#metadata(),
        grpcOptions(options),
        (error, answer) => (error ? reject(errorOfCall(error, signal)) : resolve(answer as MessageShape<O>)),
      );
      this.#watch(call, signal);
    });
  }

  /** Opens a stream in both directions; it takes requests that are encoded. */
  stream<O extends DescMessage>(
    method: DescMethodBiDiStreaming<DescMessage, O>,
    options: CallOptions,
  ): ClientDuplexStream<Buffer, MessageShape<O>> {
    this.#check(options.signal);
    const call = this.#grpc.makeBidiStreamRequest<Buffer, MessageShape<O>>(
      path(method),
      asItIs,
      (answer) => fromBinary(method.output, answer),
      this.#metadata(),
      grpcOptions(options),
    );
    this.#watch(call, options.signal);
    return call;
  }

  /** Ends the channel and the calls on it. */
  close(): void {
    this.#closed = true;
    for (const call of this.#calls) {
      call.cancel();
    }
    this.#grpc.close();
  }

  #metadata(): Metadata {
    const metadata = new Metadata();
    if (this.#key !== undefined) {
      metadata.set("authorization", `Bearer ${this.#key}`);
    }
    return metadata;
  }

  #check(signal: AbortSignal | undefined): void {
    if (this.#closed) {
      throw new RefereeError(Code.CANCELLED, "The client is closed.");
    }
    if (signal?.aborted) {
      throw new RefereeError(Code.CANCELLED, "The call was cancelled before it began.", {
        cause: signal.reason,
      });
    }
  }

  /** Lets the signal and `close` end a call until it has ended. */
  #watch(call: Call, signal: AbortSignal | undefined): void {
    this.#calls.add(call);
    if (signal !== undefined) {
      this.#aborting.add(signal, call);
    }
    call.on("status", () => {
      this.#calls.delete(call);
      if (signal !== undefined) {
        this.#aborting.remove(signal, call);
      }
    });
  }
}

interface Call extends Cancellable {
  on(event: "status", listener: () => void): unknown;
}

/** Returns a message as bytes; throws an Error if it is none, such as one with half a row. */
export function encode<D extends DescMessage>(schema: D, message: MessageInitShape<D>): Buffer {
  const bytes = toBinary(schema, create(schema, message));
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function path(method: DescMethod): string {
  return `/${method.parent.typeName}/${method.name}`;
}

function grpcOptions({ deadline = Number.POSITIVE_INFINITY }: CallOptions): GrpcCallOptions {
  if (!(deadline >= 0)) {
    throw new RangeError(`the deadline must be a number of milliseconds from 0, not ${deadline}`);
  }
  return { deadline: Date.now() + deadline };
}

function asItIs(bytes: Buffer): Buffer {
  return bytes;
}
