package org.upwords.referee.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Status;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.upwords.referee.client.testing.FakeReferee;
import org.upwords.referee.client.testing.RefereeServer;
import org.upwords.referee.v1.JudgeMoveRequest;

class BearerKeyTest {
  private static final String KEY = "open-sesame";

  @Test
  void keyIsSentAsBearer() {
    try (FakeReferee fake = new FakeReferee();
        UpwordsReferee with = UpwordsReferee.builder(fake.target()).key(KEY).build();
        UpwordsReferee without = UpwordsReferee.builder(fake.target()).build()) {
      with.judgeMove(JudgeMoveRequest.getDefaultInstance());
      assertEquals("Bearer " + KEY, fake.header("authorization"));
      without.judgeMove(JudgeMoveRequest.getDefaultInstance());
      assertNull(fake.header("authorization"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1:50051",
        "127.8.8.8:50051",
        "localhost:50051",
        "[::1]:50051",
        "dns:///localhost:50051"
      })
  void keyTravelsUnencryptedToLoopback(String target) {
    UpwordsReferee.builder(target).key(KEY).build().close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "referee.example:50051",
        "10.0.0.1:50051",
        "0.0.0.0:50051",
        "[2001:db8::1]:50051",
        "localhost.example:50051",
        "127.0.0.1.example:50051",
        "dns:///10.0.0.1:50051",
        "dns://10.0.0.1/localhost"
      })
  void keyTravelsToOtherHostsIfAllowedOrEncrypted(String target) {
    RefereeBuilder builder = UpwordsReferee.builder(target).key(KEY);
    IllegalArgumentException fault = assertThrows(IllegalArgumentException.class, builder::build);
    assertTrue(fault.getMessage().contains(target));
    assertFalse(fault.getMessage().contains(KEY));
    UpwordsReferee.builder(target).key(KEY).keyOverPlainText().build().close();
    UpwordsReferee.builder(target).key(KEY).tls(Tls.ofSystem()).build().close();
  }

  @Test
  void socketOfThisMachineIsLoopback() {
    assertTrue(BearerKey.isLoopback("unix:/run/referee.sock"));
  }

  @Test
  void addressThatIsNoneIsNotLoopback() {
    assertFalse(BearerKey.isLoopback("127.0.0.256:50051"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "two words", "line\nbreak", "schlüssel"})
  void keyThatNoHeaderCanCarryIsRefused(String key) {
    RefereeBuilder builder = UpwordsReferee.builder("127.0.0.1:50051");
    IllegalArgumentException fault =
        assertThrows(IllegalArgumentException.class, () -> builder.key(key));
    assertTrue(key.isEmpty() || !fault.getMessage().contains(key));
  }

  @Test
  void serverThatAsksForKeysKnowsItsOwn(@TempDir Path folder)
      throws IOException, InterruptedException {
    Path keys = folder.resolve("keys.toml");
    Process program =
        new ProcessBuilder(RefereeServer.program(), "key", "new", "club")
            .redirectOutput(keys.toFile())
            .start();
    String told =
        new String(program.getErrorStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertEquals(0, program.waitFor(), told);
    assertTrue(Files.size(keys) > 0);

    try (RefereeServer server = RefereeServer.start("--keys", keys.toString());
        UpwordsReferee known =
            UpwordsReferee.builder(server.target())
                .key(told.substring(told.lastIndexOf(' ') + 1))
                .build();
        UpwordsReferee unknown = UpwordsReferee.builder(server.target()).key("another").build();
        UpwordsReferee without = UpwordsReferee.builder(server.target()).build()) {
      assertFalse(known.listLexicons().isEmpty());
      for (UpwordsReferee stranger : new UpwordsReferee[] {unknown, without}) {
        RefereeException refused = assertThrows(RefereeException.class, stranger::listLexicons);
        assertEquals(Status.Code.UNAUTHENTICATED, refused.getCode());
      }
    }
  }
}
