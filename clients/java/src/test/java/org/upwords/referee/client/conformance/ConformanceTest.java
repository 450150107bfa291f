package org.upwords.referee.client.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.upwords.referee.client.Notation.boardNotation;
import static org.upwords.referee.client.Notation.playNotation;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.protobuf.Message;
import io.grpc.health.v1.HealthCheckRequest;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.upwords.referee.client.testing.RefereeServer;
import org.upwords.referee.v1.AdjudicateChallengeRequest;
import org.upwords.referee.v1.BatchJudgeMovesRequest;
import org.upwords.referee.v1.CheckWordsRequest;
import org.upwords.referee.v1.FindPlaysRequest;
import org.upwords.referee.v1.GetLexiconRequest;
import org.upwords.referee.v1.GetRulesetRequest;
import org.upwords.referee.v1.InspectPositionRequest;
import org.upwords.referee.v1.JudgeGameRequest;
import org.upwords.referee.v1.JudgeMoveRequest;
import org.upwords.referee.v1.JudgeMoveResponse;
import org.upwords.referee.v1.ListLexiconsRequest;
import org.upwords.referee.v1.ListRulesetsRequest;
import org.upwords.referee.v1.StreamJudgeMovesRequest;
import org.upwords.referee.v1.StreamJudgeMovesResponse;

class ConformanceTest {
  private static final JudgeMoveRequest WOOD =
      JudgeMoveRequest.newBuilder()
          .setBoard(boardNotation("10/10/10/10/2MOOD4/10/10/10/10/10"))
          .setMove(playNotation("5C W..."))
          .build();
  private static final StreamJudgeMovesRequest STREAMED =
      StreamJudgeMovesRequest.newBuilder().setId("1").setRequest(WOOD).build();

  private static String base64(Message message) {
    return Base64.getEncoder().encodeToString(message.toByteArray());
  }

  private static JsonObject question(String id, String method, Message request) {
    JsonObject question = new JsonObject();
    question.addProperty("id", id);
    question.addProperty("method", method);
    question.addProperty("request", base64(request));
    return question;
  }

  private static JsonObject streamed(String id, StreamJudgeMovesRequest... requests) {
    JsonObject question = question(id, "StreamJudgeMoves", WOOD);
    JsonArray list = new JsonArray();
    for (StreamJudgeMovesRequest request : requests) {
      list.add(base64(request));
    }
    question.add("request", list);
    return question;
  }

  private static JsonObject with(JsonObject question, String name, int value) {
    question.addProperty(name, value);
    return question;
  }

  private static Map<String, JsonObject> answers(List<JsonObject> questions) throws Exception {
    StringBuilder lines = new StringBuilder();
    questions.forEach(each -> lines.append(each).append("\n"));
    StringWriter out = new StringWriter();
    Conformance.serve(RefereeServer.shared(), new StringReader(lines.toString()), out);
    Map<String, JsonObject> answers = new HashMap<>();
    for (String line : out.toString().lines().toList()) {
      JsonObject answer = JsonParser.parseString(line).getAsJsonObject();
      assertTrue(answer.has("response") != answer.has("error"), line);
      answers.put(answer.get("id").getAsString(), answer);
    }
    assertEquals(questions.size(), answers.size());
    return answers;
  }

