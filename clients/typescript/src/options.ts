import type { ClientOptions } from "@grpc/grpc-js";

import type { TlsFiles } from "./tls.js";

/** The version of this package. */
export const version = "1.0.0";

/** How long a unary call may take unless the client or the call says otherwise, in milliseconds. */
export const defaultDeadline = 5_000;

/** What the client calls itself, before gRPC's own name. */
export const defaultUserAgent = `upwords-referee-node/${version}`;

/** What a RefereeClient can be told. */
export interface RefereeClientOptions {
  /**
   * How long a unary call may take that names no deadline, in milliseconds; Infinity: as long as the service
   * config says. By default 5,000. Streams have no deadline of their own.
   */
  deadline?: number | undefined;
  /** A bearer key that is sent with every call; without TLS to loopback addresses only. */
  key?: string | undefined;
  /**
   * Lets the key travel without TLS to any host, where everyone on the way can read it. By default false.
   */
  keyOverPlainText?: boolean | undefined;
  /** Encrypts the channel; `{}` trusts the authorities that Node trusts. By default it is plain text. */
  tls?: TlsFiles | undefined;
  /** A gRPC service config that replaces `defaultServiceConfig`. */
  serviceConfig?: object | undefined;
  /** What the client calls itself. By default `defaultUserAgent`. */
  userAgent?: string | undefined;
  /** More options of @grpc/grpc-js, such as interceptors; the client's own go first. */
  grpcOptions?: ClientOptions | undefined;
}

/** What one call can be told. */
export interface CallOptions {
  /** How long the call may take, in milliseconds; Infinity: as long as the service config says. */
  deadline?: number | undefined;
  /** Cancels the call. */
  signal?: AbortSignal | undefined;
}
