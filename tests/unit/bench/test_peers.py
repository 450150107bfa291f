"""What both sides are given, what is made of their answers, and the tables."""

import json
from pathlib import Path

import pytest

from bench.peers import finding, judging
from bench.peers.agreement import Asked, agree, compare
from bench.peers.contender import Turn, here
from bench.peers.contest import core_ratios, hold, rate_ratios, total
from bench.peers.facts import engine
from bench.peers.neutral import laid, neutral, write_words
from bench.peers.peer import Search, Verdict
from bench.peers.results import Results
from bench.peers.tables import tables
from upwords_referee.lexicons.embedded import embedded
from upwords_referee.library.find_plays import find_plays
from upwords_referee.library.judge import judge
from upwords_referee.movegen.found import FoundPlay
from upwords_referee.notation.move import parse_move
from upwords_referee.notation.position import parse_board
from upwords_referee.rules.board import Board
from upwords_referee.rules.move import Play

MOOD = parse_board("10/10/10/10/3(WM)O(AO)D3/10/10/10/10/10")


def play(text: str) -> Play:
    move = parse_move(text, MOOD)
    assert isinstance(move, Play)
    return move


def asked(text: str) -> Asked:
    return Asked(MOOD, play(text), judge(MOOD, play(text)))


def found(text: str, score: int) -> FoundPlay:
    return FoundPlay(play(text), text, score, ())


def test_a_position_is_told_by_letters_and_heights() -> None:
    told = neutral(MOOD, rack="AQ", plays=[play("F4 F.E")])
    assert told["letters"][4] == "...MOOD..."
    assert told["heights"][4] == [0, 0, 0, 2, 1, 2, 1, 0, 0, 0]
    assert told["rack"] == "AQ"
    assert told["plays"] == [((3, 5, "F"), (5, 5, "E"))]
    assert json.loads(json.dumps(told))["plays"] == [[[3, 5, "F"], [5, 5, "E"]]]


def test_a_board_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="not of 8x8"):
        neutral(Board.empty(8, 8))


def test_a_play_is_the_same_however_its_tiles_are_listed() -> None:
    assert laid([[4, 5, "A"], [3, 5, "B"]]) == laid(((3, 5, "B"), (4, 5, "A")))


def test_the_peers_have_the_words_of_our_lexicon(tmp_path: Path) -> None:
    write_words(embedded(), tmp_path / "words.txt")
    lines = (tmp_path / "words.txt").read_text("utf-8").splitlines()
    assert len(lines) == sum(count for _, count in embedded().word_counts())
    assert [line.upper() for line in lines] == list(embedded().words())


def test_only_plays_with_the_same_verdict_and_points_are_kept() -> None:
    plays = [asked(text) for text in ("5D G...", "5D F...", "5D R...", "5D X...")]
    points = plays[0].ours.score
    assert points is not None
    verdicts = [Verdict(points, ""), Verdict(points + 2, ""), Verdict(0, "InvalidWord"), Verdict(5, "")]
    agreement = agree(plays, verdicts)
    assert [each.play for each in agreement.kept] == [play("5D G...")]
    assert agreement.left_out == {
        "other points": 1,
        "the toolkit refuses it: InvalidWord": 1,
        "we refuse it: WORD_NOT_ACCEPTABLE": 1,
    }
    assert agreement.examples["other points"].startswith("5D F... on 10/")


def test_what_is_found_is_compared_by_what_is_laid() -> None:
    ours = [found("5D G...", 7), found("5D F...", 7), found("5D R...", 7)]
    theirs = Search(
        9,
        [
            (play("5D G...").placements, 7),
            (play("5D G...").placements, 7),
            (play("5D F...").placements, 9),
            (play("5D F...").placements, 7),
            (play("5D X...").placements, 7),
        ],
    )
    difference = compare(MOOD, ours, theirs)
    assert (difference.ours, difference.theirs) == (3, 3)
    assert (difference.repeats, difference.refused) == (2, 4)
    assert (difference.only_ours, difference.only_theirs, difference.other_points) == (1, 1, 1)
    assert difference.examples["only theirs"].startswith("5D X... on ")
    assert difference.examples["other points"].startswith("5D F... on ")


