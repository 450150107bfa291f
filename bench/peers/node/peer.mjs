// The peers in a process of their own: a line of JSON in, a line of JSON out, until standard input closes.
//
// {"do": "load", "words": file, "positions": [{letters, heights, rack, plays}, ...]}
//     builds all objects, judges and finds everything once, and warms up
// {"do": "judge", "times": n}                 judges all plays n times
// {"do": "find", "position": i, "times": n}   finds and checks the plays of a position's rack n times

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { UpwordsWordFinder } from "upwords-solver";
import { PlayDirection, TileRack, UpwordsBoard, prepareUpwordsWordList } from "upwords-toolkit";
import { MoveErrorCode } from "upwords-toolkit/dist/board.js";

const { Horizontal: ACROSS, Vertical: DOWN } = PlayDirection;

// A word is kept even if one set has not enough tiles of its letters: both sides have the same words.
const KEPT_WORDS = { minLength: 2, maxLength: 10, joinQu: true };

// V8 compiles a hot function again and again, better each time, so it runs this long before it is timed.
const WARM_UP_SECONDS = 1;
const WARM_UP_SEARCHES = 3;

// Each with its board, and where there is a rack with that; `asked` has its plays in the toolkit's form.
let positions = [];

const seconds = (run) => {
  const start = process.hrtime.bigint();
  run();
  return Number(process.hrtime.bigint() - start) / 1e9;
};

function load({ words: file, positions: given }) {
  const listed = readFileSync(file, "utf8").trim().split("\n");
  const words = prepareUpwordsWordList(listed, KEPT_WORDS).keptWords;
  UpwordsWordFinder.init(words);
  positions = given.map((position) => {
    const cells = position.letters.map((row, y) =>
      [...row].map((letter, x) => (position.heights[y][x] ? `${position.heights[y][x]}${letter}` : "0 ")),
    );
    const asked = position.plays.map((placements) => toPlay(cells, placements));
    return { cells, board: new UpwordsBoard(words, cells), rack: toRack(position.rack), asked };
  });
  const verdicts = positions.map(({ board, asked }) => asked.map((play) => verdict(board.checkPlay(play))));
  const found = positions.map((position) => (position.rack ? search(position) : null));
  warmUp();
  return { node: process.version, verdicts, found };
}

function warmUp() {
  let spent = 0;
  while (spent < WARM_UP_SECONDS && positions.some(({ asked }) => asked.length)) {
    spent += seconds(judgeAll);
  }
  for (let i = 0; i < WARM_UP_SEARCHES; i++) {
    for (const position of positions.filter(({ rack }) => rack)) {
      findAll(position);
    }
  }
}

function judge({ times }) {
  let points = 0;
  const spent = seconds(() => {
    for (let i = 0; i < times; i++) {
      points += judgeAll();
    }
  });
  return { seconds: spent, points };
}

function judgeAll() {
  let points = 0;
  for (const { board, asked } of positions) {
    for (const play of asked) {
      points += board.checkPlay(play).points ?? 0;
    }
  }
  return points;
}

function find({ position: i, times }) {
  let plays = 0;
  const spent = seconds(() => {
    for (let turn = 0; turn < times; turn++) {
      plays += findAll(positions[i]).length;
    }
  });
  return { seconds: spent, plays };
}

function findAll({ cells, board, rack }) {
  const valid = [];
  for (const play of UpwordsWordFinder.findAllPossiblePlays(cells, rack)) {
    const { isValid, points } = board.checkPlay(play);
    if (isValid) {
      valid.push({ play, points });
    }
  }
  return valid;
}

function search(position) {
  const listed = UpwordsWordFinder.findAllPossiblePlays(position.cells, position.rack).length;
  const plays = findAll(position).map(({ play, points }) => ({ placements: toPlacements(play), points }));
  return { listed, plays };
}

function verdict({ isValid, points, error }) {
  return isValid ? { points, error: "" } : { points: 0, error: MoveErrorCode[error] };
}

function toRack(tiles) {
  if (!tiles) {
    return null;
  }
  const rack = new TileRack();
  for (const tile of tiles) {
    rack.addTile(tile, 1);
  }
  return rack;
}

// A play is a string from its first to its last tile, blank where it lays none.
function toPlay(cells, placements) {
  const laid = placements.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const [row, column] = laid[0];
  const down = laid.length > 1 ? laid.at(-1)[0] !== row : !standsInRow(cells, row, column);
  const tiles = laid.reduce((text, [y, x, tile]) => text.padEnd(down ? y - row : x - column) + tile, "");
  return { tiles, start: [row, column], direction: down ? DOWN : ACROSS };
}

// The toolkit counts the line of play as a word even where one tile stands alone in it.
function standsInRow(cells, row, column) {
  return [column - 1, column + 1].some((x) => (cells[row][x] ?? "0 ") !== "0 ");
}

function toPlacements({ tiles, start: [row, column], direction }) {
  return [...tiles].flatMap((tile, i) => {
    const square = direction === DOWN ? [row + i, column] : [row, column + i];
    return tile === " " ? [] : [[...square, tile]];
  });
}

const doing = { load, judge, find };

for await (const line of createInterface({ input: process.stdin })) {
  let answer;
  try {
    const request = JSON.parse(line);
    answer = doing[request.do](request);
  } catch (error) {
    answer = { error: String(error) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
