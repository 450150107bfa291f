import { type DescMessage, fromBinary, type MessageShape } from "@bufbuild/protobuf";
import { type Any, anyUnpack, durationMs } from "@bufbuild/protobuf/wkt";
import { status as Code, type ServiceError } from "@grpc/grpc-js";

import { BadRequestSchema, ErrorInfoSchema, RetryInfoSchema } from "./gen/google/rpc/error_details_pb.js";
import { type Status, StatusSchema } from "./gen/google/rpc/status_pb.js";

/** The gRPC status codes, by name and by number. */
export { Code };

/** One field of a request that the referee cannot take. */
export interface FieldViolation {
  /** Its path from the request, such as "move.notation" or "requests[3].board". */
  field: string;
  /** What is wrong with it. */
  description: string;
}

/** What a RefereeError is made of. */
export interface RefereeErrorDetails {
  reason?: string;
  domain?: string;
  metadata?: Record<string, string>;
  fieldViolations?: FieldViolation[];
  retryDelay?: number;
  cause?: unknown;
}

/**
 * A question that could not be understood or answered, with the referee's details. Its `message` is one or
 * more English sentences. If an AbortSignal ended the call, `code` is CANCELLED and `cause` the signal's
 * reason.
 */
export class RefereeError extends Error {
  override readonly name = "RefereeError";
  /** The gRPC status code; a number that this client does not know is kept. */
  readonly code: Code;
  /** The code as gRPC spells it, such as "INVALID_ARGUMENT". */
  readonly codeName: string;
  /** Names the fault in UPPER_SNAKE_CASE, within `domain`; both are empty if the status has no details. */
  readonly reason: string;
  readonly domain: string;
  /** More about the reason. */
  readonly metadata: Record<string, string>;
  /** The fields at fault, in the referee's order. */
  readonly fieldViolations: FieldViolation[];
  /** Whether the same call may do better later: exactly when the referee names a delay. */
  readonly retryable: boolean;
  /** How long to wait before that, in milliseconds; undefined unless retryable. */
  readonly retryDelay: number | undefined;

  constructor(code: Code, message: string, details: RefereeErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.codeName = Code[code] ?? String(code);
    this.reason = details.reason ?? "";
    this.domain = details.domain ?? "";
    this.metadata = details.metadata ?? {};
    this.fieldViolations = details.fieldViolations ?? [];
    this.retryable = details.retryDelay !== undefined;
    this.retryDelay = details.retryDelay;
  }
}

/** Decodes the status of one result of a batch, or of one answer of a stream; undefined if there is none. */
export function errorOf(status: Status | undefined): RefereeError | undefined {
  if (status === undefined || status.code === Code.OK) {
    return undefined;
  }
  return new RefereeError(status.code, status.message, decode(status.details));
}

/** Makes a RefereeError of what gRPC ended a call with; `signal` is the one that may have ended it. */
export function errorOfCall(
  ended: Pick<ServiceError, "code" | "details" | "metadata">,
  signal?: AbortSignal,
): RefereeError {
  const aborted = ended.code === Code.CANCELLED && signal?.aborted;
  return new RefereeError(ended.code, ended.details, {
    ...decode(statusIn(ended)?.details ?? []),
    cause: aborted ? signal.reason : ended instanceof Error ? ended : undefined,
  });
}

function statusIn(ended: Pick<ServiceError, "metadata">): Status | undefined {
  const [bytes] = ended.metadata.get("grpc-status-details-bin");
  return bytes instanceof Buffer ? readable(() => fromBinary(StatusSchema, bytes)) : undefined;
}

function decode(details: Any[]): RefereeErrorDetails {
  const found: RefereeErrorDetails = {};
  for (const detail of details) {
    const info = unpack(detail, ErrorInfoSchema);
    if (info) {
      found.reason = info.reason;
      found.domain = info.domain;
      found.metadata = info.metadata;
    }
    const bad = unpack(detail, BadRequestSchema);
    if (bad) {
      found.fieldViolations = bad.fieldViolations.map(({ field, description }) => ({ field, description }));
    }
    const retry = unpack(detail, RetryInfoSchema);
    if (retry) {
      found.retryDelay = retry.retryDelay ? durationMs(retry.retryDelay) : 0;
    }
  }
  return found;
}

function unpack<D extends DescMessage>(detail: Any, schema: D): MessageShape<D> | undefined {
  return readable(() => anyUnpack(detail, schema));
}

/** Details that cannot be read must not hide the error that they came with. */
function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
