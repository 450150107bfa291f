"""The text of a word list, and everything that can be wrong in it."""

import pytest

from upwords_referee.lexicons.errors import LexiconError
from upwords_referee.lexicons.lines import parse_entries, parse_words
from upwords_referee.rules.words import WordStatus


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"CAT\nDOG\n", ["CAT", "DOG"]),
        (b"cat\nDog", ["CAT", "DOG"]),
        (b"cat\r\ndog\r\n", ["CAT", "DOG"]),
        (b"cat\r\ndog\r", ["CAT", "DOG"]),
        (b"\n\ncat\n\r\n \t\ndog\n\n", ["CAT", "DOG"]),
        (b" cat \n\tdog", ["CAT", "DOG"]),
        (b"\xef\xbb\xbfcat\n", ["CAT"]),
        (b"dog\ncat\nDOG\n", ["DOG", "CAT", "DOG"]),
        ("café\n".encode(), ["CAFÉ"]),
        ("cafe\N{COMBINING ACUTE ACCENT} \n".encode(), ["CAFÉ"]),
        ("straße\n".encode(), ["STRAßE"]),
        (b"a" * 64, ["A" * 64]),
        (b" " + b"a" * 64, ["A" * 64]),
        (("e\N{COMBINING ACUTE ACCENT}" * 64).encode(), ["É" * 64]),
    ],
    ids=lambda value: repr(value)[:24],
)
def test_one_word_a_line_is_read_in_upper_case(raw: bytes, words: list[str]) -> None:
    assert parse_words(raw, "t") == words


@pytest.mark.parametrize(
    ("line", "report"),
    [
        (b"don't", "don't holds an apostrophe"),
        (
            "don\N{RIGHT SINGLE QUOTATION MARK}t".encode(),
            "don\N{RIGHT SINGLE QUOTATION MARK}t holds an apostrophe",
        ),
        (b"co-op", "co-op holds a hyphen"),
        ("co\N{NON-BREAKING HYPHEN}op".encode(), "co\N{NON-BREAKING HYPHEN}op holds a hyphen"),
        (b"ice cream", "ice cream holds white space"),
        (b"cat\tn.", "cat\\tn. holds white space"),
        (b"cat\rdog", "cat\\rdog holds white space"),
        ("a\N{LINE SEPARATOR}b".encode(), "a\\u2028b holds white space"),
        (b"k9", "k9 holds a digit"),
        ("k²".encode(), "k² holds a digit"),
        (b"# words", "# words holds the sign #"),
        (b"cat,dog", "cat,dog holds the sign ,"),
        (b"a\x00b", "a\\x00b holds U+0000"),
        ("a\N{ZERO WIDTH NO-BREAK SPACE}".encode(), "a\\ufeff holds U+FEFF"),
        (b"a" * 65, "a" * 40 + "… has 65 characters, more than 64"),
        (b"caf\xe9", "caf\\xe9 is not UTF-8"),
        (
            "q\N{COMBINING ACUTE ACCENT}a".encode(),
            "q\N{COMBINING ACUTE ACCENT}a holds a mark that joins no letter (U+0301), "
            "and a tile is one character",
        ),
    ],
    ids=lambda value: repr(value)[:24],
)
def test_a_bad_line_is_reported_with_its_number_and_reason(line: bytes, report: str) -> None:
    with pytest.raises(LexiconError) as caught:
        parse_words(b"cat\n\n" + line + b"\r\ndog\n", "x.txt")
    assert str(caught.value) == (
        f'word list "x.txt" has 1 bad line: line 3: {report}. '
        "A line holds one word, in letters only, in UTF-8: mend or remove these lines."
    )


def test_every_bad_line_is_reported_and_no_good_one() -> None:
    with pytest.raises(LexiconError) as caught:
        parse_words(b"it's\ncat\nk9\n\xff\ndog\n", "x.txt")
    assert str(caught.value).startswith(
        'word list "x.txt" has 3 bad lines: line 1: it\'s holds an apostrophe; line 3: k9 holds a digit; '
        "line 4: \\xff is not UTF-8. "
    )


