package org.upwords.referee.client.testing;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Issues certificates for 127.0.0.1 into a folder, by the JDK's keytool. */
public final class Authority {
  private static final String PASSWORD = "not-secret";
  private static final String ALIAS = "authority";
  private static final long PATIENCE_SECONDS = 60;

  private final Path folder;
  private final Path store;
  private final Path file;

  /**
   * Files in PEM.
   *
   * @param key in PKCS #8
   */
  public record Issued(Path certificate, Path key) {}

  public Authority(Path folder) throws IOException, GeneralSecurityException, InterruptedException {
    this.folder = folder;
    store = folder.resolve("store.p12");
    file = issue(ALIAS, "-ext", "bc:critical=ca:true").certificate();
  }

  /** The authority's own certificate. */
  public Path file() {
    return file;
  }

  public Issued issue(String name)
      throws IOException, GeneralSecurityException, InterruptedException {
    return issue(name, "-ext", "san=ip:127.0.0.1", "-signer", ALIAS);
  }

  private Issued issue(String name, String... more)
      throws IOException, GeneralSecurityException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-genkeypair", "-alias", name, "-dname", "CN=" + name));
    command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1", "-startdate", "-1H"));
    command.addAll(List.of("-keystore", store.toString(), "-storepass", PASSWORD));
    command.addAll(List.of(more));
    Process keytool =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("keytool.log").toFile())
            .start();
    if (!keytool.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
      throw new IOException("keytool: " + Files.readString(folder.resolve("keytool.log")));
    }
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    return new Issued(
        write(name + ".pem", "CERTIFICATE", keys.getCertificate(name).getEncoded()),
        write(
            name + "-key.pem",
            "PRIVATE KEY",
            keys.getKey(name, PASSWORD.toCharArray()).getEncoded()));
  }

  private Path write(String name, String kind, byte[] content) throws IOException {
    String body =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(content);
    return Files.writeString(
        folder.resolve(name),
        "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n");
  }
}
