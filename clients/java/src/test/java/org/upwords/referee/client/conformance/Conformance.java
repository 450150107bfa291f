package org.upwords.referee.client.conformance;

import com.google.gson.FieldNamingPolicy;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Shows what this client sees of a server: it reads one question in JSON a line from standard input
 * and writes one answer a line to standard output, in any order.
 */
final class Conformance {
  private static final int AT_ONCE = 8;
  private static final int HOURS_FOR_THE_LAST = 1;

  /** Answers and questions spell their names with underscores, and tell what is absent by null. */
  static final Gson JSON =
      new GsonBuilder()
          .setFieldNamingPolicy(FieldNamingPolicy.LOWER_CASE_WITH_UNDERSCORES)
          .disableHtmlEscaping()
          .serializeNulls()
          .create();

  private final Asker asker;
  private final Writer out;

  private Conformance(Asker asker, Writer out) {
    this.asker = asker;
    this.out = out;
  }

  public static void main(String... arguments) throws IOException, InterruptedException {
    if (arguments.length != 1) {
      System.err.println("usage: conformance HOST:PORT");
      System.exit(2);
    }
    try {
      serve(
          arguments[0],
          new InputStreamReader(System.in, StandardCharsets.UTF_8),
          new OutputStreamWriter(new FileOutputStream(FileDescriptor.out), StandardCharsets.UTF_8));
    } catch (JsonParseException fault) {
      System.err.println("conformance: no question: " + fault.getMessage());
      System.exit(1);
    }
  }

  /** Answers every line; throws JsonParseException at one that is no question. */
  static void serve(String target, Reader in, Writer out) throws IOException, InterruptedException {
    ExecutorService threads = Executors.newCachedThreadPool();
    try (Asker asker = new Asker(target)) {
      try {
        new Conformance(asker, out).serve(new BufferedReader(in), threads);
      } finally {
        threads.shutdown();
        threads.awaitTermination(HOURS_FOR_THE_LAST, TimeUnit.HOURS);
      }
    }
  }

  private void serve(BufferedReader lines, ExecutorService threads)
      throws IOException, InterruptedException {
    // Unlike a queue of the threads, this leaves the lines that cannot be asked yet unread.
    Semaphore places = new Semaphore(AT_ONCE);
    String line;
    while ((line = lines.readLine()) != null) {
      if (line.isBlank()) {
        continue;
      }
      Question question = JSON.fromJson(line, Question.class);
      places.acquire();
      threads.execute(
          () -> {
            try {
              write(asker.ask(question));
            } finally {
              places.release();
            }
          });
    }
  }

  private synchronized void write(Answer answer) {
    try {
      out.write(JSON.toJson(answer) + "\n");
      out.flush();
    } catch (IOException gone) {
      // Nobody hears the answers that are still due.
      System.exit(1);
    }
  }
}
