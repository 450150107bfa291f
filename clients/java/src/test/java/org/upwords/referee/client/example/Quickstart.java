package org.upwords.referee.client.example;

import static org.upwords.referee.client.Notation.boardNotation;
import static org.upwords.referee.client.Notation.playNotation;

import org.upwords.referee.client.UpwordsReferee;
import org.upwords.referee.v1.JudgeMoveRequest;

public class Quickstart {
  public static void main(String... target) {
    try (var referee = UpwordsReferee.builder(target[0]).build()) {
      var board = boardNotation("10/10/10/10/2MOOD4/10/10/10/10/10");
      var wood = JudgeMoveRequest.newBuilder().setBoard(board).setMove(playNotation("5C W..."));
      var verdict = referee.judgeMove(wood.build());
      System.out.println(verdict.getValid() + ", " + verdict.getScore() + " points");
    }
  }
}
