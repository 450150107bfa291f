package org.upwords.referee.client;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import io.grpc.Status;
import io.grpc.protobuf.StatusProto;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A question that could not be understood or answered, with the referee's details. */
// The immutable Map and List of the JDK can be serialized; their interfaces do not say so.
@SuppressWarnings("serial")
public final class RefereeException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final Status.Code code;
  private final String description;
  private final String reason;
  private final String domain;
  private final Map<String, String> metadata;
  private final List<FieldViolation> fieldViolations;
  private final boolean retryable;
  private final Duration retryDelay;

  private RefereeException(com.google.rpc.Status status, Throwable cause) {
    super(cause);
    code = Status.fromCodeValue(status.getCode()).getCode();
    description = status.getMessage();
    ErrorInfo info = find(status, ErrorInfo.class).orElse(ErrorInfo.getDefaultInstance());
    reason = info.getReason();
    domain = info.getDomain();
    metadata = Map.copyOf(info.getMetadataMap());
    fieldViolations =
        find(status, BadRequest.class).stream()
            .flatMap(bad -> bad.getFieldViolationsList().stream())
            .map(each -> new FieldViolation(each.getField(), each.getDescription()))
            .toList();
    Optional<RetryInfo> retry = find(status, RetryInfo.class);
    retryable = retry.isPresent();
    retryDelay =
        retry
            .map(RetryInfo::getRetryDelay)
            .map(delay -> Duration.ofSeconds(delay.getSeconds(), delay.getNanos()))
            .orElse(Duration.ZERO);
  }

  /**
   * Decodes the status of one result of a batch, or of one answer of a stream; empty if it is no
   * error.
   */
  public static Optional<RefereeException> errorOf(com.google.rpc.Status status) {
    return status.getCode() == Status.Code.OK.value()
        ? Optional.empty()
        : Optional.of(new RefereeException(status, null));
  }

  /** Decodes what ended a call. */
  static RefereeException of(Throwable failure) {
    Status status = withCause(Status.fromThrowable(failure));
    com.google.rpc.Status detailed;
    try {
      detailed = StatusProto.fromStatusAndTrailers(status, Status.trailersFromThrowable(failure));
    } catch (IllegalArgumentException contradiction) {
      // Details that are no status, or one of another code, say nothing about this one.
      detailed = StatusProto.fromStatusAndTrailers(status, null);
    }
    return new RefereeException(detailed, failure);
  }

  /** What gRPC itself describes as "io exception" is told by its cause alone. */
  private static Status withCause(Status status) {
    Throwable cause = status.getCause();
    return cause == null || cause.getMessage() == null || status.getDescription() == null
        ? status
        : status.withDescription(status.getDescription() + ": " + cause.getMessage());
  }

  /** The code and the description. */
  @Override
  public String getMessage() {
    return getCodeName() + ": " + description;
  }

  /** The gRPC status code; UNKNOWN also for a number that gRPC does not know. */
  public Status.Code getCode() {
    return code;
  }

  /** The code as gRPC spells it, such as "INVALID_ARGUMENT". */
  public String getCodeName() {
    return code.name();
  }

  /** What went wrong, in one or more English sentences. */
  public String getDescription() {
    return description;
  }

  /**
   * The fault's name in UPPER_SNAKE_CASE, within its domain; empty if the status has no details.
   */
  public String getReason() {
    return reason;
  }

  /** The domain of the reason; empty if the status has no details. */
  public String getDomain() {
    return domain;
  }

  /** More about the reason. */
  public Map<String, String> getMetadata() {
    return metadata;
  }

  /** The fields at fault, in the referee's order. */
  public List<FieldViolation> getFieldViolations() {
    return fieldViolations;
  }

  /** Whether the same call may do better later: exactly when the referee names a delay. */
  public boolean isRetryable() {
    return retryable;
  }

  /** How long to wait before the same call is made again; zero unless it is retryable. */
  public Duration getRetryDelay() {
    return retryDelay;
  }

  private static <T extends Message> Optional<T> find(com.google.rpc.Status status, Class<T> kind) {
    for (Any detail : status.getDetailsList()) {
      if (detail.is(kind)) {
        try {
          return Optional.of(detail.unpack(kind));
        } catch (InvalidProtocolBufferException garbled) {
          return Optional.empty();
        }
      }
    }
    return Optional.empty();
  }
}
