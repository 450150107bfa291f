"""Alphabet, accents and digraphs are properties of the ruleset and the lexicon, and nowhere in the code."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.service.referee import Referee, serving
from upwords.referee.v1 import lexicon_service_pb2, move_pb2
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords.referee.v1.lexicon_pb2 import WordStatus
from upwords_referee.lexicons.embedded import builtin_lexicons

GERMAN = {
    "centre": {"squares": []},
    "tiles": {"kinds": [{"letter": letter} for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜß"]},
    "bare_s_rule": "BARE_S_RULE_OFF",
}
DUTCH = {
    "centre": {"squares": []},
    "tiles": {
        "kinds": [
            *({"letter": letter} for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
            {"letter": "\N{LATIN CAPITAL LIGATURE IJ}", "spelling": "IJ"},
        ]
    },
}


@pytest.fixture(scope="module")
def referee() -> Iterator[Referee]:
    with serving(*builtin_lexicons()) as running:
        yield running


def judged(referee: Referee, ruleset: dict[str, Any], lexicon: str, tiles: list[str]) -> pb.JudgeMoveResponse:
    request = pb.JudgeMoveRequest(custom_ruleset=ruleset, lexicon=lexicon)
    request.board.notation = "/".join(["10"] * 10)
    for column, tile in enumerate(tiles):
        request.move.play.placements.append(move_pb2.Placement(row=4, column=column, tile=tile))
    response: pb.JudgeMoveResponse = referee.ask(request)
    return response


@pytest.mark.parametrize(
    ("tiles", "text"),
    [
        (["Ä", "P", "F", "E", "L"], "ÄPFEL"),
        (["ä", "p", "f", "e", "l"], "ÄPFEL"),
        (["S", "T", "R", "A", "ß", "E"], "STRAßE"),
    ],
)
def test_german_letters_are_tiles_and_words(referee: Referee, tiles: list[str], text: str) -> None:
    verdict = judged(referee, GERMAN, "denckring-de", tiles)
    assert [(word.text, word.length, word.status) for word in verdict.words] == [
        (text, len(tiles), WordStatus.WORD_STATUS_ACCEPTABLE)
    ]
    assert verdict.valid
    assert verdict.notation == f"5A {text}"


@pytest.mark.parametrize("tile", ["\N{LATIN CAPITAL LIGATURE IJ}", "IJ", "ij"])
def test_a_dutch_tile_may_spell_two_letters(referee: Referee, tile: str) -> None:
    verdict = judged(referee, DUTCH, "wdutch", [tile, "S"])
    (word,) = verdict.words
    assert (word.text, word.length, word.score) == ("IJS", 2, 4)
    assert verdict.valid


def test_the_english_sets_have_no_such_tiles(referee: Referee) -> None:
    refusal = referee.refusal(
        pb.JudgeMoveRequest(
            board={"notation": "/".join(["10"] * 10)},
            move={"play": {"placements": [{"row": 4, "column": 4, "tile": "Ä"}]}},
        )
    )
    assert refusal.fields == ["move.play.placements[0].tile"]


@pytest.mark.parametrize(
    ("lexicon", "word", "status"),
    [
        ("wdutch", "ideeën", WordStatus.WORD_STATUS_ACCEPTABLE),
        ("wdutch", "ijs", WordStatus.WORD_STATUS_ACCEPTABLE),
        ("denckring-de", "straße", WordStatus.WORD_STATUS_ACCEPTABLE),
        ("scowl-60", "monday", WordStatus.WORD_STATUS_PROPER_NOUN),
        ("scowl-60", "dont", WordStatus.WORD_STATUS_NEEDS_APOSTROPHE),
        ("enable", "straße", WordStatus.WORD_STATUS_NOT_FOUND),
    ],
)
def test_each_lexicon_has_an_alphabet_of_its_own(
    referee: Referee, lexicon: str, word: str, status: int
) -> None:
    request = lexicon_service_pb2.CheckWordsRequest(lexicon=lexicon, words=[word])
    (ruling,) = referee.ask(request).words
    assert ruling.status == status
