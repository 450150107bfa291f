package org.upwords.referee.client;

import io.grpc.ClientInterceptor;
import io.grpc.Metadata;
import io.grpc.stub.MetadataUtils;
import java.util.regex.Pattern;

/** A key that is sent with each call. */
final class BearerKey {
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
  private static final Pattern KEY = Pattern.compile("[!-~]+");
  private static final Pattern LOOPBACK =
      Pattern.compile(
          "(dns:///)?(localhost|127(\\.(25[0-5]|2[0-4]\\d|1?\\d?\\d)){3}|\\[::1\\])(:\\d+)?");

  private BearerKey() {}

  static ClientInterceptor attached(String key) {
    Metadata headers = new Metadata();
    headers.put(AUTHORIZATION, "Bearer " + key);
    return MetadataUtils.newAttachHeadersInterceptor(headers);
  }

  /** Tells whether a key can be sent as a header. */
  static boolean isKey(String key) {
    return KEY.matcher(key).matches();
  }

  /** Tells whether a target surely is this machine; a form that it does not know is not. */
  static boolean isLoopback(String target) {
    return target.startsWith("unix:") || LOOPBACK.matcher(target).matches();
  }
}
