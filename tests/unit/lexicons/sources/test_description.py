"""What an operator says of a lexicon outside the process is checked when it is said."""

from typing import Any

import pytest

from upwords_referee.lexicons.errors import LexiconError
from upwords_referee.lexicons.sources.description import Description
from upwords_referee.lexicons.sources.http import HttpLexicon


@pytest.mark.parametrize(
    "fields",
    [
        {"alphabet": ""},
        {"alphabet": "abc"},
        {"alphabet": "A\u0308B"},
        {"alphabet": "AB\n"},
        {"timeout_seconds": 0},
        {"timeout_seconds": -1},
        {"timeout_seconds": 61},
        {"timeout_seconds": float("nan")},
        {"timeout_seconds": float("inf")},
    ],
)
def test_what_cannot_be_meant_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(LexiconError, match="'web'"):
        Description("web", "1", **fields)


def test_a_lexicon_that_can_change_needs_an_edition() -> None:
    with pytest.raises(LexiconError, match="edition"):
        HttpLexicon(Description("web", ""), "http://127.0.0.1/{word}")
