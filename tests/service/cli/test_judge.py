"""The command `judge`."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.service.cli.calling import MOOD, WOOD, call

DRAWN = """\
before                                after
    A  B  C  D  E  F  G  H  I  J          A  B  C  D  E  F  G  H  I  J
 1  .  .  .  .  .  .  .  .  .  .       1  .  .  .  .  .  .  .  .  .  .
 2  .  .  .  .  .  .  .  .  .  .       2  .  .  .  .  .  .  .  .  .  .
 3  .  .  .  .  .  .  .  .  .  .       3  .  .  .  .  .  .  .  .  .  .
 4  .  .  .  .  .  .  .  .  .  .       4  .  .  .  .  .  .  .  .  .  .
 5  .  .  .  M  O  O  D  .  .  .       5  .  .  . [W2]O  O  D  .  .  .
 6  .  .  .  .  .  .  .  .  .  .       6  .  .  .  .  .  .  .  .  .  .
 7  .  .  .  .  .  .  .  .  .  .       7  .  .  .  .  .  .  .  .  .  .
 8  .  .  .  .  .  .  .  .  .  .       8  .  .  .  .  .  .  .  .  .  .
 9  .  .  .  .  .  .  .  .  .  .       9  .  .  .  .  .  .  .  .  .  .
10  .  .  .  .  .  .  .  .  .  .      10  .  .  .  .  .  .  .  .  .  .

VALID  5D W...  5D (M>W)OOD

word  from  heights  points  status
WOOD  5D    2111          5  acceptable

score 5

