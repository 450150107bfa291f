package org.upwords.referee.client.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.upwords.referee.client.UpwordsReferee;
import org.upwords.referee.client.testing.RefereeServer;
import org.upwords.referee.v1.EndReason;
import org.upwords.referee.v1.JudgeGameRequest;
import org.upwords.referee.v1.JudgeGameResponse;
import org.upwords.referee.v1.TileKind;

class GameTest {
  private static final UpwordsReferee REFEREE =
      UpwordsReferee.builder(RefereeServer.shared()).deadline(Duration.ofSeconds(30)).build();

  @AfterAll
  static void close() {
    REFEREE.close();
  }

  private static String play(long seed) {
    return Game.play(REFEREE, new Random(seed)).toString();
  }

  private static List<TileKind> tiles(String letters) {
    return letters
        .chars()
        .mapToObj(each -> TileKind.newBuilder().setLetter("" + (char) each).setCount(1).build())
        .toList();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2})
  void recordIsSoundAndCanonical(long seed) {
    String text = play(seed);
    JudgeGameResponse judged =
        REFEREE.judgeGame(
            JudgeGameRequest.newBuilder().setText(text).setIncludeRecord(true).build());
    assertEquals(List.of(), judged.getFindingsList(), text);
    assertTrue(judged.getSound());
    assertNotEquals(EndReason.END_REASON_UNSPECIFIED, judged.getEndReason());
    assertEquals(judged.getText(), text);
  }

  @Test
  void sameSeedIsTheSameGame() {
    assertEquals(play(7), play(7));
    assertNotEquals(play(7), play(8));
  }

  @Test
  void bagIsDrawnToTheLastTile() {
    Bag bag = new Bag(tiles("AAB"), new Random(1));
    List<String> drawn = new ArrayList<>(bag.draw(2));
    drawn.addAll(bag.draw(2));
    assertEquals(List.of("A", "A", "B"), drawn.stream().sorted().toList());
    assertEquals(0, bag.size());
    bag.giveBack(List.of("A"));
    assertEquals(List.of("A"), bag.draw(1));
  }

  @Test
  void stuckPlayersExchangeOnceThenPass() {
    // No word is made of these, whichever is drawn.
    Bag bag = new Bag(tiles("V".repeat(17)), new Random(1));
    Game game = new Game(REFEREE, REFEREE.getRuleset(Game.RULESET), bag);
    game.play();
    assertEquals(
        List.of(
            ">ann: VVVVVVV -V +0 0",
            ">bob: VVVVVVV -V +0 0",
            ">ann: VVVVVVV - +0 0",
            ">bob: VVVVVVV - +0 0",
            ">ann: VVVVVVV (VVVVVVV) -35 -35",
            ">bob: VVVVVVV (VVVVVVV) -35 -35"),
        game.text().events());
  }
}
