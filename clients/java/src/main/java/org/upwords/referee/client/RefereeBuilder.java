package org.upwords.referee.client;

import io.grpc.ClientInterceptor;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.ManagedChannelRegistry.ProviderNotFoundException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** Settings of a client that is to be made; {@link UpwordsReferee#builder} starts with defaults. */
public final class RefereeBuilder {
  // The server takes a ping every ten seconds.
  private static final Duration PING_AFTER = Duration.ofSeconds(20);
  private static final Duration PING_PATIENCE = Duration.ofSeconds(5);
  // gRPC would wait up to two minutes before it looks for a lost server again.
  private static final Duration RECONNECT_AFTER = Duration.ofSeconds(5);

  private final String target;
  private final List<ClientInterceptor> interceptors = new ArrayList<>();
  private Duration deadline = UpwordsReferee.DEFAULT_DEADLINE;
  private String userAgent = UpwordsReferee.DEFAULT_USER_AGENT;
  private String serviceConfig = ServiceConfig.DEFAULT;
  private String key;
  private boolean keyOverPlainText;
  private Tls tls;

  RefereeBuilder(String target) {
    if (target.isEmpty()) {
      throw new IllegalArgumentException("the target is empty; it must be HOST:PORT");
    }
    this.target = target;
  }

  /**
   * Sets how long a unary call may take, by default 5 seconds; zero: as long as the service config
   * says. Streams have no deadline of their own.
   */
  public RefereeBuilder deadline(Duration deadline) {
    this.deadline = checked(deadline);
    return this;
  }

  /**
   * Sends a bearer key with every call. Without TLS it is sent to loopback addresses only, and
   * {@link #build} refuses any other.
   *
   * @throws IllegalArgumentException if it has characters that no header can carry
   */
  public RefereeBuilder key(String key) {
    if (!BearerKey.isKey(key)) {
      throw new IllegalArgumentException("the key has characters that no header can carry");
    }
    this.key = key;
    return this;
  }

  /** Lets the key travel without TLS to any host, where everyone on the way can read it. */
  public RefereeBuilder keyOverPlainText() {
    keyOverPlainText = true;
    return this;
  }

  /** Encrypts the channel. */
  public RefereeBuilder tls(Tls tls) {
    this.tls = Objects.requireNonNull(tls);
    return this;
  }

  /**
   * Replaces the gRPC service config (JSON). The default one asks the server's addresses in turn
   * and retries UNAVAILABLE only.
   *
   * @throws IllegalArgumentException if it is no JSON object
   */
  public RefereeBuilder serviceConfig(String json) {
    ServiceConfig.parse(json);
    serviceConfig = json;
    return this;
  }

  /** Replaces {@link UpwordsReferee#DEFAULT_USER_AGENT}. */
  public RefereeBuilder userAgent(String name) {
    userAgent = Objects.requireNonNull(name);
    return this;
  }

  /** Adds interceptors of gRPC; the first one added sees a call first. */
  public RefereeBuilder intercept(ClientInterceptor... more) {
    interceptors.addAll(List.of(more));
    return this;
  }

  /**
   * Returns the client, which does not connect before its first call.
   *
   * @throws IllegalArgumentException if the settings do not go together, or gRPC cannot take them
   * @throws java.io.UncheckedIOException if a file of {@link #tls} cannot be read
   */
  public UpwordsReferee build() {
    if (key != null && tls == null && !keyOverPlainText && !BearerKey.isLoopback(target)) {
      throw new IllegalArgumentException(
          "the key would travel to "
              + target
              + " unencrypted; use tls(), or keyOverPlainText() if the way is safe");
    }
    ManagedChannel channel = open();
    new Reconnection(channel, RECONNECT_AFTER).run();
    return new UpwordsReferee(channel, deadline);
  }

  static Duration checked(Duration deadline) {
    if (deadline.isNegative()) {
      throw new IllegalArgumentException("a deadline is not negative");
    }
    return deadline;
  }

  private ManagedChannel open() {
    ManagedChannelBuilder<?> builder =
        channel()
            .defaultServiceConfig(ServiceConfig.parse(serviceConfig))
            // Else DNS could hand out a config that replaces the one above.
            .disableServiceConfigLookUp()
            .userAgent(userAgent)
            .keepAliveTime(PING_AFTER.toSeconds(), TimeUnit.SECONDS)
            .keepAliveTimeout(PING_PATIENCE.toSeconds(), TimeUnit.SECONDS);
    if (key != null) {
      builder.intercept(BearerKey.attached(key));
    }
    // gRPC calls the one added last first.
    for (int i = interceptors.size() - 1; i >= 0; i--) {
      builder.intercept(interceptors.get(i));
    }
    try {
      return builder.build();
    } catch (IllegalStateException refused) {
      throw new IllegalArgumentException(refused.getMessage(), refused);
    }
  }

  private ManagedChannelBuilder<?> channel() {
    if (tls == null) {
      return Grpc.newChannelBuilder(target, InsecureChannelCredentials.create());
    }
    try {
      return Grpc.newChannelBuilder(target, tls.credentials());
    } catch (ProviderNotFoundException | IllegalArgumentException refused) {
      throw new IllegalArgumentException("TLS with " + tls + ": " + refused.getMessage(), refused);
    }
  }
}
