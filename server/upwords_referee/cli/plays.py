"""The command `plays`: what can be played with a rack."""

from typing import Annotated

import typer
from rich.console import Console

from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.cli import options
from upwords_referee.cli.errors import NOT_VALID, VALID, NotUnderstoodError
from upwords_referee.cli.json_request import read_request
from upwords_referee.cli.output import open_console, write_line, write_message
from upwords_referee.cli.question import (
    fill_board,
    read_position,
    read_rack,
    refuse_beside_request,
    split_lexicon,
)
from upwords_referee.cli.referee import FIND_PLAYS, open_referee
from upwords_referee.cli.verdict import judged_by, show_table
from upwords_referee.notation.errors import NotationError
from upwords_referee.notation.move import display_play, parse_move
from upwords_referee.rules.board import Board
from upwords_referee.rules.move import Play

_MOST = 5_000
_MISSING = (
    "give POSITION and --rack, as in: upwords-referee plays 8/8/8/2MOOD2/8/8/8/8 --rack BDGLPSU; "
    "or --request FILE"
)
EPILOG = f"""Examples:

\b
  upwords-referee plays 8/8/8/2MOOD2/8/8/8/8 --rack BDGLPSU
  upwords-referee plays "8/8/8/2MOOD2/8/8/8/8 BDGLPSU/? 0/8 0" --best 3
  upwords-referee plays 8/8/8/2MOOD2/8/8/8/8 --rack VVV --any

{options.EPILOG_STATUS.format(yes="there is a play", no="there is none")}
"""


def plays(
    position: Annotated[
        str | None, typer.Argument(metavar="POSITION", help="The board, or a whole position.")
    ] = None,
    rack: Annotated[
        str | None,
        typer.Option(
            "--rack", metavar="TILES", help="The tiles in hand, at most 10; else POSITION's first rack."
        ),
    ] = None,
    best: Annotated[
        int, typer.Option("--best", metavar="N", help="How many plays to show.", min=1, max=_MOST)
    ] = 20,
    any_only: Annotated[
        bool, typer.Option("--any", help="Only say whether there is a play, and show one.")
    ] = False,
    ruleset: options.Ruleset = None,
    lexicon: options.Lexicon = None,
    rulesets: options.Rulesets = None,
    allow: options.Allow = None,
    deny: options.Deny = None,
    strict: options.Strict = False,
    json: options.Json = False,
    server: options.Server = None,
    request: Annotated[
        str | None,
        typer.Option(
            "--request",
            metavar="FILE",
            help="Instead of these a whole FindPlaysRequest in proto3 JSON; - for standard input.",
        ),
    ] = None,
) -> int:
    """Find all legal plays for a rack, the best first.

    POSITION is written as in docs/notation.md. Of a whole position, the rack of the player on turn and the
    opcodes lex and rs count where no option says otherwise.
    """
    lexicon_id, specs = split_lexicon(lexicon)
    if request is not None:
        refuse_beside_request(
            {
                "POSITION": position,
                "--rack": rack,
                "--any": any_only,
                "--ruleset": ruleset,
                "--lexicon ID": lexicon if not specs else None,
                "--allow": allow,
                "--deny": deny,
                "--strict": strict,
            }
        )
        question = read_request(request, pb.FindPlaysRequest)
        question.lexicon = question.lexicon or lexicon_id
    elif position is None:
        raise NotUnderstoodError(_MISSING)
    else:
        question = pb.FindPlaysRequest(limit=best, any_only=any_only)
        facts = read_position(position, strict=strict)
        fill_board(
            question, position, facts, ruleset=ruleset, lexicon=lexicon, allow=allow or (), deny=deny or ()
        )
        hand = read_rack(rack) if rack is not None else facts.racks[0] if facts.racks else None
        if hand is None:
            raise NotUnderstoodError("whose plays? Give the tiles in hand: --rack BDGLPSU")
        question.rack = hand
    referee = open_referee(server, rulesets, specs)
    response = referee.ask(FIND_PLAYS, question, pb.FindPlaysResponse, arguments=request is None)
    if json:
        write_message(response)
    else:
        board = referee.board(question.board.notation.split(None, 1)[0]) if question.board.notation else None
        _show(open_console(), response, board, any_only=question.any_only)
    return VALID if response.total else NOT_VALID


def _show(console: Console, response: pb.FindPlaysResponse, board: Board | None, *, any_only: bool) -> None:
    rows = [
        (str(play.score), play.notation, _display(play.notation, board), " ".join(play.words))
        for play in response.plays
    ]
    show_table(console, ("points", "play", "", "words"), rows, right={"points"})
    if rows:
        write_line(console)
    if any_only:
        write_line(console, "There is a play." if response.total else "There is no play.")
    else:
        shown = f", the best {len(rows)} shown" if len(rows) < response.total else ""
        write_line(console, f"{response.total} legal {'play' if response.total == 1 else 'plays'}{shown}")
    write_line(console)
    write_line(console, judged_by(response.provenance))


def _display(notation: str, board: Board | None) -> str:
    """Return a play as people like to read it; empty where that says no more, or the board is not known."""
    if board is None:
        return ""
    try:
        move = parse_move(notation, board)
    except NotationError:
        return ""
    shown = display_play(move, board) if isinstance(move, Play) else ""
    return "" if shown == notation else shown
