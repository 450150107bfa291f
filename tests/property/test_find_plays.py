"""Plays found against plays tried: every arrangement of a rack is laid everywhere and judged."""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, permutations
from zlib import crc32

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from tests.property.positions import FEW_LETTERS, boards, is_pretended_word, rulesets
from tests.property.slow_judge import SlowRules
from tests.property.translation import board_of, ruleset_of
from upwords_referee.lexicons.build import build_lexicon
from upwords_referee.lexicons.compact import CompactLexicon
from upwords_referee.lexicons.embedded import builtin_lexicon, embedded
from upwords_referee.lexicons.lexicon import Lexicon
from upwords_referee.lexicons.overlay import EMPTY as NO_OVERLAY
from upwords_referee.lexicons.overlay import Overlay, statuses
from upwords_referee.lexicons.word_list import WordList
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.movegen.finder import find_plays
from upwords_referee.movegen.found import FoundPlay
from upwords_referee.notation.move import write_move
from upwords_referee.notation.position import write_board
from upwords_referee.rules.board import EMPTY, UNKNOWN, Board
from upwords_referee.rules.case import UnknownBuriedError
from upwords_referee.rules.judging import Judgement, examine, rule
from upwords_referee.rules.move import Placement, Play
from upwords_referee.rules.ruleset import Ruleset
from upwords_referee.rules.ruleset_data import read_ruleset
from upwords_referee.rules.words import WordStatus

NO_TILE = "\N{GREEK CAPITAL LETTER OMEGA}"

Placements = tuple[Placement, ...]
Row = tuple[Placements, str, int, tuple[str, ...]]
Ask = Callable[[Judgement], Judgement]


@dataclass(frozen=True)
class Tried:
    """What trying everything gives: valid plays by placements, and those that hang on buried tiles."""

    valid: dict[Placements, Judgement]
    doubtful: dict[Placements, Judgement]


def arrangements(ruleset: Ruleset, board: Board, rack: str) -> Iterator[Play]:
    """Every way to lay tiles of the rack in one line without a gap, one tile only once."""
    most = min(len(rack), ruleset.rack_size) if ruleset.rack_size else len(rack)
    for count in range(1, most + 1):
        orders = sorted(set(permutations(rack, count)))
        for down in (False, True) if count > 1 else (False,):
            for number in range(board.columns if down else board.rows):
                line = board.line(down, number)
                for chosen in combinations(range(len(line)), count):
                    if any(line[at] == EMPTY and at not in chosen for at in range(chosen[0], chosen[-1])):
                        continue
                    squares = [(at, number) if down else (number, at) for at in chosen]
                    for order in orders:
                        placed = zip(squares, order, strict=True)
                        yield Play.of((row, column, letter) for (row, column), letter in placed)


def buried_shown(board: Board) -> Board:
    """The board with a letter that no tile has for each buried tile that is not known."""
    stacks = {(row, column): tiles.replace(UNKNOWN, NO_TILE) for (row, column), tiles in board.occupied()}
    return Board.of_stacks(board.rows, board.columns, stacks)


def try_everything(ruleset: Ruleset, board: Board, rack: str, ask: Ask) -> Tried:
    tried = Tried({}, {})
    shown = buried_shown(board)
    for play in arrangements(ruleset, board, rack):
        into = tried.valid
        try:
            examined = examine(ruleset, board, play, rack)
        except UnknownBuriedError:
            into = tried.doubtful
            examined = examine(ruleset, shown, play, rack)
        if examined.valid:
            judged = ask(examined)
            if judged.valid:
                into[play.placements] = judged
    return tried


def asking(lexicon: Lexicon, overlay: Overlay) -> Ask:
    return lambda examined: rule(examined, statuses(lexicon, overlay, [word.text for word in examined.words]))


def texts_of(judged: Judgement) -> tuple[str, ...]:
    return tuple(word.text for word in judged.words)


def expected(board: Board, valid: dict[Placements, Judgement]) -> list[Row]:
    rows = []
    for placements, judged in valid.items():
        assert judged.score is not None
        rows.append((placements, write_move(Play(placements), board), judged.score, texts_of(judged)))
    return sorted(rows, key=lambda row: (-row[2], row[1]))


def rows_of(found: list[FoundPlay]) -> list[Row]:
    return [(each.play.placements, each.notation, each.score, each.words) for each in found]


def agree(
    ruleset: Ruleset, board: Board, rack: str, lexicon: Lexicon, overlay: Overlay = NO_OVERLAY
) -> Tried:
    """Hold what is found against what was tried."""
    tried = try_everything(ruleset, board, rack, asking(lexicon, overlay))
    wanted = expected(board, tried.valid)
    if tried.doubtful:
        with pytest.raises(UnknownBuriedError) as caught:
            find_plays(ruleset, board, rack, lexicon, overlay)
        hidden = {
            (row, column)
            for placements in tried.doubtful
            for row, column, letter in placements
            if UNKNOWN in board.stack(row, column) and letter not in board.stack(row, column)
        }
        assert caught.value.squares == sorted(hidden)
    else:
        assert rows_of(find_plays(ruleset, board, rack, lexicon, overlay)) == wanted
    if tried.doubtful and not wanted:
        with pytest.raises(UnknownBuriedError):
            find_plays(ruleset, board, rack, lexicon, overlay, any_only=True)
    else:
        one = rows_of(find_plays(ruleset, board, rack, lexicon, overlay, any_only=True))
        assert len(one) == min(1, len(wanted))
        assert set(one) <= set(wanted)
    return tried


