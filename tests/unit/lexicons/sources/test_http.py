"""A dictionary behind a web server: 200 is a word, 404 is none, anything else is "cannot say"."""

import pytest

from tests.unit.lexicons.sources.web import dictionary, free_port, of_words
from upwords_referee.lexicons.errors import LexiconError, SourceUnavailableError
from upwords_referee.lexicons.sources.description import ENGLISH, Description
from upwords_referee.lexicons.sources.http import AT_ONCE, HttpLexicon
from upwords_referee.lexicons.sources.kind import SourceKind
from upwords_referee.rules.words import WordStatus

ACCEPTABLE, NOT_FOUND = WordStatus.ACCEPTABLE, WordStatus.NOT_FOUND


def lexicon(url: str, alphabet: str = ENGLISH, timeout_seconds: float = 5.0) -> HttpLexicon:
    return HttpLexicon(Description("web", "1", alphabet=alphabet, timeout_seconds=timeout_seconds), url)


def many(count: int) -> list[str]:
    return [f"{ENGLISH[i // 676]}{ENGLISH[i // 26 % 26]}{ENGLISH[i % 26]}" for i in range(count)]


def test_200_is_a_word_and_404_is_none() -> None:
    with dictionary(of_words("WOOD")) as web:
        assert lexicon(web.url).statuses(["WOOD", "WODO"]) == {"WOOD": ACCEPTABLE, "WODO": NOT_FOUND}
        assert sorted(web.paths) == ["/words/WODO", "/words/WOOD"]


@pytest.mark.parametrize("status", [201, 204, 206, 301, 302, 307, 400, 401, 403, 410, 429, 500, 502, 503])
def test_any_other_status_is_no_verdict(status: int) -> None:
    with dictionary(lambda path: status) as web, pytest.raises(SourceUnavailableError, match=str(status)):
        lexicon(web.url).statuses(["WOOD"])


def test_one_word_that_it_cannot_say_leaves_no_verdict_for_the_others() -> None:
    with dictionary(lambda path: 500 if path.endswith("/CAD") else 200) as web:
        with pytest.raises(SourceUnavailableError):
            lexicon(web.url).statuses([*many(100), "CAD"])
        assert len(lexicon(web.url).statuses(many(10))) == 10


def test_a_redirect_is_not_followed_to_another_host() -> None:
    with dictionary(lambda path: 200) as other, dictionary(lambda path: 302) as web:
        web.location = other.url.replace("{word}", "WOOD")
        with pytest.raises(SourceUnavailableError, match="302"):
            lexicon(web.url).statuses(["WOOD"])
        assert other.paths == []
        assert web.paths == ["/words/WOOD"]


def test_letters_beyond_ascii_are_encoded() -> None:
    with dictionary(of_words("%C3%9CBEL")) as web:
        german = lexicon(web.url, ENGLISH + "ÄÖÜß")
        assert german.statuses(["ÜBEL", "STRAßE"]) == {"ÜBEL": ACCEPTABLE, "STRAßE": NOT_FOUND}
        assert sorted(web.paths) == ["/words/%C3%9CBEL", "/words/STRA%C3%9FE"]


@pytest.mark.parametrize("letter", "/?#%&:@.;=+")
def test_even_a_letter_that_means_something_in_urls_stays_in_its_place(letter: str) -> None:
    with dictionary(lambda path: 200) as web:
        lexicon(web.url, letter + "AB").statuses([f"A{letter}B"])
        (path,) = web.paths
        assert path.startswith("/words/A")
        assert path.removeprefix("/words/").removesuffix("B").count("/") == 0
        assert "?" not in path


@pytest.mark.parametrize(
    ("word", "status"),
    [
        ("../X", NOT_FOUND),
        ("@EVIL", NOT_FOUND),
        ("A\r\nHOST: X", NOT_FOUND),
        ("ÜBEL", NOT_FOUND),
        ("DON'T", WordStatus.NEEDS_APOSTROPHE),
        ("X-RAY", WordStatus.NEEDS_HYPHEN),
    ],
)
def test_what_is_not_made_of_the_letters_never_leaves(word: str, status: WordStatus) -> None:
    with dictionary(lambda path: 200) as web:
        assert lexicon(web.url).statuses([word]) == {word: status}
        assert web.paths == []


