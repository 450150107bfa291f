package org.upwords.referee.client;

import io.grpc.ChannelCredentials;
import io.grpc.TlsChannelCredentials;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Objects;

/** Whom the client trusts and who it is, as files in PEM. */
public final class Tls {
  private final Path authorities;
  private final Path certificate;
  private final Path key;

  private Tls(Path authorities, Path certificate, Path key) {
    this.authorities = authorities;
    this.certificate = certificate;
    this.key = key;
  }

  /** Trusts the authorities of the Java runtime. */
  public static Tls ofSystem() {
    return new Tls(null, null, null);
  }

  /** Trusts the authorities in a file, and no others. */
  public static Tls ofAuthorities(Path file) {
    return new Tls(Objects.requireNonNull(file), null, null);
  }

  /**
   * Returns this with a certificate of the client's own.
   *
   * @param certificate the certificate chain
   * @param key its private key, in PKCS #8 ("BEGIN PRIVATE KEY"), not encrypted
   */
  public Tls withCertificate(Path certificate, Path key) {
    return new Tls(authorities, Objects.requireNonNull(certificate), Objects.requireNonNull(key));
  }

  /** The files' names. */
  @Override
  public String toString() {
    String trust =
        authorities == null
            ? "the authorities of the Java runtime"
            : "the authorities " + authorities;
    return certificate == null ? trust : trust + ", certificate " + certificate + ", key " + key;
  }

  ChannelCredentials credentials() {
    TlsChannelCredentials.Builder builder = TlsChannelCredentials.newBuilder();
    try {
      if (authorities != null) {
        builder.trustManager(authorities.toFile());
      }
      if (certificate != null) {
        builder.keyManager(certificate.toFile(), key.toFile());
      }
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
    return builder.build();
  }
}
