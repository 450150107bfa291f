package org.upwords.referee.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.upwords.referee.client.Notation.boardGrid;
import static org.upwords.referee.client.Notation.boardNotation;
import static org.upwords.referee.client.Notation.exchange;
import static org.upwords.referee.client.Notation.passTurn;
import static org.upwords.referee.client.Notation.playNotation;
import static org.upwords.referee.client.Notation.playTiles;

import io.grpc.Status;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.upwords.referee.client.testing.RefereeServer;
import org.upwords.referee.v1.AdjudicateChallengeRequest;
import org.upwords.referee.v1.AdjudicateChallengeResponse;
import org.upwords.referee.v1.BatchJudgeMovesRequest;
import org.upwords.referee.v1.BatchResult;
import org.upwords.referee.v1.Board;
import org.upwords.referee.v1.CheckWordsRequest;
import org.upwords.referee.v1.CheckWordsResponse;
import org.upwords.referee.v1.FindPlaysRequest;
import org.upwords.referee.v1.FindPlaysResponse;
import org.upwords.referee.v1.FindingKind;
import org.upwords.referee.v1.InspectPositionRequest;
import org.upwords.referee.v1.InspectPositionResponse;
import org.upwords.referee.v1.JudgeGameRequest;
import org.upwords.referee.v1.JudgeGameResponse;
import org.upwords.referee.v1.JudgeMoveRequest;
import org.upwords.referee.v1.JudgeMoveResponse;
import org.upwords.referee.v1.Move;
import org.upwords.referee.v1.Rule;
import org.upwords.referee.v1.WordStatus;

/** Every call, asked of a real referee. */
class UpwordsRefereeTest {
  private static final Board MOOD = boardNotation("10/10/10/10/2MOOD4/10/10/10/10/10");
  private static final Duration AMPLE = Duration.ofSeconds(30);

  private static final UpwordsReferee REFEREE =
      UpwordsReferee.builder(RefereeServer.shared()).deadline(AMPLE).build();

  @AfterAll
  static void close() {
    REFEREE.close();
  }

  private static JudgeMoveRequest move(Move move) {
    return JudgeMoveRequest.newBuilder().setBoard(MOOD).setMove(move).build();
  }

  @Test
  void legalPlayIsJudgedInEveryForm() {
    String letters = "..........".repeat(4) + "..MOOD...." + "..........".repeat(5);
    String heights = letters.replaceAll("[A-Z]", "1").replace('.', '0');
    List<Board> boards = List.of(MOOD, boardGrid(letters, ""), boardGrid(letters, heights));
    List<Move> moves = List.of(playNotation("5C W..."), playTiles(new Tile(4, 2, "W")));
    for (Board board : boards) {
      for (Move move : moves) {
        JudgeMoveResponse verdict =
            REFEREE.judgeMove(JudgeMoveRequest.newBuilder().setBoard(board).setMove(move).build());
        assertTrue(verdict.getValid(), () -> board + " " + move);
        assertEquals(5, verdict.getScore());
        assertEquals("WOOD", verdict.getWords(0).getText());
      }
    }
  }

  @Test
  void exchangeAndPassAreMoves() {
    for (Move move : List.of(exchange("E"), passTurn())) {
      JudgeMoveResponse verdict = REFEREE.judgeMove(move(move));
      assertTrue(verdict.getValid(), move::toString);
      assertEquals(move.hasExchange() ? "-E" : "-", verdict.getNotation());
    }
  }

  @Test
  void brokenRuleIsAVerdictNotAnException() {
    JudgeMoveResponse verdict = REFEREE.judgeMove(move(playNotation("1A WE")));
    assertFalse(verdict.getValid());
    assertEquals(Rule.RULE_NOT_CONNECTED, verdict.getViolations(0).getRule());
  }