def test_twenty_bad_lines_are_quoted_and_the_rest_counted() -> None:
    with pytest.raises(LexiconError) as caught:
        parse_words(b"k9\n" * 23, "x.txt")
    text = str(caught.value)
    assert "has 23 bad lines: line 1: k9" in text
    assert "line 20: k9 holds a digit; and 3 more. " in text
    assert "line 21" not in text


def test_just_twenty_bad_lines_leave_no_more() -> None:
    with pytest.raises(LexiconError) as caught:
        parse_words(b"k9\n" * 20, "x.txt")
    assert "line 20: k9" in str(caught.value)
    assert "more" not in str(caught.value)


@pytest.mark.parametrize("raw", [b"", b"\n\r\n", b"\xef\xbb\xbf", b"  \n"])
def test_a_list_without_words_is_refused(raw: bytes) -> None:
    with pytest.raises(LexiconError, match=r'word list "x\.txt" holds no word; it needs one word a line'):
        parse_words(raw, "x.txt")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be"])
def test_utf_16_is_named_instead_of_blaming_each_line(encoding: str) -> None:
    with pytest.raises(LexiconError, match="is UTF-16; save it as UTF-8"):
        parse_words("\ufeffcat\n".encode(encoding), "x.txt")


KNOWN = [WordStatus.ACCEPTABLE, WordStatus.PROPER_NOUN, WordStatus.AFFIX]


def test_a_line_may_say_why_a_string_is_no_word() -> None:
    raw = b"\xef\xbb\xbfcat\r\n\r\nBob\tPROPER_NOUN\r\n ish \t affix \ndog\tacceptable\nowl\t\n"
    assert parse_entries(raw, "t", KNOWN) == [
        ("CAT", WordStatus.ACCEPTABLE),
        ("BOB", WordStatus.PROPER_NOUN),
        ("ISH", WordStatus.AFFIX),
        ("DOG", WordStatus.ACCEPTABLE),
        ("OWL", WordStatus.ACCEPTABLE),
    ]


def test_a_list_without_statuses_is_read_as_a_list_of_words() -> None:
    assert parse_entries(b"dog\ncat", "t", KNOWN) == [
        ("DOG", WordStatus.ACCEPTABLE),
        ("CAT", WordStatus.ACCEPTABLE),
    ]


@pytest.mark.parametrize(
    ("line", "report"),
    [
        (b"cat\tn.", "cat\\tn. has no status of ACCEPTABLE, PROPER_NOUN, AFFIX"),
        (b"cat\tDENIED", "cat\\tDENIED has no status of"),
        (b"cat\tAFFIX\tAFFIX", "cat\\tAFFIX\\tAFFIX has no status of"),
        (b"don't\tAFFIX", "don't\\tAFFIX holds an apostrophe"),
        (b"\tPROPER_NOUN", "PROPER_NOUN holds the sign _"),
        (b"caf\xe9\tAFFIX", "caf\\xe9\\tAFFIX is not UTF-8"),
    ],
    ids=repr,
)
def test_a_line_with_a_bad_word_or_status_is_quoted(line: bytes, report: str) -> None:
    with pytest.raises(LexiconError) as caught:
        parse_entries(b"owl\tAFFIX\n" + line, "t", KNOWN)
    assert str(caught.value).startswith(f'word list "t" has 1 bad line: line 2: {report}')


@pytest.mark.parametrize("raw", [b"\t\n", b"\n\t \n"])
def test_a_list_of_tabs_holds_no_word(raw: bytes) -> None:
    with pytest.raises(LexiconError, match="holds no word"):
        parse_entries(raw, "t", KNOWN)


def test_a_list_with_statuses_in_utf_16_is_refused() -> None:
    with pytest.raises(LexiconError, match="is UTF-16"):
        parse_entries("cat\tAFFIX".encode("utf-16"), "t", KNOWN)
