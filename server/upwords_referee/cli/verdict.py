"""Verdicts and words as people read them."""

import re
from collections.abc import Callable, Container, Iterable, Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from upwords.referee.v1 import board_pb2, lexicon_pb2, referee_service_pb2, verdict_pb2
from upwords_referee.cli.drawing import draw_beside, draw_board, played_squares
from upwords_referee.cli.output import BAD, BOLD, GOOD, printable, write_line
from upwords_referee.notation.errors import NotationError
from upwords_referee.notation.move import display_play, parse_move
from upwords_referee.rules.board import Board
from upwords_referee.rules.move import Play
from upwords_referee.rules.square import COLUMN_LETTERS

_PLAYED = re.compile(r"\[[^\]]*\]")


def show_verdict(
    console: Console, response: referee_service_pb2.JudgeMoveResponse, before: Board, after: Board | None
) -> None:
    """Show the boards, the words with their points, the score, and each violation; `after` if it is known."""
    show_boards(console, before, after)
    write_line(console)
    headline = Text("VALID" if response.valid else "NOT VALID", GOOD if response.valid else BAD)
    headline.append("  " + printable("  ".join(_names(response.notation, before))), "default")
    write_line(console, headline)
    for violation in response.violations:
        name = enum_name(verdict_pb2.Rule.Name, violation.rule, "RULE_")
        write_line(console, f"- {name}: {violation.message} (docs/rules.md, {violation.reference})")
    show_words(console, response.words)
    if response.HasField("score"):
        write_line(console)
        write_line(console, _score_line(response))
    write_line(console)
    write_line(console, judged_by(response.provenance))


def show_boards(console: Console, before: Board, after: Board | None) -> None:
    """Draw the board before and after, with brackets round the tiles laid; one board if they are the same."""
    played = played_squares(before, after) if after else set()
    lines = draw_board(before)
    if after and played:
        left = ["before", *lines]
        lines = draw_beside(left, ["after", *draw_board(after, played)], console.width)
    for line in lines:
        text = Text(printable(line.rstrip()))
        text.highlight_regex(_PLAYED, BOLD)
        write_line(console, text)


def show_words(console: Console, words: Iterable[verdict_pb2.FormedWord]) -> None:
    """Show words, where they start (5D: across, D5: down), their heights, points and status as a table."""
    rows = [
        (
            word.text,
            _start(word.start, word.direction),
            word.heights,
            str(word.score),
            enum_name(lexicon_pb2.WordStatus.Name, word.status, "WORD_STATUS_"),
        )
        for word in words
    ]
    if rows:
        write_line(console)
    show_table(console, ("word", "from", "heights", "points", "status"), rows, right={"points"})


def show_table(
    console: Console, header: tuple[str, ...], rows: Sequence[tuple[str, ...]], right: Container[str] = ()
) -> None:
    """Show rows under a header; nothing at all if there are none.

    Lines are not broken, whatever the width: a digest or a long word stays in one piece.
    """
    if not rows:
        return
    rows = [tuple(map(printable, row)) for row in rows]
    widths = [max(map(cell_len, column)) for column in zip(header, *rows, strict=True)]
    for row in (header, *rows):
        cells = []
        for name, cell, width in zip(header, row, widths, strict=True):
            padding = " " * (width - cell_len(cell))
            cells.append(padding + cell if name in right else cell + padding)
        write_line(console, Text("  ".join(cells).rstrip(), BOLD if row is header else ""))


def judged_by(provenance: verdict_pb2.Provenance) -> str:
    """Return the line that says by what was judged."""
    ruleset = provenance.ruleset or "a ruleset without an id"
    rulings = ", with house rulings" if provenance.overlay_digest else ""
    return f"judged by {ruleset} and lexicon {provenance.lexicon}{rulings}"


def enum_name(name: Callable[..., str], number: int, prefix: str) -> str:
    """Return the name of an enum value without its prefix, words apart; the number if it is a newer one."""
    try:
        shown = name(number).removeprefix(prefix)
    except ValueError:
        return str(number)
    return shown if prefix == "RULE_" else shown.lower().replace("_", " ")


def _names(notation: str, before: Board) -> list[str]:
    """Return the move in notation and, if it is a play, as people like to read it."""
    if not notation:
        return []
    try:
        move = parse_move(notation, before)
    except NotationError:
        return [notation]
    if isinstance(move, Play):
        return [notation, display_play(move, before)]
    return [notation, "pass" if notation == "-" else "exchange"]


def _score_line(response: referee_service_pb2.JudgeMoveResponse) -> str:
    parts = [
        f"{points} {what}"
        for points, what in (
            (response.full_rack_bonus, "for a full rack"),
            (response.letter_bonus, "for bonus letters"),
        )
        if points
    ]
    within = f" ({', '.join(parts)})" if parts else ""
    return f"score {response.score}{within}" + ("" if response.valid else ", if it stood")


def _start(square: board_pb2.Square, direction: int) -> str:
    if not 0 <= square.column < len(COLUMN_LETTERS):
        return f"row {square.row + 1}, column {square.column + 1}"
    letter, number = COLUMN_LETTERS[square.column], square.row + 1
    return f"{letter}{number}" if direction == board_pb2.DIRECTION_DOWN else f"{number}{letter}"