judged by standard-10x10 and lexicon enable
"""


def verdict(*arguments: str, stdin: bytes = b"") -> dict[str, Any]:
    outcome = call("judge", "--json", *arguments, stdin=stdin)
    answer: dict[str, Any] = json.loads(outcome.out)
    assert outcome.status == (0 if answer.get("valid") else 1), outcome
    assert outcome.err == ""
    return answer


def rules(answer: dict[str, Any]) -> list[str]:
    return [violation["rule"] for violation in answer["violations"]]


def test_a_valid_move_is_drawn_with_its_words_and_score() -> None:
    assert call("judge", MOOD, "5D W...") == (0, DRAWN, "")


def test_every_violation_is_told_with_its_sentence_and_reference() -> None:
    outcome = call("judge", MOOD, "5D WEED")
    assert outcome.status == 1
    assert "NOT VALID  5D WEED  5D (M>W)(O>E)(O>E)(D>D)\n" in outcome.out
    assert "- SAME_LETTER: A tile is laid on the same letter on G5. (docs/rules.md, 3.7)\n" in outcome.out
    assert "- COVERS_WHOLE_WORD: Every letter of the old word MOOD on " in outcome.out
    assert "score 8, if it stood\n" in outcome.out


def test_a_word_that_is_not_acceptable_says_so_in_the_table() -> None:
    outcome = call("judge", MOOD, "5D L...")
    assert outcome.status == 1
    assert "LOOD  5D    2111          5  not found\n" in outcome.out


def test_without_a_score_the_board_after_the_move_is_not_drawn() -> None:
    outcome = call("judge", MOOD, "5A W")
    assert outcome.status == 1
    assert "after" in outcome.out
    outcome = call("judge", MOOD, "9A W.W")
    assert outcome.status == 1
    assert "- GAP: " in outcome.out
    assert "after" not in outcome.out
    assert "score" not in outcome.out


def test_the_bonus_for_a_full_rack_is_told() -> None:
    outcome = call("judge", "10/10/10/10/10/10/10/10/10/10", "5B READING", "--lexicon", "none")
    assert "score 34 (20 for a full rack)\n" in outcome.out


@pytest.mark.parametrize(
    "arguments", [(MOOD, "-E"), ("--bag", "9", MOOD, "-E"), (MOOD, "-E", "--bag", "9"), (MOOD, "--", "-E")]
)
def test_an_exchange_needs_no_two_hyphens_before_it(arguments: tuple[str, ...]) -> None:
    assert verdict(*arguments)["notation"] == "-E"


@pytest.mark.parametrize(("move", "shown"), [("-", "VALID  -  pass\n"), ("-e", "VALID  -E  exchange\n")])
def test_a_move_without_tiles_draws_the_board_once(move: str, shown: str) -> None:
    outcome = call("judge", MOOD, move)
    assert outcome.status == 0
    assert shown in outcome.out
    assert outcome.out.count("A  B  C") == 1


def test_the_move_may_stand_without_quotes() -> None:
    assert verdict(MOOD, "5D", "W...")["notation"] == "5D W..."


def test_a_down_word_is_told_by_its_column_first() -> None:
    assert "MY    D5    11 " in call("judge", MOOD, "D6 Y").out


# What a whole position says, and what the options say against it.


@pytest.mark.parametrize(
    ("tail", "option", "broken"),
    [
        ("ACEINRT/? 0/0 0", (), True),
        ("ACEINRT/? 0/0 0", ("--rack", "WED"), False),
        ("ACEINRT/? 0/0 0", ("--rack", "?"), False),
        ("?/ACEINRT 0/0 0", (), False),
        ("WED/? 0/0 0", ("--rack", "-"), True),
        ("WED/? 0/0 0", ("--rack", ""), True),
        ("-/? 0/0 0", (), True),
    ],
)
def test_the_rack_of_the_player_on_turn_counts_unless_an_option_says_otherwise(
    tail: str, option: tuple[str, ...], broken: bool
) -> None:
    assert ("RULE_TILE_NOT_ON_RACK" in rules(verdict(f"{MOOD} {tail}", "5D W...", *option))) == broken


def test_the_bag_counts_unless_an_option_says_otherwise() -> None:
    position = f"{MOOD} ? ? 0 bag 0;"
    assert rules(verdict(position, "-E")) == ["RULE_EXCHANGE_BAG_EMPTY"]
    assert rules(verdict(position, "-E", "--bag", "1")) == []
    assert rules(verdict(MOOD, "-E", "--bag", "0")) == ["RULE_EXCHANGE_BAG_EMPTY"]


def test_the_ruleset_counts_unless_an_option_says_otherwise() -> None:
    position = f"{MOOD} ? ? 0 rs topwords-10x10;"
    assert verdict(position, "5D W...")["provenance"]["ruleset"] == "topwords-10x10"
    chosen = verdict(position, "5D W...", "--ruleset", "standard-10x10")
    assert chosen["provenance"]["ruleset"] == "standard-10x10"


def test_the_lexicon_counts_unless_an_option_says_otherwise() -> None:
    position = f"{MOOD} ? ? 0 lex none;"
    assert verdict(position, "5D L...")["words"][0]["status"] == "WORD_STATUS_UNCHECKED"
    chosen = verdict(position, "5D L...", "--lexicon", "enable")
    assert chosen["words"][0]["status"] == "WORD_STATUS_NOT_FOUND"


def test_a_word_list_of_ones_own_is_read_and_used(tmp_path: Path) -> None:
    path = tmp_path / "club.txt"
    path.write_text("lood\n")
    answer = verdict(MOOD, "5D L...", "--lexicon", f"club={path}")
    assert answer["valid"]
    assert answer["provenance"]["lexicon"] == "club"


def test_a_ruleset_of_ones_own_is_read_and_used(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text('id = "house"\nname = "House"\nmax_height = 1\n')
    answer = verdict(MOOD, "5D W...", "--rulesets", str(tmp_path), "--ruleset", "house")
    assert rules(answer) == ["RULE_STACK_TOO_HIGH"]


def test_house_rulings_go_before_the_lexicon() -> None:
    assert verdict(MOOD, "5D L...", "--allow", "lood", "--allow", "other")["valid"]
    denied = verdict(MOOD, "5D W...", "--deny", "WOOD")
    assert denied["words"][0]["status"] == "WORD_STATUS_DENIED"
    assert "with house rulings" in call("judge", MOOD, "5D W...", "--deny", "WOOD").out


# Ways of writing a move.


def test_a_play_spelled_out_leaves_equal_letters_as_they_are() -> None:
    assert verdict(MOOD, "5D WOOD", "--spelled")["notation"] == "5D W..."
    assert "RULE_SAME_LETTER" in rules(verdict(MOOD, "5D WOOD"))


def test_a_spelled_play_that_changes_nothing_lays_no_tile() -> None:
    assert rules(verdict(MOOD, "5D MOOD", "--spelled")) == ["RULE_NO_TILES"]


def test_a_spelled_play_that_notation_cannot_say_is_judged_all_the_same() -> None:
    assert "RULE_OUT_OF_BOUNDS" in rules(verdict(MOOD, "99D WOOD", "--spelled"))
    assert "RULE_OUT_OF_BOUNDS" in rules(verdict(MOOD, "D98 WOOD", "--spelled"))


@pytest.mark.parametrize(
    ("position", "move", "argument"),
    [
        (MOOD, "5d w...", "MOVE"),
        (MOOD, "5D W", "MOVE"),
        (MOOD.lower(), "5D W...", "POSITION"),
        (MOOD.replace("M", "(M)"), "5D W...", "POSITION"),
    ],
)
def test_strict_refuses_what_is_not_canonical(position: str, move: str, argument: str) -> None:
    assert call("judge", position, move).status == 0
    outcome = call("judge", position, move, "--strict")
    assert outcome.status == 2
    assert outcome.err.startswith(f"error: {argument}: not canonical: ")
    assert call("judge", MOOD, "5D W...", "--strict").status == 0


# Whole requests.


REQUESTS: dict[str, dict[str, Any]] = {
    "notation": {"board": {"notation": MOOD}, "move": {"notation": "5D W..."}},
    "grid": {
        "board": {"grid": {"letters": "." * 43 + "MOOD" + "." * 53}},
        "move": {"play": {"placements": [{"row": 4, "column": 3, "tile": "W"}]}},
    },
    "stacks": {
        "board": {
            "stackList": {
                "rows": 10,
                "columns": 10,
                "stacks": [{"row": 4, "column": 3 + i, "tiles": tile} for i, tile in enumerate("MOOD")],
            }
        },
        "move": {"notation": "5D W..."},
    },
}


@pytest.mark.parametrize("form", REQUESTS)
def test_a_whole_request_is_judged_and_drawn_whatever_its_form(form: str, tmp_path: Path) -> None:
    path = tmp_path / "request.json"
    path.write_text(json.dumps(REQUESTS[form]))
    assert call("judge", "--request", str(path)) == (0, DRAWN, "")


def test_a_request_may_come_from_standard_input_with_a_byte_order_mark() -> None:
    stdin = b"\xef\xbb\xbf" + json.dumps(REQUESTS["grid"]).encode()
    answer = verdict("--request", "-", stdin=stdin)
    assert answer["score"] == 5
    assert "position" not in answer


def test_a_grid_without_separators_is_drawn_by_the_width_of_its_ruleset() -> None:
    request = {
        "customRuleset": {"rows": 2, "columns": 3, "centre": {}},
        "board": {"grid": {"letters": "AB...."}},
        "move": {"notation": "C1 A"},
        "lexicon": "none",
    }
    outcome = call("judge", "--request", "-", stdin=json.dumps(request).encode())
    assert outcome.status == 0
    assert "    A  B  C          A  B  C\n 1  A  B  .       1  A  B [A]\n" in outcome.out
    assert "judged by a ruleset without an id and lexicon none\n" in outcome.out


def test_a_blind_answer_shows_no_more_than_it_says() -> None:
    request = {**REQUESTS["notation"], "detail": "DETAIL_VERDICT_ONLY"}
    outcome = call("judge", "--request", "-", stdin=json.dumps(request).encode())
    assert outcome.status == 0
    assert "VALID  5D W..." in outcome.out
    assert "word" not in outcome.out
    assert "score" not in outcome.out


def test_a_list_of_ones_own_is_used_by_a_request_that_names_none(tmp_path: Path) -> None:
    path = tmp_path / "club.txt"
    path.write_text("lood\n")
    spec = f"club={path}"
    request = {"board": {"notation": MOOD}, "move": {"notation": "5D L..."}}
    assert verdict("--request", "-", "--lexicon", spec, stdin=json.dumps(request).encode())["valid"]
    named = {**request, "lexicon": "enable"}
    assert not verdict("--request", "-", "--lexicon", spec, stdin=json.dumps(named).encode())["valid"]


@pytest.mark.parametrize(
    ("beside", "name"),
    [
        ((MOOD,), "POSITION"),
        (("--rack", "A"), "--rack"),
        (("--bag", "0"), "--bag"),
        (("--lexicon", "none"), "--lexicon ID"),
        (("--ruleset", "x", "--strict"), "--ruleset, --strict"),
        (("--allow", "x", "--deny", "y", "--spelled"), "--allow, --deny, --spelled"),
    ],
)
def test_nothing_that_asks_may_stand_beside_a_request(beside: tuple[str, ...], name: str) -> None:
    outcome = call("judge", "--request", "-", *beside)
    assert outcome.status == 2
    assert outcome.err == f"error: --request holds the whole question: leave out {name}\n"


def test_faults_of_a_request_are_told_by_their_path_in_it() -> None:
    request = {**REQUESTS["notation"], "rack": "A" * 8}
    outcome = call("judge", "--request", "-", stdin=json.dumps(request).encode())
    assert outcome == (2, "", "error: rack: has 8 tiles; a rack holds at most 7\n")


# What cannot be understood.


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((), "give POSITION and MOVE, as in: "),
        ((MOOD,), "give POSITION and MOVE, as in: "),
        (("10/9", "-"), "POSITION: row 2 has 9 squares, row 1 has 10"),
        ((f"{MOOD} A", "-"), "POSITION: after the board come racks, scores and passes"),
        ((f"{MOOD} ? ? 0 bag x;", "-"), 'POSITION: bag is a count of tiles, not "x"'),
        ((f"{MOOD} ? ? 0 bag 4294967296;", "-"), "POSITION: bag is a count of tiles"),
        ((MOOD, "W..."), 'MOVE: "W..." is no move'),
        ((MOOD, "W...", "--spelled"), 'MOVE: "W..." is no move'),
        ((MOOD, "5D 1"), 'MOVE: no tile has the letter "1" (at character 4)'),
        (("5/5/5/5/5", "-"), "--ruleset: a board of 5 rows and 5 columns needs a ruleset"),
        ((MOOD, "-", "--rack", "ABCDEFGH"), "--rack: has 8 tiles; a rack holds at most 7"),
        ((MOOD, "-", "--rack", "1"), '--rack: "1" is a letter that no tile has'),
        ((MOOD, "-", "--bag", "-1"), "--bag is a count of tiles, 0 to 4294967295, not -1"),
        ((MOOD, "-", "--bag", "4294967296"), "--bag is a count of tiles"),
        ((MOOD, "-", "--bag", "x"), "Invalid value for '--bag'"),
        ((MOOD, "-", "--allow", ""), "--allow: a word has 1 to 64 characters, not 0"),
        ((MOOD, "-", "--allow", "a", "--deny", "A"), '--deny: "A" is both allowed and denied'),
        ((MOOD, "-", "--ruleset", "nix"), "ruleset: there is no ruleset 'nix'; known are classic-8x8"),
        (
            (MOOD, "-", "--lexicon", "nix"),
            "lexicon: there is no lexicon 'nix'; known are denckring-de, enable",
        ),
        ((MOOD, "-", "--lexicon", "nix="), "lexicon 'nix=' is not of the form ID=PATH"),
        ((MOOD, "-", "--lexicon", "nix=/nix/nix"), 'word list "/nix/nix" does not exist; check the path'),
        ((MOOD, "-", "--rulesets", "/nix/nix"), "/nix/nix is no folder of rulesets"),
        ((MOOD, "-", "--racks", "A"), "No such option: --racks"),
        ((MOOD, "-", "--rack"), "Option '--rack' requires an argument"),
        ((MOOD, "-", "--server", "nix"), "--server takes HOST:PORT"),
        ((MOOD, "-", "--server", "[::1]:1", "--rulesets", "x"), "a server judges by its own files"),
        ((MOOD, "-", "--server", "[::1]:1", "--lexicon", "a=b"), "a server judges by its own files"),
    ],
)
def test_a_question_that_is_not_understood_says_what_is_wrong(arguments: tuple[str, ...], error: str) -> None:
    outcome = call("judge", *arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(f"error: {error}")
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (b"", "standard input holds no JudgeMoveRequest in proto3 JSON: "),
        (b"{", "standard input holds no JudgeMoveRequest in proto3 JSON: "),
        (b"[1]", "standard input holds no JudgeMoveRequest in proto3 JSON: "),
        (b"[" * 900_000, "standard input holds no JudgeMoveRequest in proto3 JSON: "),
        (b'{"board":' * 90_000, "standard input holds no JudgeMoveRequest in proto3 JSON: "),
        (b'{"nix": 1}', "standard input holds no JudgeMoveRequest in proto3 JSON: "),
        (b'{"rack": "\\ud800"}', "standard input holds no JudgeMoveRequest in proto3 JSON: "),
        (b'{"bagCount": ' + b"9" * 5_000 + b"}", "standard input holds no JudgeMoveRequest in proto3 JSON: "),
        (b"\xff{}", "standard input is not UTF-8 (byte 1); save it as UTF-8"),
        (b" " * (1 << 20) + b"{}", "standard input is larger than 1 MB; ask in parts"),
        (b"{}", "board: is missing"),
    ],
)
def test_a_request_that_cannot_be_read_says_why(text: bytes, error: str) -> None:
    outcome = call("judge", "--request", "-", stdin=text)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(f"error: {error}")
    assert len(outcome.err) < 450


def test_a_file_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    outcome = call("judge", "--request", str(tmp_path / "nix"))
    assert outcome == (
        2,
        "",
        f"error: the file {tmp_path}/nix cannot be read (No such file or directory); check the path\n",
    )
    outcome = call("judge", "--request", str(tmp_path))
    assert outcome == (2, "", f"error: the file {tmp_path} cannot be read (Is a directory); check the path\n")


def test_an_error_is_also_printed_as_json() -> None:
    outcome = call("judge", MOOD, "5D 1", "--json")
    assert outcome.status == 2
    assert outcome.err == 'error: MOVE: no tile has the letter "1" (at character 4)\n'
    error = json.loads(outcome.out)["error"]
    assert error["code"] == "INVALID_ARGUMENT"
    assert error["message"] == 'MOVE: no tile has the letter "1" (at character 4)'
    assert [detail["@type"].rpartition(".")[2] for detail in error["details"]] == ["ErrorInfo", "BadRequest"]
    assert error["details"][1]["fieldViolations"][0]["field"] == "move.notation"


@pytest.mark.parametrize("arguments", [("judge", "--json"), ("judge", "--nix", "--json"), ("nix", "--json")])
def test_a_misuse_is_also_printed_as_json(arguments: tuple[str, ...]) -> None:
    outcome = call(*arguments)
    assert outcome.status == 2
    error = json.loads(outcome.out)["error"]
    assert error["code"] == "INVALID_ARGUMENT"
    assert outcome.err == f"error: {error['message']}\n"


def test_json_says_false_and_shows_the_board_after_the_move() -> None:
    assert verdict(MOOD, "5D L...")["valid"] is False
    assert verdict(MOOD, "5D W...")["position"] == {"notation": WOOD}
