export { create, fromJson, type MessageInitShape, toJson } from "@bufbuild/protobuf";
export { RefereeClient } from "./client.js";
export { Code, errorOf, type FieldViolation, RefereeError, type RefereeErrorDetails } from "./errors.js";
export { HealthCheckResponse_ServingStatus as ServingStatus } from "./gen/grpc/health/v1/health_pb.js";
export * from "./gen/upwords/referee/v1/board_pb.js";
export * from "./gen/upwords/referee/v1/challenge_pb.js";
export * from "./gen/upwords/referee/v1/game_pb.js";
export * from "./gen/upwords/referee/v1/lexicon_pb.js";
export * from "./gen/upwords/referee/v1/lexicon_service_pb.js";
export * from "./gen/upwords/referee/v1/move_pb.js";
export * from "./gen/upwords/referee/v1/position_pb.js";
export * from "./gen/upwords/referee/v1/referee_service_pb.js";
export * from "./gen/upwords/referee/v1/ruleset_pb.js";
export * from "./gen/upwords/referee/v1/verdict_pb.js";
export {
  boardGrid,
  boardNotation,
  exchange,
  passTurn,
  playNotation,
  playTiles,
  type Tile,
} from "./notation.js";
export {
  type CallOptions,
  defaultDeadline,
  defaultUserAgent,
  type RefereeClientOptions,
  version,
} from "./options.js";
export { defaultServiceConfig } from "./service-config.js";
export { JudgeStream } from "./stream.js";
export type { TlsFiles } from "./tls.js";
