package org.upwords.referee.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import com.google.rpc.Status;
import io.grpc.Metadata;
import io.grpc.StatusRuntimeException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RefereeExceptionTest {
  private static final Any INFO =
      Any.pack(
          ErrorInfo.newBuilder()
              .setReason("BUSY")
              .setDomain("upwords.referee")
              .putMetadata("limit", "8")
              .build());
  private static final Any RETRY =
      Any.pack(
          RetryInfo.newBuilder()
              .setRetryDelay(
                  com.google.protobuf.Duration.newBuilder().setSeconds(1).setNanos(500_000_000))
              .build());
  private static final Any BAD_REQUEST =
      Any.pack(
          BadRequest.newBuilder()
              .addFieldViolations(
                  BadRequest.FieldViolation.newBuilder().setField("b").setDescription("zu lang"))
              .addFieldViolations(BadRequest.FieldViolation.newBuilder().setField("a"))
              .build());
  private static final Any UNKNOWN =
      Any.newBuilder().setTypeUrl("type.googleapis.com/x.Tomorrow").build();
  private static final Metadata.Key<byte[]> DETAILS =
      Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);

  private static RefereeException decoded(Any... details) {
    return RefereeException.errorOf(
            Status.newBuilder()
                .setCode(io.grpc.Status.Code.RESOURCE_EXHAUSTED.value())
                .setMessage("busy")
                .addAllDetails(List.of(details))
                .build())
        .orElseThrow();
  }

  private static void assertWhole(RefereeException refused) {
    assertEquals("RESOURCE_EXHAUSTED: busy", refused.getMessage());
    assertEquals("BUSY", refused.getReason());
    assertEquals("upwords.referee", refused.getDomain());
    assertEquals(Map.of("limit", "8"), refused.getMetadata());
    assertEquals(
        List.of(new FieldViolation("b", "zu lang"), new FieldViolation("a", "")),
        refused.getFieldViolations());
    assertEquals(Duration.ofMillis(1500), refused.getRetryDelay());
  }

  @Test
  void detailsAreDecodedWhateverStandsBetween() {
    assertWhole(decoded(UNKNOWN, RETRY, BAD_REQUEST, INFO));
  }

  @Test
  void detailThatIsGarbledIsLeftOut() {
    Any garbled = RETRY.toBuilder().setValue(ByteString.copyFromUtf8("?")).build();
    RefereeException refused = decoded(garbled, INFO);
    assertEquals("BUSY", refused.getReason());
    assertFalse(refused.isRetryable());
  }

  @Test
  void statusWithoutDetailsIsAnErrorToo() {
    RefereeException refused = decoded();
    assertEquals(io.grpc.Status.Code.RESOURCE_EXHAUSTED, refused.getCode());
    assertEquals("", refused.getReason());
    assertEquals(Map.of(), refused.getMetadata());
    assertEquals(List.of(), refused.getFieldViolations());
  }

  @Test
  void detailsThatContradictTheStatusAreLeftOut() {
    byte[] another =
        Status.newBuilder().setCode(3).setMessage("another").addDetails(INFO).build().toByteArray();
    for (byte[] details : new byte[][] {another, {(byte) 0xff}}) {
      Metadata trailers = new Metadata();
      trailers.put(DETAILS, details);
      RefereeException refused =
          RefereeException.of(
              new StatusRuntimeException(
                  io.grpc.Status.UNAVAILABLE.withDescription("away"), trailers));
      assertEquals("UNAVAILABLE: away", refused.getMessage());
      assertEquals("", refused.getReason());
    }
  }

  @Test
  void exceptionCanBeSerialized() throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(decoded(INFO, RETRY, BAD_REQUEST));
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertWhole((RefereeException) in.readObject());
    }
  }
}