@dataclass(frozen=True)
class Question:
    """A ruleset, a board and a rack."""

    rules: SlowRules
    board: dict[tuple[int, int], str]
    rack: str
    kind: str


@st.composite
def questions(draw: st.DrawFn, *, hidden: bool = False) -> Question:
    """Any question; with `hidden` one whose house rule asks for buried tiles, of which few are shown."""
    rules = draw(rulesets())
    if hidden:
        rules = replace(rules, same_letter="ANYWHERE", max_height=draw(st.integers(3, 5)))
    board = draw(boards(rules))
    if hidden:
        hide = draw(st.sampled_from(["A", "ASQ", FEW_LETTERS]))
        stacks = {}
        for number, (square, tiles) in enumerate(sorted(board.items())):
            grown = "".join(FEW_LETTERS[(number + i) % 6] for i in range(number % 3)) + tiles
            buried = "".join(UNKNOWN if tile in hide else tile for tile in grown[:-1])
            stacks[square] = (buried + grown[-1])[-rules.max_height :]
        board = stacks
    # Large boards have more squares for three tiles than there is time for.
    most = 4 if rules.rows * rules.columns <= 25 else 3 if rules.rows * rules.columns <= 40 else 2
    rack = draw(st.text(FEW_LETTERS + "SQ", min_size=draw(st.integers(0, most)), max_size=most))
    if rules.rack_size:
        rack = rack[: rules.rack_size]
    kind = draw(st.sampled_from(["list", "compact", "folded", "overlay", "folded and overlay"]))
    return Question(rules, board, rack, kind)


