package org.upwords.referee.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Status;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.upwords.referee.client.testing.Authority;
import org.upwords.referee.client.testing.RefereeServer;

class TlsTest {
  private static UpwordsReferee connect(RefereeServer server, Tls tls) {
    return UpwordsReferee.builder(server.target()).tls(tls).build();
  }

  private static void assertUnavailable(UpwordsReferee client) {
    try (client) {
      RefereeException refused = assertThrows(RefereeException.class, client::listLexicons);
      assertEquals(Status.Code.UNAVAILABLE, refused.getCode());
    }
  }

  @Test
  void serverIsTrustedByTheAuthorityNamedOnly(@TempDir Path folder, @TempDir Path other)
      throws Exception {
    Authority authority = new Authority(folder);
    Authority.Issued own = authority.issue("server");
    try (RefereeServer server =
        RefereeServer.start(
            "--tls-certificate", own.certificate().toString(), "--tls-key", own.key().toString())) {
      try (UpwordsReferee client = connect(server, Tls.ofAuthorities(authority.file()))) {
        assertFalse(client.listLexicons().isEmpty());
      }
      assertUnavailable(connect(server, Tls.ofAuthorities(new Authority(other).file())));
      assertUnavailable(connect(server, Tls.ofSystem()));
      assertUnavailable(UpwordsReferee.builder(server.target()).build());
    }
  }

  @Test
  void serverThatAsksForCertificatesGetsOne(@TempDir Path folder) throws Exception {
    Authority both = new Authority(folder);
    Authority.Issued own = both.issue("server");
    Authority.Issued mine = both.issue("client");
    try (RefereeServer server =
        RefereeServer.start(
            "--tls-certificate",
            own.certificate().toString(),
            "--tls-key",
            own.key().toString(),
            "--tls-client-ca",
            both.file().toString())) {
      Tls nameless = Tls.ofAuthorities(both.file());
      assertUnavailable(connect(server, nameless));
      try (UpwordsReferee client =
          connect(server, nameless.withCertificate(mine.certificate(), mine.key()))) {
        assertFalse(client.listLexicons().isEmpty());
      }
    }
  }

  @Test
  void filesThatAreNoGoodAreRefused(@TempDir Path folder) throws Exception {
    Authority authority = new Authority(folder);
    Authority.Issued mine = authority.issue("client");
    Path missing = folder.resolve("missing.pem");
    RefereeBuilder builder = UpwordsReferee.builder("127.0.0.1:50051");
    List<Tls> unreadable =
        List.of(
            Tls.ofAuthorities(missing),
            Tls.ofSystem().withCertificate(missing, mine.key()),
            Tls.ofSystem().withCertificate(mine.certificate(), missing));
    for (Tls tls : unreadable) {
      UncheckedIOException fault =
          assertThrows(UncheckedIOException.class, () -> builder.tls(tls).build());
      assertTrue(fault.getMessage().contains("missing.pem"), fault.getMessage());
    }
    Path noPem = Files.writeString(folder.resolve("no.pem"), "not PEM");
    List<Tls> unsound =
        List.of(
            Tls.ofAuthorities(noPem),
            Tls.ofSystem().withCertificate(noPem, mine.key()),
            Tls.ofSystem().withCertificate(mine.certificate(), noPem));
    for (Tls tls : unsound) {
      IllegalArgumentException fault =
          assertThrows(IllegalArgumentException.class, () -> builder.tls(tls).build());
      assertTrue(fault.getMessage().contains("no.pem"), fault.getMessage());
    }
  }
}
