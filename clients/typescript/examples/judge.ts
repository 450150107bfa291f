import { boardNotation, playNotation, RefereeClient } from "@upwords-referee/client";

const client = new RefereeClient(process.argv[2] ?? "127.0.0.1:50051");
const verdict = await client.judgeMove({
  board: boardNotation("10/10/10/10/2MOOD4/10/10/10/10/10"),
  move: playNotation("5C W..."),
});
const words = verdict.words.map((word) => word.text);
console.log(verdict.valid, verdict.score, words);
client.close();