def pretended(ruleset: Ruleset, board: Board, rack: str, kind: str) -> tuple[Lexicon, Overlay]:
    """A lexicon and an overlay that rule on all words that can come up, as the tests' dictionary does."""
    texts: set[str] = set()

    def note(examined: Judgement) -> Judgement:
        texts.update(word.text for word in examined.words)
        return examined

    try_everything(ruleset, board, rack, note)
    overlay = NO_OVERLAY
    if "overlay" in kind:
        draws = {text: crc32(text.encode()) // 5 % 6 for text in texts}
        overlay = Overlay(
            frozenset(text for text, drawn in draws.items() if drawn == 0) | {"SQ"} - texts,
            frozenset(text for text, drawn in draws.items() if drawn == 1) | {"SAT"} - texts,
        )
    words = {text for text in texts if is_pretended_word(text)}
    if kind in ("list", "overlay"):
        return WordList("pretended", words), overlay
    folding = {"J": "ÄSA", "E": "A"} if "folded" in kind else {}
    entries = [
        (text, WordStatus.ACCEPTABLE if text in words else WordStatus.PROPER_NOUN)
        for text in sorted(texts)
        if text in words or crc32(text.encode()) % 10 == 0
    ]
    raw = build_lexicon([*entries, ("ZZZ", WordStatus.ACCEPTABLE)], id="pretended", folding=folding)
    return CompactLexicon.from_bytes(raw, "test"), overlay


@given(questions())
@settings(max_examples=400)
def test_what_is_found_is_what_is_valid_under_any_ruleset(question: Question) -> None:
    check(question)


@given(questions(hidden=True))
@settings(max_examples=200)
def test_plays_that_hang_on_buried_tiles_are_no_answer(question: Question) -> None:
    check(question)


def check(question: Question) -> None:
    ruleset = ruleset_of(question.rules)
    board = board_of(question.rules, question.board)
    lexicon, overlay = pretended(ruleset, board, question.rack, question.kind)
    tried = agree(ruleset, board, question.rack, lexicon, overlay)
    event(f"plays: {min(len(tried.valid), 50) // 10 * 10} or more; doubtful: {bool(tried.doubtful)}")


def game(ruleset: Ruleset, lexicon: Lexicon, seed: int) -> list[tuple[Board, str]]:
    """The boards and racks of one player's game of good plays, until none is found."""
    draw = random.Random(seed)
    bag = [kind.letter for kind in ruleset.tiles for _ in range(kind.count or 1)]
    draw.shuffle(bag)
    board, rack, stations = Board.empty(ruleset.rows, ruleset.columns), bag[:7], []
    del bag[:7]
    while rack:
        stations.append((board, "".join(rack)))
        found = find_plays(ruleset, board, "".join(rack), lexicon)
        if not found:
            break
        play = draw.choice(found[:10]).play
        for _, _, letter in play.placements:
            rack.remove(letter)
        rack += bag[: 7 - len(rack)]
        del bag[: len(play.placements)]
        board = board.after(play)
    return stations


@cache
def stations(id: str) -> list[tuple[Board, str]]:
    ruleset = RulesetBook.builtin().get(id)
    assert ruleset is not None
    return [station for seed in range(6) for station in game(ruleset, embedded(), seed)]


@pytest.mark.parametrize("id", ["classic-8x8", "standard-10x10", "topwords-10x10"])
def test_what_is_found_in_games_with_short_racks_is_what_is_valid(id: str) -> None:
    ruleset = RulesetBook.builtin().get(id)
    assert ruleset is not None
    held = stations(id)[::2]
    for number, (board, rack) in enumerate(held):
        # Three tiles take many times as long as two.
        agree(ruleset, board, rack[: 3 if number % 12 == 5 else 2], embedded())
    assert len(held) > 35


@pytest.mark.parametrize("id", ["classic-8x8", "standard-10x10", "topwords-10x10"])
def test_what_is_found_in_games_with_full_racks_is_valid_and_scores_as_judged(id: str) -> None:
    ruleset = RulesetBook.builtin().get(id)
    assert ruleset is not None
    ask = asking(embedded(), NO_OVERLAY)
    seen = 0
    for board, rack in stations(id):
        found = find_plays(ruleset, board, rack, embedded())
        assert len({play.notation for play in found}) == len(found)
        for play in found:
            judged = ask(examine(ruleset, board, play.play, rack))
            where = (write_board(board), rack, play.notation)
            assert judged.valid, where
            assert (play.score, play.words) == (judged.score, texts_of(judged)), where
            assert play.notation == write_move(play.play, board)
        seen += len(found)
    assert seen > 2_000


@cache
def words_of_length() -> dict[int, str]:
    """The words of ENABLE that its tiles can spell, in letters of tiles, a line each, by length."""
    words = [word.replace("QU", "Q") for word in embedded().words() if word.count("Q") == word.count("QU")]
    return {length: "\n".join(word for word in words if len(word) == length) for length in range(2, 11)}


def plays_of_listed_words(board: Board, rack: str) -> set[Play]:
    """Every word of the list laid wherever it fits what lies there and the rack, as one-tile plays once."""
    plays = set()
    lines = [(False, number) for number in range(board.rows)]
    lines += [(True, number) for number in range(board.columns)]
    for down, number in lines:
        line = board.line(down, number)
        for start, end in combinations(range(len(line) + 1), 2):
            grows = (start and line[start - 1] != EMPTY) or line[end : end + 1].strip(EMPTY)
            if end - start < 2 or grows:
                continue
            pattern = "".join(f"[{rack}{top.strip(EMPTY)}]" for top in line[start:end])
            for word in re.findall(f"^{pattern}$", words_of_length()[end - start], re.MULTILINE):
                laid = [(at, letter) for at, letter in enumerate(word, start) if line[at] != letter]
                if not Counter(letter for _, letter in laid) - Counter(rack):
                    plays.add(
                        Play.of((at, number, tile) if down else (number, at, tile) for at, tile in laid)
                    )
    return plays


@pytest.mark.parametrize("id", ["classic-8x8", "standard-10x10", "topwords-10x10"])
def test_no_play_of_a_listed_word_is_missed_with_a_full_rack(id: str) -> None:
    ruleset = RulesetBook.builtin().get(id)
    assert ruleset is not None
    ask = asking(embedded(), NO_OVERLAY)
    for board, rack in stations(id)[::16]:
        judged = {
            play.placements: ask(examine(ruleset, board, play, rack))
            for play in plays_of_listed_words(board, rack)
        }
        valid = {placements: verdict for placements, verdict in judged.items() if verdict.valid}
        assert rows_of(find_plays(ruleset, board, rack, embedded())) == expected(board, valid)


@pytest.mark.parametrize("id", ["denckring-de", "wdutch"])
def test_letters_beyond_ascii_and_letters_that_a_lexicon_folds_are_found(id: str) -> None:
    lexicon = builtin_lexicon(id)
    letters = sorted({*"ABDEEGHILNORSTUW", *"ÄÖÜß", *lexicon.folding.letters})
    kinds = [{"letter": letter} for letter in letters]
    ruleset = read_ruleset({"tiles": {"kinds": kinds}}, RulesetBook.builtin().get)
    draw = random.Random(1)
    plays = 0
    for _ in range(4):
        board = Board.empty(10, 10)
        for _ in range(5):
            rack = "".join(draw.choices(letters, k=2)) + "E"
            tried = agree(ruleset, board, rack, lexicon)
            plays += len(tried.valid)
            found = find_plays(ruleset, board, "".join(draw.choices(letters, k=7)), lexicon)
            if found:
                board = board.after(draw.choice(found[:20]).play)
    assert plays > 100
