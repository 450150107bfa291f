import type { MessageInitShape } from "@bufbuild/protobuf";
import { credentials } from "@grpc/grpc-js";

import { Connection } from "./connection.js";
import { Code, RefereeError } from "./errors.js";
import { Health, type HealthCheckResponse_ServingStatus } from "./gen/grpc/health/v1/health_pb.js";
import type { Lexicon } from "./gen/upwords/referee/v1/lexicon_pb.js";
import {
  type CheckWordsRequestSchema,
  type CheckWordsResponse,
  LexiconService,
} from "./gen/upwords/referee/v1/lexicon_service_pb.js";
import {
  type AdjudicateChallengeRequestSchema,
  type AdjudicateChallengeResponse,
  type BatchJudgeMovesRequestSchema,
  type BatchJudgeMovesResponse,
  type FindPlaysRequestSchema,
  type FindPlaysResponse,
  type InspectPositionRequestSchema,
  type InspectPositionResponse,
  type JudgeGameRequestSchema,
  type JudgeGameResponse,
  type JudgeMoveRequestSchema,
  type JudgeMoveResponse,
  RefereeService,
} from "./gen/upwords/referee/v1/referee_service_pb.js";
import type { Ruleset } from "./gen/upwords/referee/v1/ruleset_pb.js";
import { isKey, isLoopback } from "./key.js";
import { type CallOptions, defaultDeadline, defaultUserAgent, type RefereeClientOptions } from "./options.js";
import { defaultServiceConfig } from "./service-config.js";
import { JudgeStream } from "./stream.js";
import { tlsCredentials } from "./tls.js";

// The server takes a ping every ten seconds.
const pingAfter = 20_000;
const pingPatience = 5_000;
const reconnectFirst = 100;
// gRPC would wait up to two minutes before it looks for a lost server again.
const reconnectAtMost = 5_000;

/**
 * Asks a referee over one channel that it keeps. Every method takes messages or plain objects of their
 * shape, and rejects with a RefereeError if the call fails. A move that breaks a rule is no failure but a
 * verdict whose `valid` is false.
 */
export class RefereeClient {
  readonly #connection: Connection;
  readonly #deadline: number;

  /**
   * Makes a client of the referee at `target` ("HOST:PORT", or any target of gRPC). It does not connect
   * before the first call. Throws an Error if an option is no good. Close it when done.
   */
  constructor(target: string, options: RefereeClientOptions = {}) {
    if (target === "") {
      throw new Error("the target is empty; it must be HOST:PORT");
    }
    checkKey(target, options);
    const { tls, serviceConfig = defaultServiceConfig, userAgent = defaultUserAgent } = options;
    const channel = tls === undefined ? credentials.createInsecure() : tlsCredentials(tls);
    const grpcOptions = {
      ...options.grpcOptions,
      "grpc.service_config": JSON.stringify(serviceConfig),
      // Else every start asks DNS for a config that would replace the one above.
      "grpc.service_config_disable_resolution": 1,
      "grpc.primary_user_agent": userAgent,
      "grpc.keepalive_time_ms": pingAfter,
      "grpc.keepalive_timeout_ms": pingPatience,
      "grpc.initial_reconnect_backoff_ms": reconnectFirst,
      "grpc.max_reconnect_backoff_ms": reconnectAtMost,
      // A proxy of the environment would take what is meant for this machine, the key too, to another.
      ...(isLoopback(target) ? { "grpc.enable_http_proxy": 0 } : {}),
    };
    this.#deadline = options.deadline ?? defaultDeadline;
    this.#connection = new Connection(target, channel, grpcOptions, options.key);
  }

  /** Ends the channel and the calls on it. */
  close(): void {
    this.#connection.close();
  }

  /** Judges one move on one board. */
  async judgeMove(
    request: MessageInitShape<typeof JudgeMoveRequestSchema>,
    options?: CallOptions,
  ): Promise<JudgeMoveResponse> {
    return this.#connection.unary(RefereeService.method.judgeMove, request, this.#options(options));
  }

  /** Judges up to 1,000 moves in one call. The result of one may be an error; see `errorOf`. */
  async batchJudgeMoves(
    request: MessageInitShape<typeof BatchJudgeMovesRequestSchema>,
    options?: CallOptions,
  ): Promise<BatchJudgeMovesResponse> {
    return this.#connection.unary(RefereeService.method.batchJudgeMoves, request, this.#options(options));
  }

