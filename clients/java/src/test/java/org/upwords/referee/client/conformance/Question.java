package org.upwords.referee.client.conformance;

import com.google.gson.JsonElement;

/**
 * One line of input.
 *
 * @param method name of a call, with or without its service before a "/"
 * @param request the message in base64; for a stream a list of them
 * @param timeoutMs null: the client's own deadline
 * @param cancelAfterMs null: the call is not cancelled
 * @param key null: none is sent
 */
record Question(
    String id,
    String method,
    JsonElement request,
    Integer timeoutMs,
    Integer cancelAfterMs,
    String key) {

  String call() {
    return method.substring(method.lastIndexOf('/') + 1);
  }
}