  @Test
  void badRequestNamesItsFields() {
    RefereeException refused =
        assertThrows(RefereeException.class, () -> REFEREE.judgeMove(move(playNotation("up"))));
    assertEquals(Status.Code.INVALID_ARGUMENT, refused.getCode());
    assertEquals("INVALID_ARGUMENT", refused.getCodeName());
    assertEquals("upwords.referee", refused.getDomain());
    assertEquals("INVALID_FIELD", refused.getReason());
    assertFalse(refused.isRetryable());
    assertEquals(Duration.ZERO, refused.getRetryDelay());
    assertEquals(1, refused.getFieldViolations().size());
    assertEquals("move.notation", refused.getFieldViolations().get(0).field());
    assertFalse(refused.getFieldViolations().get(0).description().isEmpty());
    assertTrue(refused.getDescription().startsWith("move.notation"), refused.getDescription());
    assertEquals("INVALID_ARGUMENT: " + refused.getDescription(), refused.getMessage());
  }

  @Test
  void unknownLexiconComesWithTheKnownOnes() {
    RefereeException refused =
        assertThrows(RefereeException.class, () -> REFEREE.getLexicon("no-such"));
    assertEquals(Status.Code.NOT_FOUND, refused.getCode());
    assertEquals("UNKNOWN_LEXICON", refused.getReason());
    assertTrue(refused.getMetadata().get("known").contains("enable"));
  }

  @Test
  void batchHoldsVerdictsAndErrorsInOrder() {
    BatchJudgeMovesRequest.Builder batch = BatchJudgeMovesRequest.newBuilder().setBoard(MOOD);
    for (Move move : List.of(playNotation("5C W..."), playNotation("up"), passTurn())) {
      batch.addRequests(JudgeMoveRequest.newBuilder().setMove(move));
    }
    List<BatchResult> results = REFEREE.batchJudgeMoves(batch.build()).getResultsList();
    assertEquals(3, results.size());
    assertTrue(results.get(0).getVerdict().getValid());
    assertEquals(Optional.empty(), RefereeException.errorOf(results.get(0).getError()));
    RefereeException refused = RefereeException.errorOf(results.get(1).getError()).orElseThrow();
    assertEquals(Status.Code.INVALID_ARGUMENT, refused.getCode());
    assertEquals("requests[1].move.notation", refused.getFieldViolations().get(0).field());
    assertTrue(results.get(2).getVerdict().getValid());
  }

  @Test
  void playsFoundAreBestFirst() {
    FindPlaysResponse found =
        REFEREE.findPlays(
            FindPlaysRequest.newBuilder().setBoard(MOOD).setRack("DELPSTW").setLimit(5).build());
    assertEquals(5, found.getPlaysCount());
    assertTrue(found.getPlays(0).getScore() >= found.getPlays(4).getScore());
    assertTrue(found.getTotal() > 5);
  }

  @Test
  void positionIsInspected() {
    InspectPositionResponse inspected =
        REFEREE.inspectPosition(
            InspectPositionRequest.newBuilder()
                .setBoard(boardNotation("10/10/10/10/2QXZ5/10/10/10/10/10"))
                .build());
    assertFalse(inspected.getSound());
    assertEquals(FindingKind.FINDING_KIND_WORD_NOT_ACCEPTABLE, inspected.getFindings(0).getKind());
  }

  @Test
  void challengeOfAPhonySucceeds() {
    AdjudicateChallengeResponse outcome =
        REFEREE.adjudicateChallenge(
            AdjudicateChallengeRequest.newBuilder()
                .setBoard(MOOD)
                .setMove(playNotation("5C L..."))
                .setChallenger(1)
                .build());
    assertFalse(outcome.getPlayStands());
    assertEquals(-5, outcome.getAdjustments(0).getPoints());
  }

  @Test
  void gameIsJudged() {
    JudgeGameResponse game =
        REFEREE.judgeGame(
            JudgeGameRequest.newBuilder()
                .setText("#player1 ann\n#player2 bob\n>ann: ADMOORS 5D MOOD +9 9\n")
                .build());
    assertFalse(game.getSound());
    assertEquals(FindingKind.FINDING_KIND_SCORE_MISMATCH, game.getFindings(0).getKind());
    assertEquals(8, game.getEvents(0).getScore());
  }

