"""The command `game`: one record turn by turn, many with a summary, over all cores or by a server."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.service.cli.calling import call, run

GOOD = """\
#character-encoding UTF-8
#game-type upwords
#player1 ann Ann Example
#player2 bob Bob Example
>ann: ADMOORS 5D MOOD +8 8
>bob: EILNSTW 5D L... +5 5
>bob: EILNSTW -- -5 0
>bob: EILNSTW 5D W... +5 5
#incomplete
"""
BAD = GOOD.replace("5D W... +5 5", "5D W... +6 6")
NO_RECORD = "#player1 ann\n>ann: 5D\n"

Write = Callable[[str, str], str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def file(name: str, text: str) -> str:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        return str(path)

    return file


def test_a_game_is_shown_turn_by_turn(write: Write) -> None:
    outcome = call("game", write("good.gcg", GOOD))
    assert (outcome.status, outcome.err) == (0, "")
    assert "   2  bob     5D L...     +5      5  not valid, taken back\n" in outcome.out
    assert "   3  bob     --          -5      0\n" in outcome.out
    assert "\nNO ERRORS\n- note, unfinished: " in outcome.out
    assert " 5  .  .  .  W2 O  O  D  .  .  .\n" in outcome.out


def test_an_error_is_told_with_its_turn_and_line(write: Write) -> None:
    outcome = call("game", write("bad.gcg", BAD))
    assert outcome.status == 1
    assert "   4  bob     5D W...     +5      5  recorded +6\n" in outcome.out
    assert "\nERRORS FOUND\n- turn 4 (line 8), error, score mismatch: " in outcome.out


def test_the_response_is_printed_in_json(write: Write) -> None:
    answer = json.loads(call("game", write("bad.gcg", BAD), "--json").out)
    assert answer["sound"] is False
    assert [finding["turn"] for finding in answer["findings"] if finding.get("turn")] == [4]


def test_a_folder_is_audited_with_a_summary(write: Write, tmp_path: Path) -> None:
    for number in range(6):
        write(f"round{number % 2}/table{number}.gcg", BAD if number == 3 else GOOD)
    write("round0/notes.txt", "no record")
    outcome = call("game", str(tmp_path))
    assert (outcome.status, outcome.err) == (1, "")
    assert "table3.gcg: turn 4 (line 8), error, score mismatch: " in outcome.out
    assert "\n6 records: 5 without errors, 1 with errors\n" in outcome.out
    assert "score mismatch      1\n" in outcome.out


def test_a_record_that_cannot_be_read_stops_no_other(write: Write) -> None:
    files = [write("a.gcg", GOOD), write("b.gcg", NO_RECORD), write("c.gcg", GOOD)]
    outcome = call("game", *files)
    assert outcome.status == 2
    assert outcome.err.startswith(f"error: {files[1]}: ")
    assert "line 2, column " in outcome.err
    assert "3 records: 2 without errors, 0 with errors, 1 that could not be judged\n" in outcome.out


def test_each_record_is_one_line_of_json_in_the_order_given(write: Write) -> None:
    files = [write("b.gcg", BAD), write("a.gcg", NO_RECORD), write("c.gcg", GOOD)]
    outcome = call("game", *files, "--jsonl")
    lines = [json.loads(line) for line in outcome.out.splitlines()]
    assert outcome.status == 2
    assert [line["file"] for line in lines] == files
    assert lines[0]["response"]["sound"] is False
    assert lines[1]["error"]["code"] == "INVALID_ARGUMENT"
    assert lines[2]["response"]["sound"] is True


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_the_number_of_jobs_changes_nothing(jobs: str, write: Write) -> None:
    files = [write(f"{number}.gcg", BAD if number % 3 else GOOD) for number in range(7)]
    assert call("game", *files, "--jobs", jobs) == call("game", *files)


def test_a_server_says_what_the_process_says(write: Write, referee_address: str) -> None:
    files = [write("a.gcg", GOOD), write("b.gcg", BAD), write("c.gcg", NO_RECORD)]
    assert call("game", *files, "--server", referee_address) == call("game", *files)
    assert call("game", files[0], "--server", referee_address) == call("game", files[0])


def test_what_the_call_names_goes_before_the_record(write: Write) -> None:
    file = write("good.gcg", GOOD)
    assert call("game", file, "--deny", "wood").status == 1
    assert "classic-8x8" not in call("game", file).out
    assert call("game", file, "--lexicon", "none").status == 0
    assert call("game", file, "--rule", "triple").status == 2


def test_the_judge_stops_at_the_first_error_on_demand(write: Write) -> None:
    text = GOOD.replace("MOOD +8 8", "MOOD +9 9")
    outcome = call("game", write("bad.gcg", text), "--stop-at-first-error")
    assert outcome.status == 1
    assert "bob     5D" not in outcome.out


def test_a_record_in_latin_1_is_read(tmp_path: Path) -> None:
    file = tmp_path / "latin.gcg"
    file.write_bytes(GOOD.replace("UTF-8", "ISO-8859-1").replace("Ann Example", "André").encode("latin-1"))
    assert call("game", str(file)).status == 0


@pytest.mark.parametrize(
    ("name", "told"),
    [("gone.gcg", "there is no file "), ("", "has no game records (*.gcg)")],
)
def test_a_path_without_records_is_told(name: str, told: str, tmp_path: Path) -> None:
    outcome = call("game", str(tmp_path / name))
    assert (outcome.status, outcome.out) == (2, "")
    assert told in outcome.err


def test_a_file_that_is_too_large_is_no_record(write: Write) -> None:
    outcome = call("game", write("big.gcg", "#note x\n" * 40_000))
    assert outcome.status == 2
    assert "larger than 256 KB" in outcome.err


def test_one_json_shows_one_record(write: Write) -> None:
    outcome = call("game", write("a.gcg", GOOD), write("b.gcg", GOOD), "--json")
    assert outcome.status == 2
    assert "use --jsonl" in outcome.err


def test_the_program_audits_over_several_processes(write: Write, tmp_path: Path) -> None:
    for number in range(4):
        write(f"{number}.gcg", GOOD)
    outcome = run("game", str(tmp_path), "--jobs", "2")
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.endswith("4 records: 4 without errors, 0 with errors\n")
