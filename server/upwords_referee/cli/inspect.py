"""The command `inspect`: whether a position can be, and what stands on it."""

from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from upwords.referee.v1 import position_pb2
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.cli import options
from upwords_referee.cli.errors import NOT_VALID, VALID, NotUnderstoodError
from upwords_referee.cli.json_request import read_request
from upwords_referee.cli.output import BAD, GOOD, open_console, write_line, write_message
from upwords_referee.cli.question import (
    fill_question,
    read_position,
    read_rack,
    refuse_beside_request,
    split_lexicon,
)
from upwords_referee.cli.referee import INSPECT_POSITION, open_referee
from upwords_referee.cli.verdict import enum_name, judged_by, show_boards, show_words
from upwords_referee.rules.board import Board

_MISSING = (
    "give POSITION, as in: upwords-referee inspect 10/10/10/10/3MOOD3/10/10/10/10/10; or --request FILE"
)
EPILOG = f"""Examples:

\b
  upwords-referee inspect "10/10/10/10/3(MW)OOD3/10/10/10/10/10"
  upwords-referee inspect 10/10/10/10/3MOOD3/10/10/10/10/10 --rack ACEINRT
  upwords-referee inspect 10/10/10/10/3MOOD3/10/10/10/10/10 --json

{options.EPILOG_STATUS.format(yes="sound", no="not sound")}
"""


def inspect(
    position: Annotated[
        str | None, typer.Argument(metavar="POSITION", help="The board, or a whole position.")
    ] = None,
    ruleset: options.Ruleset = None,
    lexicon: options.Lexicon = None,
    rulesets: options.Rulesets = None,
    allow: options.Allow = None,
    deny: options.Deny = None,
    rack: Annotated[
        list[str] | None,
        typer.Option(
            "--rack",
            metavar="TILES",
            help='A player\'s tiles, "-" for none, "?" for unknown; once for each player; else POSITION\'s.',
        ),
    ] = None,
    bag: options.Bag = None,
    strict: options.Strict = False,
    json: options.Json = False,
    server: options.Server = None,
    request: Annotated[
        str | None,
        typer.Option(
            "--request",
            metavar="FILE",
            help="Instead of these a whole InspectPositionRequest in proto3 JSON; - for standard input.",
        ),
    ] = None,
) -> int:
    """Say what is wrong with a position, and which words and how many unseen tiles there are.

    POSITION is written as in docs/notation.md. Of a whole position, the racks and the opcodes lex, rs and
    bag count where no option says otherwise.
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
                "--strict": strict,
            }
        )
        question = read_request(request, pb.InspectPositionRequest)
        question.lexicon = question.lexicon or lexicon_id
    elif position is None:
        raise NotUnderstoodError(_MISSING)
    else:
        question = pb.InspectPositionRequest()
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
        racks = [read_rack(tiles) for tiles in rack] if rack else facts.racks
        question.racks.extend(tiles or "" for tiles in racks)
        if None in racks and bag is None:
            # With a rack unknown, tiles are missing from the count for a good reason.
            question.ClearField("bag_count")
    referee = open_referee(server, rulesets, specs)
    response = referee.ask(INSPECT_POSITION, question, pb.InspectPositionResponse, arguments=request is None)
    if json:
        write_message(response)
    else:
        _show(open_console(), response, referee.board(response.notation))
    return VALID if response.sound else NOT_VALID


def _show(console: Console, response: pb.InspectPositionResponse, board: Board) -> None:
    show_boards(console, board, None)
    write_line(console)
    write_line(console, Text("SOUND" if response.sound else "NOT SOUND", GOOD if response.sound else BAD))
    for finding in response.findings:
        severity = enum_name(position_pb2.Severity.Name, finding.severity, "SEVERITY_")
        kind = enum_name(position_pb2.FindingKind.Name, finding.kind, "FINDING_KIND_")
        write_line(console, f"- {severity}, {kind}: {finding.message}")
    show_words(console, response.words)
    if response.unseen:
        counts = " ".join(f"{unseen.letter}{unseen.count}" for unseen in response.unseen)
        write_line(console)
        write_line(console, f"unseen {sum(unseen.count for unseen in response.unseen)}: {counts}")
    write_line(console)
    write_line(console, judged_by(response.provenance))
