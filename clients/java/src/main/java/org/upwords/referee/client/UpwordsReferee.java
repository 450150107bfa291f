package org.upwords.referee.client;

import io.grpc.ManagedChannel;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthGrpc;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.upwords.referee.v1.AdjudicateChallengeRequest;
import org.upwords.referee.v1.AdjudicateChallengeResponse;
import org.upwords.referee.v1.BatchJudgeMovesRequest;
import org.upwords.referee.v1.BatchJudgeMovesResponse;
import org.upwords.referee.v1.CheckWordsRequest;
import org.upwords.referee.v1.CheckWordsResponse;
import org.upwords.referee.v1.FindPlaysRequest;
import org.upwords.referee.v1.FindPlaysResponse;
import org.upwords.referee.v1.GetLexiconRequest;
import org.upwords.referee.v1.GetLexiconResponse;
import org.upwords.referee.v1.GetRulesetRequest;
import org.upwords.referee.v1.GetRulesetResponse;
import org.upwords.referee.v1.InspectPositionRequest;
import org.upwords.referee.v1.InspectPositionResponse;
import org.upwords.referee.v1.JudgeGameRequest;
import org.upwords.referee.v1.JudgeGameResponse;
import org.upwords.referee.v1.JudgeMoveRequest;
import org.upwords.referee.v1.JudgeMoveResponse;
import org.upwords.referee.v1.Lexicon;
import org.upwords.referee.v1.LexiconServiceGrpc;
import org.upwords.referee.v1.ListLexiconsRequest;
import org.upwords.referee.v1.ListLexiconsResponse;
import org.upwords.referee.v1.ListRulesetsRequest;
import org.upwords.referee.v1.ListRulesetsResponse;
import org.upwords.referee.v1.RefereeServiceGrpc;
import org.upwords.referee.v1.Ruleset;

/**
 * Asks a referee over one channel that it keeps. It is safe for use by many threads; close it when
 * done.
 *
 * <p>Every call that waits throws {@link RefereeException}, also if its thread is interrupted; its
 * twin whose name ends in Async completes with one instead, on a thread of gRPC, and is cancelled
 * by {@link CompletableFuture#cancel}. A deadline or a cancellation of {@link io.grpc.Context}
 * holds too.
 */
public final class UpwordsReferee implements AutoCloseable {
  /** How long a unary call may take unless told otherwise. */
  public static final Duration DEFAULT_DEADLINE = Duration.ofSeconds(5);

  /** The version of this package. */
  public static final String VERSION = "1.0.0";

  /** What the client calls itself, before gRPC's own name. */
  public static final String DEFAULT_USER_AGENT = "upwords-referee-java/" + VERSION;

  private final ManagedChannel channel;
  private final UnaryCalls calls;

  UpwordsReferee(ManagedChannel channel, Duration deadline) {
    this.channel = channel;
    this.calls = new UnaryCalls(channel, deadline);
  }

  /**
   * Starts to make a client of the referee at a target: "HOST:PORT", or any target of gRPC. The
   * client does not connect before its first call.
   */
  public static RefereeBuilder builder(String target) {
    return new RefereeBuilder(target);
  }

  /**
   * Returns this client with another deadline for unary calls; zero: as long as the service config
   * says. The two share their channel, so closing one closes both.
   */
  public UpwordsReferee withDeadline(Duration deadline) {
    return new UpwordsReferee(channel, RefereeBuilder.checked(deadline));
  }

  /** Ends the channel and the calls on it. Calls made later fail with UNAVAILABLE. */
  @Override
  public void close() {
    channel.shutdownNow();
  }

  /** Judges one move on one board. A move that breaks a rule is a verdict, no exception. */
  public JudgeMoveResponse judgeMove(JudgeMoveRequest request) {
    return calls.ask(RefereeServiceGrpc.getJudgeMoveMethod(), request);
  }

  /** {@link #judgeMove} without waiting. */
  public CompletableFuture<JudgeMoveResponse> judgeMoveAsync(JudgeMoveRequest request) {
    return calls.askAsync(RefereeServiceGrpc.getJudgeMoveMethod(), request);
  }

  /**
   * Judges up to 1,000 moves in one call. The result of one may be an error; see {@link
   * RefereeException#errorOf}.
   */
  public BatchJudgeMovesResponse batchJudgeMoves(BatchJudgeMovesRequest request) {
    return calls.ask(RefereeServiceGrpc.getBatchJudgeMovesMethod(), request);
  }

  /** {@link #batchJudgeMoves} without waiting. */
  public CompletableFuture<BatchJudgeMovesResponse> batchJudgeMovesAsync(
      BatchJudgeMovesRequest request) {
    return calls.askAsync(RefereeServiceGrpc.getBatchJudgeMovesMethod(), request);
  }

  /**
   * Opens a conversation about moves that lives until it is closed, the current {@link
   * io.grpc.Context} ends or the server ends it. It has no deadline but that of the context.
   */
  public JudgeStream streamJudgeMoves() {
    return JudgeStream.open(channel);
  }

  /** Finds all legal plays for a rack, best first. */
  public FindPlaysResponse findPlays(FindPlaysRequest request) {
    return calls.ask(RefereeServiceGrpc.getFindPlaysMethod(), request);
  }