  /** Opens a stream of moves. It has no deadline but that of its options. Cancel it, or read it to its end. */
  streamJudgeMoves(options: CallOptions = {}): JudgeStream {
    const call = this.#connection.stream(RefereeService.method.streamJudgeMoves, options);
    return new JudgeStream(call, options.signal);
  }

  /** Finds all legal plays for a rack, best first. */
  async findPlays(
    request: MessageInitShape<typeof FindPlaysRequestSchema>,
    options?: CallOptions,
  ): Promise<FindPlaysResponse> {
    return this.#connection.unary(RefereeService.method.findPlays, request, this.#options(options));
  }

  /** Says what is wrong with a position, and what stands on it. */
  async inspectPosition(
    request: MessageInitShape<typeof InspectPositionRequestSchema>,
    options?: CallOptions,
  ): Promise<InspectPositionResponse> {
    return this.#connection.unary(RefereeService.method.inspectPosition, request, this.#options(options));
  }

  /** Says what becomes of a challenged play. */
  async adjudicateChallenge(
    request: MessageInitShape<typeof AdjudicateChallengeRequestSchema>,
    options?: CallOptions,
  ): Promise<AdjudicateChallengeResponse> {
    return this.#connection.unary(RefereeService.method.adjudicateChallenge, request, this.#options(options));
  }

  /** Judges a game from the first event to the last. */
  async judgeGame(
    request: MessageInitShape<typeof JudgeGameRequestSchema>,
    options?: CallOptions,
  ): Promise<JudgeGameResponse> {
    return this.#connection.unary(RefereeService.method.judgeGame, request, this.#options(options));
  }

  /** Returns the rulesets that the server knows, complete, sorted by id. */
  async listRulesets(options?: CallOptions): Promise<Ruleset[]> {
    const { listRulesets } = RefereeService.method;
    return (await this.#connection.unary(listRulesets, {}, this.#options(options))).rulesets;
  }

  /** Returns the ruleset of an id, complete. */
  async getRuleset(id: string, options?: CallOptions): Promise<Ruleset> {
    const { getRuleset } = RefereeService.method;
    return present((await this.#connection.unary(getRuleset, { id }, this.#options(options))).ruleset);
  }

  /** Rules on up to 1,000 words. */
  async checkWords(
    request: MessageInitShape<typeof CheckWordsRequestSchema>,
    options?: CallOptions,
  ): Promise<CheckWordsResponse> {
    return this.#connection.unary(LexiconService.method.checkWords, request, this.#options(options));
  }

  /** Returns the lexica that the server holds, sorted by id. */
  async listLexicons(options?: CallOptions): Promise<Lexicon[]> {
    const { listLexicons } = LexiconService.method;
    return (await this.#connection.unary(listLexicons, {}, this.#options(options))).lexicons;
  }

  /** Describes the lexicon of an id. */
  async getLexicon(id: string, options?: CallOptions): Promise<Lexicon> {
    const { getLexicon } = LexiconService.method;
    return present((await this.#connection.unary(getLexicon, { id }, this.#options(options))).lexicon);
  }

  /** Says whether a service can answer: "" is the server, "lexicon/ID" one lexicon. */
  async checkHealth(service = "", options?: CallOptions): Promise<HealthCheckResponse_ServingStatus> {
    return (await this.#connection.unary(Health.method.check, { service }, this.#options(options))).status;
  }

  #options({ deadline = this.#deadline, signal }: CallOptions = {}): CallOptions {
    return { deadline, signal };
  }
}

function checkKey(target: string, { key, keyOverPlainText, tls }: RefereeClientOptions): void {
  if (key === undefined) {
    return;
  }
  if (!isKey(key)) {
    throw new Error("the key is empty, or has characters that no header can carry");
  }
  if (tls === undefined && !keyOverPlainText && !isLoopback(target)) {
    throw new Error(
      `the key would travel to ${target} unencrypted; use tls, or keyOverPlainText if the way is safe`,
    );
  }
}

/** Returns what every referee sends. */
function present<T>(part: T | undefined): T {
  if (part === undefined) {
    throw new RefereeError(Code.INTERNAL, "The referee's answer is empty.");
  }
  return part;
}