def test_foreign_strings_are_answered_though_the_server_is_gone() -> None:
    gone = lexicon(f"http://127.0.0.1:{free_port()}/{{word}}")
    assert gone.statuses(["../X"]) == {"../X": NOT_FOUND}


def test_the_word_may_stand_in_the_query() -> None:
    with dictionary(lambda path: 200 if path == "/look?w=WOOD&x=1" else 404) as web:
        url = web.url.replace("/words/{word}", "/look?w={word}&x=1")
        assert lexicon(url).statuses(["WOOD", "BED"]) == {"WOOD": ACCEPTABLE, "BED": NOT_FOUND}


def test_a_name_and_password_are_sent_and_never_shown() -> None:
    with dictionary(lambda path: 403) as web:
        source = lexicon(web.url.replace("//", "//me:s%20cret@"))
        with pytest.raises(SourceUnavailableError) as failure:
            source.statuses(["WOOD"])
        assert web.headers[0]["authorization"] == "Basic bWU6cyBjcmV0"
        assert "cret" not in str(failure.value)


def test_words_asked_twice_are_asked_once() -> None:
    with dictionary(lambda path: 200) as web:
        lexicon(web.url).statuses(["WOOD", "WOOD", "BED", "WOOD"])
        assert len(web.paths) == 2


def test_a_connection_is_kept_for_the_next_call() -> None:
    with dictionary(lambda path: 200) as web:
        source = lexicon(web.url)
        for word in many(50):
            source.statuses([word])
        assert (len(web.paths), web.connections) == (50, 1)


def test_a_thousand_words_take_no_more_connections_than_are_allowed() -> None:
    words = many(1000)
    with dictionary(of_words(*words[::3])) as web:
        web.delay = 0.002
        answers = lexicon(web.url, timeout_seconds=30).statuses(words)
        assert [word for word in words if answers[word] is ACCEPTABLE] == words[::3]
        assert len(web.paths) == 1000
        assert 1 <= web.connections <= AT_ONCE


def test_a_server_that_is_back_is_asked_again() -> None:
    with dictionary(lambda path: 503) as web:
        source = lexicon(web.url)
        with pytest.raises(SourceUnavailableError):
            source.statuses(["WOOD"])
        web.answer = of_words("WOOD")
        assert source.statuses(["WOOD"]) == {"WOOD": ACCEPTABLE}


def test_a_probe_asks_for_one_word() -> None:
    with dictionary(lambda path: 404) as web:
        lexicon(web.url).probe()
        assert web.paths == ["/words/A"]
        web.answer = lambda path: 500
        with pytest.raises(SourceUnavailableError):
            lexicon(web.url).probe()


@pytest.mark.parametrize(
    "url",
    [
        "",
        "ftp://127.0.0.1/{word}",
        "127.0.0.1/{word}",
        "http:///{word}",
        "http://127.0.0.1/words",
        "http://{word}/",
        "http://{word}/{word}",
        "http://127.0.0.1:x/{word}",
        "http://127.0.0.1:99999/{word}",
        "http://127.0.0.1//evil/{word}",
        "http://127.0.0.1/#{word}",
        "http://127.0.0.1/{word}#part",
        "http://me:secret@127.0.0.1/words",
    ],
)
def test_a_url_that_cannot_be_meant_is_refused_and_not_shown(url: str) -> None:
    with pytest.raises(LexiconError) as failure:
        lexicon(url)
    assert "'web'" in str(failure.value)
    assert "secret" not in str(failure.value)


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_host_that_is_part_of_the_scheme_or_path_is_no_trouble(scheme: str) -> None:
    lexicon(f"{scheme}://h/h/{{word}}")


def test_it_says_what_the_operator_says_of_it() -> None:
    described = Description("web", "2024", name="Web", language="en", licence="ours")
    source = HttpLexicon(described, "http://127.0.0.1/{word}")
    assert (source.id, source.edition, source.name) == ("web", "2024", "Web")
    assert (source.language, source.licence, source.digest) == ("en", "ours", "")
    assert (source.kind, source.enumerable, source.word_counts()) == (SourceKind.HTTP, False, [])
