package org.upwords.referee.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.upwords.referee.client.example.Quickstart;
import org.upwords.referee.client.testing.RefereeServer;

/** What is written twice says the same. */
class PackagingTest {
  private static final Path QUICKSTART =
      Path.of("src/test/java/org/upwords/referee/client/example/Quickstart.java");

  @Test
  void defaultServiceConfigIsTheDeployedOne() throws IOException {
    assertEquals(
        JsonParser.parseString(Files.readString(Path.of("../../deploy/service_config.json"))),
        JsonParser.parseString(ServiceConfig.DEFAULT));
  }

  @Test
  void versionIsThatOfThePackage() throws IOException {
    Matcher version =
        Pattern.compile("<version>(.*?)</version>").matcher(Files.readString(Path.of("pom.xml")));
    assertTrue(version.find());
    assertEquals(version.group(1), UpwordsReferee.VERSION);
  }

  @Test
  void readmeShowsTheExample() throws IOException {
    Matcher example =
        Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(Path.of("README.md")));
    assertTrue(example.find());
    String source = Files.readString(QUICKSTART);
    assertEquals(source.substring(source.indexOf("import")), example.group(1));
  }

  @Test
  void exampleRuns() {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream out = System.out;
    System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
    try {
      Quickstart.main(RefereeServer.shared());
    } finally {
      System.setOut(out);
    }
    assertEquals("true, 5 points", said.toString(StandardCharsets.UTF_8).strip());
  }
}
