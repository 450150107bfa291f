"""The command `judge`: one move on one board."""

from typing import Annotated

import typer

from upwords.referee.v1 import board_pb2, move_pb2
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.cli import options
from upwords_referee.cli.errors import NOT_VALID, VALID, NotUnderstoodError
from upwords_referee.cli.json_request import read_request
from upwords_referee.cli.output import open_console, write_message
from upwords_referee.cli.question import (
    fill_question,
    read_position,
    read_rack,
    refuse_beside_request,
    split_lexicon,
)
from upwords_referee.cli.referee import INSPECT_POSITION, JUDGE_MOVE, Referee, open_referee
from upwords_referee.cli.verdict import show_verdict
from upwords_referee.lexicons.none import NONE_ID
from upwords_referee.notation.errors import NotationError
from upwords_referee.notation.move import parse_move, write_move
from upwords_referee.rules.board import Board
from upwords_referee.rules.move import Play

_MISSING = (
    'give POSITION and MOVE, as in: upwords-referee judge 10/10/10/10/3MOOD3/10/10/10/10/10 "5D W..."; '
    "or --request FILE"
)
EPILOG = f"""Examples:

\b
  upwords-referee judge 10/10/10/10/3MOOD3/10/10/10/10/10 "5D W..."
  upwords-referee judge "10/10/10/10/3MOOD3/10/10/10/10/10 AB/? 8/5 0" -A
  upwords-referee judge 10/10/10/10/3MOOD3/10/10/10/10/10 "5D WOOD" --spelled
  upwords-referee judge 10/10/10/10/3MOOD3/10/10/10/10/10 - --json

{options.EPILOG_STATUS.format(yes="valid", no="not valid")}
"""


def judge(
    position: Annotated[
        str | None, typer.Argument(metavar="POSITION", help="The board before the move, or a whole position.")
    ] = None,
    move: Annotated[
        list[str] | None,
        typer.Argument(metavar="MOVE", help='A play "5D W..." or "D5 W...", an exchange -E, a pass -.'),
    ] = None,
    ruleset: options.Ruleset = None,
    lexicon: options.Lexicon = None,
    rulesets: options.Rulesets = None,
    allow: options.Allow = None,
    deny: options.Deny = None,
    rack: Annotated[
        str | None,
        typer.Option(
            "--rack",
            metavar="TILES",
            help='Tiles in hand, "-" for none, "?" for unknown; else the first rack of POSITION.',
        ),
    ] = None,
    bag: options.Bag = None,
    spelled: Annotated[
        bool,
        typer.Option(
            "--spelled",
            help="Read a play as other programs write it: a letter equal to the one that lies there stays.",
        ),
    ] = False,
    strict: options.Strict = False,
    json: options.Json = False,
    server: options.Server = None,
    request: Annotated[
        str | None,
        typer.Option(
            "--request",
            metavar="FILE",
            help="Instead of these a whole JudgeMoveRequest in proto3 JSON; - for standard input.",
        ),
    ] = None,
) -> int:
    """Say whether a move is valid, why not, and what it scores.

    POSITION is written as in docs/notation.md. Of a whole position, the rack of the player on turn and the
    opcodes lex, rs and bag count where no option says otherwise.
    """
    lexicon_id, specs = split_lexicon(lexicon)
    if request is not None:
        refuse_beside_request(
            {
                "POSITION": position,
                "--ruleset": ruleset,
                "--lexicon ID": lexicon if not specs else None,
                "--allow": allow,
                "--deny": deny,
                "--rack": rack,
                "--bag": bag,
                "--spelled": spelled,
                "--strict": strict,
            }
        )
        question = read_request(request, pb.JudgeMoveRequest)
        question.lexicon = question.lexicon or lexicon_id
    elif position is None or not move:
        raise NotUnderstoodError(_MISSING)
    else:
        question = pb.JudgeMoveRequest(include_position=True)
        facts = read_position(position, strict=strict)
        fill_question(
            question,
            position,
            facts,
            ruleset=ruleset,
            lexicon=lexicon,
            bag=bag,
            allow=allow or (),
            deny=deny or (),
        )
        _fill_move(question.move, " ".join(move), facts.board, spelled=spelled, strict=strict)
        hand = read_rack(rack) if rack is not None else facts.racks[0] if facts.racks else None
        if hand is not None:
            question.rack = hand
    referee = open_referee(server, rulesets, specs)
    if not json:
        question.include_position = True
    response = referee.ask(JUDGE_MOVE, question, pb.JudgeMoveResponse, arguments=request is None)
    if json:
        write_message(response)
    else:
        before = _read_board(referee, question, question.board)
        after = _read_board(referee, question, response.position) if response.HasField("position") else None
        show_verdict(open_console(), response, before, after)
    return VALID if response.valid else NOT_VALID


def _fill_move(into: move_pb2.Move, text: str, board: Board, *, spelled: bool, strict: bool) -> None:
    """Fill the move as it was typed; the wire knows nothing of spelled and strict, so those are read here."""
    if not (spelled or strict):
        into.notation = text
        return
    try:
        move = parse_move(text, board, strict=strict, spelled=spelled)
    except NotationError as error:
        raise NotUnderstoodError(f"MOVE: {error}") from None
    notation = write_move(move, board)
    if notation or not isinstance(move, Play):
        into.notation = notation or text
        return
    into.play.SetInParent()
    for row, column, letter in move.placements:
        into.play.placements.add(row=row, column=column, tile=letter)


def _read_board(referee: Referee, question: pb.JudgeMoveRequest, board: board_pb2.Board) -> Board:
    """Return a board that the referee has understood; only it knows how wide a grid without separators is."""
    if board.HasField("notation"):
        return referee.board(board.notation.split(None, 1)[0])
    inspection = pb.InspectPositionRequest(board=board, ruleset=question.ruleset, lexicon=NONE_ID)
    if question.HasField("custom_ruleset"):
        inspection.custom_ruleset.CopyFrom(question.custom_ruleset)
    inspected = referee.ask(INSPECT_POSITION, inspection, pb.InspectPositionResponse)
    return referee.board(inspected.notation)
