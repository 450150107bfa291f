package org.upwords.referee.client.testing;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A real referee that runs on a free port until it is closed. */
public final class RefereeServer implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;

  private final Process process;
  private final String target;

  private RefereeServer(Process process, String target) {
    this.process = process;
    this.target = target;
  }

  /**
   * Returns the address of a referee with its built-in rulesets and lexica: the one at
   * UPWORDS_TARGET, else one that is started for all tests.
   */
  public static String shared() {
    String target = System.getenv("UPWORDS_TARGET");
    return target != null ? target : Shared.SERVER.target;
  }

  /** Starts a referee with these further arguments of "serve". */
  public static RefereeServer start(String... arguments) {
    List<String> command = new ArrayList<>(List.of(program(), "serve", "--listen", "127.0.0.1:0"));
    command.addAll(List.of("--drain-seconds", "0", "--grace-seconds", "0.1"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    // To the server it would be a setting that it does not have.
    builder.environment().remove("UPWORDS_REFEREE");
    try {
      Process process = builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
      return new RefereeServer(process, address(process));
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  /**
   * Returns the referee's program: the one of UPWORDS_REFEREE, else that of the repository, else
   * the one on the PATH.
   */
  public static String program() {
    String named = System.getenv("UPWORDS_REFEREE");
    if (named != null) {
      return named;
    }
    Path built = Path.of("../../.venv/bin/upwords-referee");
    return Files.exists(built) ? built.toAbsolutePath().normalize().toString() : "upwords-referee";
  }

  public String target() {
    return target;
  }

  @Override
  public void close() {
    stop(process);
  }

  private static String address(Process process) {
    CompletableFuture<String> address = new CompletableFuture<>();
    Thread reader = new Thread(() -> read(process, address), "log of the referee");
    reader.setDaemon(true);
    reader.start();
    try {
      return address.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException fault) {
      stop(process);
      throw new IllegalStateException("the referee does not listen", fault);
    }
  }

  private static void read(Process process, CompletableFuture<String> address) {
    String said = "";
    try (BufferedReader log = process.errorReader(StandardCharsets.UTF_8)) {
      for (String line; (line = log.readLine()) != null; said = line) {
        if (line.contains("\"listening\"")) {
          address.complete(addressIn(line));
          // A full pipe would stop the server.
          log.transferTo(new OutputStreamWriter(OutputStream.nullOutputStream()));
        }
      }
    } catch (IOException | JsonParseException fault) {
      address.completeExceptionally(fault);
    }
    address.completeExceptionally(new IOException("it ended: " + said));
  }

  private static String addressIn(String line) {
    JsonObject event = JsonParser.parseString(line).getAsJsonObject();
    return event.get("address").getAsString();
  }

  private static void stop(Process process) {
    process.destroy();
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException interrupt) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private static final class Shared {
    static final RefereeServer SERVER = start();

    static {
      Runtime.getRuntime().addShutdownHook(new Thread(SERVER::close));
    }
  }
}