  @Test
  void everyMethodIsAnswered() throws Exception {
    Map<String, Message> requests =
        Map.ofEntries(
            Map.entry("JudgeMove", WOOD),
            Map.entry(
                "BatchJudgeMoves", BatchJudgeMovesRequest.newBuilder().addRequests(WOOD).build()),
            Map.entry(
                "FindPlays",
                FindPlaysRequest.newBuilder().setBoard(WOOD.getBoard()).setRack("W").build()),
            Map.entry(
                "InspectPosition",
                InspectPositionRequest.newBuilder().setBoard(WOOD.getBoard()).build()),
            Map.entry(
                "AdjudicateChallenge",
                AdjudicateChallengeRequest.newBuilder()
                    .setBoard(WOOD.getBoard())
                    .setMove(WOOD.getMove())
                    .setChallenger(1)
                    .build()),
            Map.entry(
                "JudgeGame",
                JudgeGameRequest.newBuilder()
                    .setText("#player1 ann\n>ann: ADMOORS 5D MOOD +8 8\n")
                    .build()),
            Map.entry("ListRulesets", ListRulesetsRequest.getDefaultInstance()),
            Map.entry("GetRuleset", GetRulesetRequest.newBuilder().setId("classic-8x8").build()),
            Map.entry("CheckWords", CheckWordsRequest.newBuilder().addWords("wood").build()),
            Map.entry("ListLexicons", ListLexiconsRequest.getDefaultInstance()),
            Map.entry("GetLexicon", GetLexiconRequest.newBuilder().setId("enable").build()),
            Map.entry("Check", HealthCheckRequest.getDefaultInstance()));
    List<JsonObject> questions = new ArrayList<>(List.of(streamed("StreamJudgeMoves", STREAMED)));
    requests.forEach((method, request) -> questions.add(question(method, method, request)));
    Map<String, JsonObject> answers = answers(questions);
    assertEquals(Call.ALL.keySet(), answers.keySet());
    answers.values().forEach(answer -> assertFalse(answer.has("error"), answer::toString));
  }

  @Test
  void responseIsTheMessageInBase64() throws Exception {
    StreamJudgeMovesRequest bad = StreamJudgeMovesRequest.newBuilder().setId("2").build();
    Map<String, JsonObject> answers =
        answers(
            List.of(
                with(
                    question("one", "upwords.referee.v1.RefereeService/JudgeMove", WOOD),
                    "timeout_ms",
                    30_000),
                streamed("two", STREAMED, bad),
                streamed("none")));
    assertEquals(5, JudgeMoveResponse.parseFrom(decoded(answers, "one")).getScore());
    Map<String, Boolean> failed = new HashMap<>();
    for (JsonElement each : answers.get("two").getAsJsonArray("response")) {
      StreamJudgeMovesResponse answer =
          StreamJudgeMovesResponse.parseFrom(Base64.getDecoder().decode(each.getAsString()));
      failed.put(answer.getId(), answer.hasError());
    }
    assertEquals(Map.of("1", false, "2", true), failed);
    assertEquals(new JsonArray(), answers.get("none").get("response"));
  }

  private static byte[] decoded(Map<String, JsonObject> answers, String id) {
    return Base64.getDecoder().decode(answers.get(id).get("response").getAsString());
  }

  @Test
  void errorsAreShownWhole() throws Exception {
    JudgeMoveRequest bad = WOOD.toBuilder().setMove(playNotation("<up>")).build();
    JsonObject noMessage = question("no message", "JudgeMove", WOOD);
    noMessage.addProperty("request", "/w==");
    Map<String, JsonObject> answers =
        answers(
            List.of(
                question("bad", "JudgeMove", bad),
                with(question("late", "JudgeMove", WOOD), "timeout_ms", 1),
                with(streamed("cancelled", STREAMED), "cancel_after_ms", 0),
                question("unknown", "Guess", WOOD),
                noMessage));
    JsonObject error = answers.get("bad").getAsJsonObject("error");
    assertEquals("INVALID_ARGUMENT", error.get("code").getAsString());
    assertEquals("upwords.referee", error.get("domain").getAsString());
    assertTrue(error.get("message").getAsString().contains("<UP>"), error::toString);
    assertTrue(error.get("metadata").isJsonObject());
    assertTrue(error.get("retry_delay_ms").isJsonNull());
    assertEquals(
        "move.notation",
        error
            .getAsJsonArray("field_violations")
            .get(0)
            .getAsJsonObject()
            .get("field")
            .getAsString());
    Map<String, String> codes =
        Map.of(
            "late", "DEADLINE_EXCEEDED",
            "cancelled", "CANCELLED",
            "unknown", "UNIMPLEMENTED",
            "no message", "INTERNAL");
    codes.forEach(
        (id, code) -> {
          JsonObject shown = answers.get(id).getAsJsonObject("error");
          assertEquals(code, shown.get("code").getAsString(), shown::toString);
          assertEquals(error.keySet(), shown.keySet());
        });
  }

  @Test
  void lineThatIsNoJsonEndsTheProgram() {
    assertThrows(
        JsonParseException.class,
        () -> Conformance.serve("127.0.0.1:1", new StringReader("what?\n"), new StringWriter()));
  }
}
