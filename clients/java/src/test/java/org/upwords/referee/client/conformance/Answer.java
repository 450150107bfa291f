package org.upwords.referee.client.conformance;

import java.util.List;
import java.util.Map;
import org.upwords.referee.client.FieldViolation;
import org.upwords.referee.client.RefereeException;

/** One line of output. */
sealed interface Answer {

  /**
   * What came back.
   *
   * @param response the message in base64; of a stream a list of them
   */
  record Response(String id, Object response) implements Answer {}

  /** What came instead. */
  record Failure(String id, Details error) implements Answer {}

  /** A referee's error, all of it. */
  record Details(
      String code,
      String message,
      String reason,
      String domain,
      Map<String, String> metadata,
      List<FieldViolation> fieldViolations,
      Long retryDelayMs) {

    static Details of(RefereeException refused) {
      return new Details(
          refused.getCodeName(),
          refused.getDescription(),
          refused.getReason(),
          refused.getDomain(),
          refused.getMetadata(),
          refused.getFieldViolations(),
          refused.isRetryable() ? refused.getRetryDelay().toMillis() : null);
    }

    /** A failure of which no referee speaks. */
    static Details of(String code, String message) {
      return new Details(code, message, "", "", Map.of(), List.of(), null);
    }
  }
}