  /** {@link #findPlays} without waiting. */
  public CompletableFuture<FindPlaysResponse> findPlaysAsync(FindPlaysRequest request) {
    return calls.askAsync(RefereeServiceGrpc.getFindPlaysMethod(), request);
  }

  /** Says what is wrong with a position, and what stands on it. */
  public InspectPositionResponse inspectPosition(InspectPositionRequest request) {
    return calls.ask(RefereeServiceGrpc.getInspectPositionMethod(), request);
  }

  /** {@link #inspectPosition} without waiting. */
  public CompletableFuture<InspectPositionResponse> inspectPositionAsync(
      InspectPositionRequest request) {
    return calls.askAsync(RefereeServiceGrpc.getInspectPositionMethod(), request);
  }

  /** Says what becomes of a challenged play. */
  public AdjudicateChallengeResponse adjudicateChallenge(AdjudicateChallengeRequest request) {
    return calls.ask(RefereeServiceGrpc.getAdjudicateChallengeMethod(), request);
  }

  /** {@link #adjudicateChallenge} without waiting. */
  public CompletableFuture<AdjudicateChallengeResponse> adjudicateChallengeAsync(
      AdjudicateChallengeRequest request) {
    return calls.askAsync(RefereeServiceGrpc.getAdjudicateChallengeMethod(), request);
  }

  /** Judges a game from the first event to the last. */
  public JudgeGameResponse judgeGame(JudgeGameRequest request) {
    return calls.ask(RefereeServiceGrpc.getJudgeGameMethod(), request);
  }

  /** {@link #judgeGame} without waiting. */
  public CompletableFuture<JudgeGameResponse> judgeGameAsync(JudgeGameRequest request) {
    return calls.askAsync(RefereeServiceGrpc.getJudgeGameMethod(), request);
  }

  /** Returns the rulesets that the server knows, complete, sorted by id. */
  public List<Ruleset> listRulesets() {
    return calls
        .ask(RefereeServiceGrpc.getListRulesetsMethod(), ListRulesetsRequest.getDefaultInstance())
        .getRulesetsList();
  }

  /** {@link #listRulesets} without waiting. */
  public CompletableFuture<List<Ruleset>> listRulesetsAsync() {
    return calls.askAsync(
        RefereeServiceGrpc.getListRulesetsMethod(),
        ListRulesetsRequest.getDefaultInstance(),
        ListRulesetsResponse::getRulesetsList);
  }

  /** Returns the ruleset of an id, complete. */
  public Ruleset getRuleset(String id) {
    return calls
        .ask(
            RefereeServiceGrpc.getGetRulesetMethod(),
            GetRulesetRequest.newBuilder().setId(id).build())
        .getRuleset();
  }

  /** {@link #getRuleset} without waiting. */
  public CompletableFuture<Ruleset> getRulesetAsync(String id) {
    return calls.askAsync(
        RefereeServiceGrpc.getGetRulesetMethod(),
        GetRulesetRequest.newBuilder().setId(id).build(),
        GetRulesetResponse::getRuleset);
  }

  /** Rules on up to 1,000 words. */
  public CheckWordsResponse checkWords(CheckWordsRequest request) {
    return calls.ask(LexiconServiceGrpc.getCheckWordsMethod(), request);
  }

  /** {@link #checkWords} without waiting. */
  public CompletableFuture<CheckWordsResponse> checkWordsAsync(CheckWordsRequest request) {
    return calls.askAsync(LexiconServiceGrpc.getCheckWordsMethod(), request);
  }

  /** Returns the lexica that the server holds, sorted by id. */
  public List<Lexicon> listLexicons() {
    return calls
        .ask(LexiconServiceGrpc.getListLexiconsMethod(), ListLexiconsRequest.getDefaultInstance())
        .getLexiconsList();
  }

  /** {@link #listLexicons} without waiting. */
  public CompletableFuture<List<Lexicon>> listLexiconsAsync() {
    return calls.askAsync(
        LexiconServiceGrpc.getListLexiconsMethod(),
        ListLexiconsRequest.getDefaultInstance(),
        ListLexiconsResponse::getLexiconsList);
  }

  /** Describes the lexicon of an id. */
  public Lexicon getLexicon(String id) {
    return calls
        .ask(
            LexiconServiceGrpc.getGetLexiconMethod(),
            GetLexiconRequest.newBuilder().setId(id).build())
        .getLexicon();
  }

  /** {@link #getLexicon} without waiting. */
  public CompletableFuture<Lexicon> getLexiconAsync(String id) {
    return calls.askAsync(
        LexiconServiceGrpc.getGetLexiconMethod(),
        GetLexiconRequest.newBuilder().setId(id).build(),
        GetLexiconResponse::getLexicon);
  }

  /**
   * Says whether a service can answer: "" is the server, "lexicon/ID" one lexicon. While the
   * service config's own health check fails, the call ends with UNAVAILABLE instead.
   */
  public HealthCheckResponse checkHealth(String service) {
    return calls.ask(HealthGrpc.getCheckMethod(), healthOf(service));
  }

  /** {@link #checkHealth} without waiting. */
  public CompletableFuture<HealthCheckResponse> checkHealthAsync(String service) {
    return calls.askAsync(HealthGrpc.getCheckMethod(), healthOf(service));
  }

  private static HealthCheckRequest healthOf(String service) {
    return HealthCheckRequest.newBuilder().setService(service).build();
  }
}
