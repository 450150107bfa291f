"""The other lexica that come with the package: English with reasons, Dutch, German."""

from importlib.resources import files

import pytest

from upwords_referee.lexicons.build import canonical_lines
from upwords_referee.lexicons.digest import digest_of
from upwords_referee.lexicons.embedded import BUILTIN_IDS, builtin_lexicon, builtin_lexicons, embedded
from upwords_referee.lexicons.registry import Registry
from upwords_referee.rules.letters import upper
from upwords_referee.rules.words import WordStatus

DATA = files("upwords_referee.lexicons").joinpath("data")

DIGESTS = {
    "enable": "77a8b7729436793e0094b68243ffb3ff0825332ceec5f427880138971d6135c4",
    "scowl-60": "43521869c68079f30e4bc530f9cae4dee07c799b23c8e661735aa38d46beae55",
    "wdutch": "b007576a1d31ee90f25e4953cbfdf4d693252ecc0b38f910f492c993fddb812e",
    "denckring-de": "ace5ed842660649caa813ccfc7604428d602e13f104191506a147872d95c3ea7",
}


def ruling(id: str, word: str) -> str:
    """Return the name of a word's status, asked as a caller types it."""
    return builtin_lexicon(id).statuses([upper(word)])[upper(word)].name


def test_all_of_them_can_stand_in_one_registry() -> None:
    registry = Registry(builtin_lexicons(), "enable")
    assert registry.ids() == sorted(BUILTIN_IDS)
    assert registry.get("") is embedded()


def test_each_is_read_once_per_process() -> None:
    assert builtin_lexicons()[2] is builtin_lexicons()[2]


def test_another_id_is_none_of_them() -> None:
    with pytest.raises(KeyError):
        builtin_lexicon("../data/enable")


@pytest.mark.parametrize("id", BUILTIN_IDS)
def test_the_digest_is_that_of_the_words_their_statuses_and_the_folding(id: str) -> None:
    lexicon = builtin_lexicon(id)
    assert lexicon.id == id
    assert digest_of(canonical_lines(lexicon.entries(), lexicon.folding)) == lexicon.digest == DIGESTS[id]


@pytest.mark.parametrize("id", BUILTIN_IDS)
def test_the_notice_that_its_licence_names_is_carried(id: str) -> None:
    _, _, name = builtin_lexicon(id).licence.removesuffix(")").partition("(see ")
    assert len(DATA.joinpath(name).read_text("utf-8")) > 1000


@pytest.mark.parametrize("id", BUILTIN_IDS)
def test_the_counts_are_those_of_the_acceptable_words(id: str) -> None:
    lexicon = builtin_lexicon(id)
    assert sum(count for _, count in lexicon.word_counts()) == sum(1 for _ in lexicon.words())


@pytest.mark.parametrize("id", ["scowl-60", "wdutch", "denckring-de"])
def test_no_string_is_one_letter_or_longer_than_a_board(id: str) -> None:
    lengths = {len(word) for word, _ in builtin_lexicon(id).entries()}
    assert min(lengths) == 2
    assert max(lengths) <= 25


@pytest.mark.parametrize(
    ("word", "status"),
    [
        ("email", "ACCEPTABLE"),
        ("blog", "ACCEPTABLE"),
        ("quiz", "ACCEPTABLE"),
        ("color", "ACCEPTABLE"),
        ("cafe", "ACCEPTABLE"),
        ("café", "ACCEPTABLE"),
        ("cant", "ACCEPTABLE"),  # can't is one too, but there is such a word
        ("turkey", "ACCEPTABLE"),  # and so is Turkey
        ("aids", "ACCEPTABLE"),  # and AIDS
        ("Monday", "PROPER_NOUN"),
        ("Mondays", "PROPER_NOUN"),
        ("O'Brien", "NEEDS_APOSTROPHE"),
        ("Obrien", "PROPER_NOUN"),
        ("NASA", "ABBREVIATION"),
        ("kHz", "ABBREVIATION"),
        ("OK", "ABBREVIATION"),
        ("dont", "NEEDS_APOSTROPHE"),
        ("don't", "NEEDS_APOSTROPHE"),
        ("sheeps", "NEEDS_APOSTROPHE"),
        ("e-mail", "NEEDS_HYPHEN"),
        ("ks", "ABBREVIATION"),
        ("ls", "NOT_FOUND"),
        ("a", "NOT_FOUND"),
        ("qwv", "NOT_FOUND"),
    ],
)
def test_scowl_knows_words_and_why_a_string_is_none(word: str, status: str) -> None:
    assert ruling("scowl-60", word) == status


@pytest.mark.parametrize(
    ("word", "status"),
    [
        ("fiets", "ACCEPTABLE"),
        ("ijs", "ACCEPTABLE"),
        ("IJs", "ACCEPTABLE"),
        ("\N{LATIN SMALL LIGATURE IJ}s", "ACCEPTABLE"),
        ("geërfd", "ACCEPTABLE"),
        ("geerfd", "ACCEPTABLE"),
        ("ge\N{LATIN SMALL LETTER E}\N{COMBINING DIAERESIS}rfd", "ACCEPTABLE"),
        ("Amsterdam", "PROPER_NOUN"),
        ("IJsland", "PROPER_NOUN"),
        ("NAVO", "ABBREVIATION"),
        ("tbv", "ABBREVIATION"),
        ("fotos", "NEEDS_APOSTROPHE"),
        ("zeeegel", "NEEDS_HYPHEN"),
        ("zee-egel", "NEEDS_HYPHEN"),
        ("cijferig", "AFFIX"),
        ("MDXIII", "NOT_FOUND"),
        ("straße", "NOT_FOUND"),
    ],
)
def test_the_dutch_list_spells_accents_and_ij_as_dutch_tiles_do(word: str, status: str) -> None:
    assert ruling("wdutch", word) == status


@pytest.mark.parametrize(
    ("word", "status"),
    [
        ("haus", "ACCEPTABLE"),
        ("häuser", "ACCEPTABLE"),
        ("schön", "ACCEPTABLE"),
        ("züge", "ACCEPTABLE"),
        ("strasse", "ACCEPTABLE"),
        ("straße", "ACCEPTABLE"),
        ("STRA\N{LATIN CAPITAL LETTER SHARP S}E", "ACCEPTABLE"),
        ("ob", "ACCEPTABLE"),
        ("im", "ACCEPTABLE"),
        ("pin", "ACCEPTABLE"),
        ("GmbH", "ABBREVIATION"),
        ("DVD", "ABBREVIATION"),
        ("grün", "ACCEPTABLE"),
        ("grun", "NOT_FOUND"),
        ("zuge", "ACCEPTABLE"),  # dem Zuge: a word of its own, not züge without its dots
        ("schoen", "NOT_FOUND"),
        ("café", "NOT_FOUND"),
    ],
)
def test_the_german_list_keeps_umlauts_apart_and_spells_sharp_s_in_two(word: str, status: str) -> None:
    assert ruling("denckring-de", word) == status


def test_the_answer_bears_the_spelling_asked() -> None:
    asked = ["STRAßE", "STRASSE"]
    assert builtin_lexicon("denckring-de").statuses(asked) == dict.fromkeys(asked, WordStatus.ACCEPTABLE)
