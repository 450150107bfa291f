package org.upwords.referee.client.example;

import java.time.Duration;
import java.util.Random;
import org.upwords.referee.client.RefereeException;
import org.upwords.referee.client.UpwordsReferee;

/**
 * Plays a whole game of Upwords against itself through a referee, and prints its record. The same
 * seed draws the same tiles.
 */
final class Engine {
  private static final Duration DEADLINE = Duration.ofSeconds(10);
  private static final long SEED = 1;

  private Engine() {}

  public static void main(String... arguments) {
    if (arguments.length < 1 || arguments.length > 2) {
      System.err.println("usage: engine HOST:PORT [SEED]");
      System.exit(2);
    }
    try (UpwordsReferee referee = UpwordsReferee.builder(arguments[0]).deadline(DEADLINE).build()) {
      long seed = arguments.length == 2 ? Long.parseLong(arguments[1]) : SEED;
      System.out.print(Game.play(referee, new Random(seed)));
    } catch (NumberFormatException fault) {
      System.err.println("engine: the seed must be a whole number");
      System.exit(2);
    } catch (RefereeException | IllegalArgumentException | IllegalStateException fault) {
      System.err.println("engine: " + fault.getMessage());
      System.exit(1);
    }
  }
}
