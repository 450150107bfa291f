package org.upwords.referee.client.conformance;

import com.google.gson.JsonElement;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import io.grpc.health.v1.HealthCheckRequest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import org.upwords.referee.client.JudgeStream;
import org.upwords.referee.client.UpwordsReferee;
import org.upwords.referee.v1.AdjudicateChallengeRequest;
import org.upwords.referee.v1.BatchJudgeMovesRequest;
import org.upwords.referee.v1.CheckWordsRequest;
import org.upwords.referee.v1.FindPlaysRequest;
import org.upwords.referee.v1.GetLexiconRequest;
import org.upwords.referee.v1.GetLexiconResponse;
import org.upwords.referee.v1.GetRulesetRequest;
import org.upwords.referee.v1.GetRulesetResponse;
import org.upwords.referee.v1.InspectPositionRequest;
import org.upwords.referee.v1.JudgeGameRequest;
import org.upwords.referee.v1.JudgeMoveRequest;
import org.upwords.referee.v1.ListLexiconsRequest;
import org.upwords.referee.v1.ListLexiconsResponse;
import org.upwords.referee.v1.ListRulesetsRequest;
import org.upwords.referee.v1.ListRulesetsResponse;
import org.upwords.referee.v1.StreamJudgeMovesRequest;
import org.upwords.referee.v1.StreamJudgeMovesResponse;

/** Puts a request as it stands in a line, and returns the response as it shall stand in one. */
@FunctionalInterface
interface Call {
  Object ask(UpwordsReferee client, JsonElement request) throws InvalidProtocolBufferException;

  /** All calls by name. */
  Map<String, Call> ALL =
      Map.ofEntries(
          unary("JudgeMove", JudgeMoveRequest.parser(), UpwordsReferee::judgeMove),
          unary(
              "BatchJudgeMoves", BatchJudgeMovesRequest.parser(), UpwordsReferee::batchJudgeMoves),
          Map.entry("StreamJudgeMoves", Call::stream),
          unary("FindPlays", FindPlaysRequest.parser(), UpwordsReferee::findPlays),
          unary(
              "InspectPosition", InspectPositionRequest.parser(), UpwordsReferee::inspectPosition),
          unary(
              "AdjudicateChallenge",
              AdjudicateChallengeRequest.parser(),
              UpwordsReferee::adjudicateChallenge),
          unary("JudgeGame", JudgeGameRequest.parser(), UpwordsReferee::judgeGame),
          unary(
              "ListRulesets",
              ListRulesetsRequest.parser(),
              (client, request) ->
                  ListRulesetsResponse.newBuilder().addAllRulesets(client.listRulesets()).build()),
          unary(
              "GetRuleset",
              GetRulesetRequest.parser(),
              (client, request) ->
                  GetRulesetResponse.newBuilder()
                      .setRuleset(client.getRuleset(request.getId()))
                      .build()),
          unary("CheckWords", CheckWordsRequest.parser(), UpwordsReferee::checkWords),
          unary(
              "ListLexicons",
              ListLexiconsRequest.parser(),
              (client, request) ->
                  ListLexiconsResponse.newBuilder().addAllLexicons(client.listLexicons()).build()),
          unary(
              "GetLexicon",
              GetLexiconRequest.parser(),
              (client, request) ->
                  GetLexiconResponse.newBuilder()
                      .setLexicon(client.getLexicon(request.getId()))
                      .build()),
          unary(
              "Check",
              HealthCheckRequest.parser(),
              (client, request) -> client.checkHealth(request.getService())));

  private static <Q> Map.Entry<String, Call> unary(
      String name, Parser<Q> parser, BiFunction<UpwordsReferee, Q, Message> method) {
    return Map.entry(
        name, (client, request) -> encode(method.apply(client, parser.parseFrom(decode(request)))));
  }

  private static Object stream(UpwordsReferee client, JsonElement request)
      throws InvalidProtocolBufferException {
    List<StreamJudgeMovesRequest> questions = new ArrayList<>();
    for (JsonElement each : request.getAsJsonArray()) {
      questions.add(StreamJudgeMovesRequest.parseFrom(decode(each)));
    }
    List<String> answers = new ArrayList<>();
    try (JudgeStream stream = client.streamJudgeMoves()) {
      CompletableFuture<Void> sent =
          CompletableFuture.runAsync(
              () -> sendAll(stream, questions), task -> new Thread(task).start());
      for (StreamJudgeMovesResponse answer : stream) {
        answers.add(encode(answer));
      }
      sent.join();
    }
    return answers;
  }

  private static void sendAll(JudgeStream stream, List<StreamJudgeMovesRequest> questions) {
    for (StreamJudgeMovesRequest question : questions) {
      if (!stream.send(question)) {
        return;
      }
    }
    stream.closeSend();
  }

  private static byte[] decode(JsonElement base64) {
    return Base64.getDecoder().decode(base64.getAsString());
  }

  private static String encode(Message message) {
    return Base64.getEncoder().encodeToString(message.toByteArray());
  }
}
