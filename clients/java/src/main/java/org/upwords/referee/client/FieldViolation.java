package org.upwords.referee.client;

import java.io.Serializable;

/**
 * One field of a request that the referee cannot take.
 *
 * @param field its path from the request, such as "move.notation" or "requests[3].board"
 * @param description what is wrong
 */
public record FieldViolation(String field, String description) implements Serializable {}
