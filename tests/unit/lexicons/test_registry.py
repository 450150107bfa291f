"""The lexica of a server, by id."""

from pathlib import Path

import pytest

from upwords_referee.lexicons.errors import LexiconError, UnknownLexiconError
from upwords_referee.lexicons.none import NONE
from upwords_referee.lexicons.registry import Registry, parse_spec
from upwords_referee.lexicons.word_list import WordList

CLUB = WordList("club", ["CAT"])
ALPHA = WordList("alpha", ["DOG"])


def test_a_lexicon_is_found_by_id() -> None:
    assert Registry([CLUB, ALPHA], "club").get("alpha") is ALPHA


def test_no_id_means_the_default() -> None:
    registry = Registry([CLUB, ALPHA], "club")
    assert registry.get("") is CLUB
    assert registry.default == "club"


def test_none_is_always_there_and_never_listed() -> None:
    registry = Registry([CLUB], "club")
    assert registry.get("none") is NONE
    assert registry.ids() == ["club"]
    assert list(registry) == [CLUB]


def test_none_may_be_the_default() -> None:
    assert Registry([], "none").get("") is NONE


def test_ids_and_iteration_are_sorted() -> None:
    registry = Registry([CLUB, ALPHA], "club")
    assert registry.ids() == ["alpha", "club"]
    assert list(registry) == [ALPHA, CLUB]
    assert len(registry) == 2


@pytest.mark.parametrize("id", ["gone", "CLUB", " club"])
def test_an_unknown_id_is_refused_with_the_known_ones(id: str) -> None:
    with pytest.raises(UnknownLexiconError) as caught:
        Registry([CLUB, ALPHA], "club").get(id)
    assert caught.value.id == id
    assert caught.value.known == ("alpha", "club")
    assert str(caught.value) == f"unknown lexicon {id!r}; known: alpha, club, none"


def test_an_unknown_default_is_refused_at_once() -> None:
    with pytest.raises(UnknownLexiconError, match="unknown lexicon 'gone'; known: club, none"):
        Registry([CLUB], "gone")


def test_two_lexica_of_one_id_are_refused() -> None:
    with pytest.raises(LexiconError, match="two lexica have the id 'club'"):
        Registry([CLUB, WordList("club", ["DOG"])], "club")


BAD_IDS = ["", "Club", "-club", ".club", "_club", "cl ub", "club\n", "cl/ub", "é", "a" * 65]


@pytest.mark.parametrize("id", BAD_IDS)
def test_a_malformed_id_is_refused(id: str) -> None:
    with pytest.raises(LexiconError, match="is no lexicon id"):
        Registry([WordList(id, ["CAT"])], "none")


@pytest.mark.parametrize("id", ["a", "0", "club-2.0_x", "a" * 64])
def test_a_well_formed_id_is_taken(id: str) -> None:
    assert Registry([WordList(id, ["CAT"])], id).ids() == [id]


def test_the_id_none_is_reserved() -> None:
    with pytest.raises(LexiconError, match="'none' is reserved"):
        Registry([WordList("none", ["CAT"])], "none")


def test_a_spec_is_split_at_the_first_equals_sign() -> None:
    assert parse_spec("club=a=b.txt") == ("club", Path("a=b.txt"))


@pytest.mark.parametrize("spec", ["", "club", "club=", "lists/club.txt"])
def test_a_spec_without_id_and_path_is_refused(spec: str) -> None:
    with pytest.raises(LexiconError, match="is not of the form ID=PATH"):
        parse_spec(spec)


@pytest.mark.parametrize("id", BAD_IDS)
def test_a_spec_with_a_malformed_id_is_refused(id: str) -> None:
    with pytest.raises(LexiconError, match="is no lexicon id"):
        parse_spec(f"{id}=list.txt")


def test_a_spec_for_none_is_refused() -> None:
    with pytest.raises(LexiconError, match="'none' is reserved"):
        parse_spec("none=list.txt")