def test_the_same_plays_are_no_difference() -> None:
    plays = find_plays(MOOD, "GR")
    theirs = Search(len(plays), [(laid(each.play.placements), each.score) for each in plays])
    assert compare(MOOD, plays, theirs).examples == {}


def test_the_questions_are_those_of_the_other_measurements() -> None:
    plays = judging.asked()
    assert all(each.ours.valid for each in plays)
    assert judging.batch(plays[:7]).reply
    crowded = [station for station in finding.stations().values() if station.plays == 1_499]
    assert len(crowded) == 1
    assert all(neutral(station.board) for station in finding.stations().values())


def test_each_contender_has_a_turn_in_each_round() -> None:
    work = here(3, lambda: 5, 5)
    turns = hold({"a": {"x": work, "y": work}, "b": {"x": work}}, 2, 0.001)
    assert {title: {name: len(each) for name, each in block.items()} for title, block in turns.items()} == {
        "a": {"x": 2, "y": 2},
        "b": {"x": 2},
    }
    assert all(turn.done % 3 == 0 for turn in turns["a"]["x"])


def test_a_contender_that_does_other_work_than_before_is_told() -> None:
    with pytest.raises(RuntimeError, match="gave 6 in place of 5"):
        here(1, lambda: 6, 5).turn(1)


def test_ratios_are_taken_round_by_round() -> None:
    fast, slow = [Turn(8, 1, 1), Turn(6, 1, 2)], [Turn(4, 1, 1), Turn(1, 1, 0)]
    assert rate_ratios(fast, slow).most == 6
    assert (core_ratios(fast, slow).most, core_ratios(fast, slow).least) == (2, 0)
    assert total(fast) == Turn(14, 2, 3)


def test_the_engine_is_told_by_its_file() -> None:
    assert engine("board.cpython-311-x86_64-linux-gnu.so") == "compiled by mypyc"
    assert engine("board.py") == "plain Python"


def results() -> Results:
    def turns(*names: str) -> dict[str, list[Turn]]:
        return {name: [Turn(10 * i, 1, 0.5), Turn(10 * i, 1, 0.5)] for i, name in enumerate(names, 1)}

    difference = compare(MOOD, [found("5D G...", 7)], Search(1, []))
    titles = ("1: A", "2: B", "3: C")
    return Results(
        facts={"node": "v20"},
        plays=449,
        left_out={"other points": 1},
        examples={"other points": "5D W..."},
        judging=turns(judging.TOOLKIT, judging.LIBRARY, judging.SERVER),
        finding={title: turns(finding.SOLVER, finding.LIBRARY, finding.SERVER) for title in titles},
        differences={
            title: difference._replace(ours=ours) for title, ours in zip(titles, (1, 1, 1_499), strict=True)
        },
    )


def test_the_tables_tell_rates_ratios_and_differences() -> None:
    shown = tables(results())
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in shown.splitlines()]
    assert [judging.LIBRARY, "20 (20-20)", "2.00 (2.00-2.00)", "40 (40-40)", "2.00 (2.00-2.00)"] in rows
    times = ["50.00 (50.00-50.00)", "2.0 (2.0-2.0)", "25.00 (25.00-25.00)", "2.0 (2.0-2.0)"]
    assert ["mid-game, 2 positions", finding.LIBRARY, "2", *times] in rows
    assert ["crowded, 1,499 plays", finding.LIBRARY, "1,499", "50.00", "2.0", "25.00", "2.0"] in rows
    assert ["2: B", "1", "0", "1", "0", "0", "0", "1"] in rows
    assert "both sides agree: 449; left out: other points: 1." in shown
    assert "- only ours: 5D G... on " in shown


def test_nothing_left_out_is_said() -> None:
    assert "left out: none." in tables(results()._replace(left_out={}, examples={}))


def test_the_results_are_json() -> None:
    kept = json.loads(json.dumps(results().to_dict()))
    assert kept["judging"][judging.LIBRARY][0] == {"done": 20, "seconds": 1, "cpu_seconds": 0.5}
    assert kept["differences"]["3: C"]["ours"] == 1_499
