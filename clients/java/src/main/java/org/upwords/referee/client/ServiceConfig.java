package org.upwords.referee.client;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.reflect.TypeToken;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The gRPC service config: how calls are balanced, and which are tried again. */
final class ServiceConfig {
  static final String DEFAULT = read("service_config.json");

  private ServiceConfig() {}

  /** Returns a config in the form that gRPC takes, with numbers as doubles. */
  static Map<String, ?> parse(String json) {
    try {
      JsonObject object = JsonParser.parseString(json).getAsJsonObject();
      return new Gson().fromJson(object, new TypeToken<Map<String, Object>>() {});
    } catch (JsonParseException | IllegalStateException fault) {
      throw new IllegalArgumentException("the service config is no JSON object", fault);
    }
  }

  private static String read(String resource) {
    try (InputStream stream = ServiceConfig.class.getResourceAsStream(resource)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }
}