  @Test
  void rulesetsAndLexicaAreListed() {
    assertTrue(REFEREE.listRulesets().size() >= 3);
    assertEquals(8, REFEREE.getRuleset("classic-8x8").getRows());
    assertFalse(REFEREE.listLexicons().isEmpty());
    assertEquals(64, REFEREE.getLexicon("enable").getDigest().length());
  }

  @Test
  void wordsAreChecked() {
    CheckWordsResponse checked =
        REFEREE.checkWords(
            CheckWordsRequest.newBuilder().addWords("quit").addWords("Äpfel").build());
    assertFalse(checked.getAllAcceptable());
    assertEquals(WordStatus.WORD_STATUS_ACCEPTABLE, checked.getWords(0).getStatus());
    assertEquals("ÄPFEL", checked.getWords(1).getWord());
  }

  @Test
  void healthIsThatOfTheServiceNamed() {
    assertEquals(ServingStatus.SERVING, REFEREE.checkHealth("").getStatus());
    assertEquals(ServingStatus.SERVING, REFEREE.checkHealth("lexicon/enable").getStatus());
    RefereeException refused =
        assertThrows(RefereeException.class, () -> REFEREE.checkHealth("lexicon/no-such"));
    assertEquals(Status.Code.NOT_FOUND, refused.getCode());
  }

  /** Whatever a call answers, its twin answers too; one that is mixed up with another cannot. */
  @Test
  void twinsAnswerTheSame() {
    JudgeMoveRequest wood = move(playNotation("5C W..."));
    assertTwins(REFEREE.judgeMove(wood), REFEREE.judgeMoveAsync(wood));
    BatchJudgeMovesRequest batch = BatchJudgeMovesRequest.newBuilder().addRequests(wood).build();
    assertTwins(REFEREE.batchJudgeMoves(batch), REFEREE.batchJudgeMovesAsync(batch));
    FindPlaysRequest find = FindPlaysRequest.newBuilder().setBoard(MOOD).setRack("W").build();
    assertTwins(REFEREE.findPlays(find), REFEREE.findPlaysAsync(find));
    InspectPositionRequest position = InspectPositionRequest.newBuilder().setBoard(MOOD).build();
    assertTwins(REFEREE.inspectPosition(position), REFEREE.inspectPositionAsync(position));
    AdjudicateChallengeRequest challenge =
        AdjudicateChallengeRequest.newBuilder()
            .setBoard(MOOD)
            .setMove(playNotation("5C L..."))
            .setChallenger(1)
            .build();
    assertTwins(
        REFEREE.adjudicateChallenge(challenge), REFEREE.adjudicateChallengeAsync(challenge));
    JudgeGameRequest game =
        JudgeGameRequest.newBuilder().setText("#player1 ann\n>ann: ADMOORS 5D MOOD +8 8\n").build();
    assertTwins(REFEREE.judgeGame(game), REFEREE.judgeGameAsync(game));
    assertTwins(REFEREE.listRulesets(), REFEREE.listRulesetsAsync());
    assertTwins(REFEREE.getRuleset("classic-8x8"), REFEREE.getRulesetAsync("classic-8x8"));
    CheckWordsRequest words = CheckWordsRequest.newBuilder().addWords("wood").build();
    assertTwins(REFEREE.checkWords(words), REFEREE.checkWordsAsync(words));
    assertTwins(REFEREE.listLexicons(), REFEREE.listLexiconsAsync());
    assertTwins(REFEREE.getLexicon("enable"), REFEREE.getLexiconAsync("enable"));
    assertTwins(REFEREE.checkHealth(""), REFEREE.checkHealthAsync(""));
  }

  private static <A> void assertTwins(A answer, CompletableFuture<A> twin) {
    assertEquals(answer, twin.join());
  }

  @Test
  void twinFailsWithTheSameException() {
    CompletableFuture<?> twin = REFEREE.judgeMoveAsync(move(playNotation("up")));
    CompletionException failure = assertThrows(CompletionException.class, twin::join);
    RefereeException refused = assertInstanceOf(RefereeException.class, failure.getCause());
    assertEquals("move.notation", refused.getFieldViolations().get(0).field());
  }
}
