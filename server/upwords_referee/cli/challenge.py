"""The command `challenge`: what becomes of a challenged play."""

from typing import Annotated

import typer
from google.protobuf.json_format import ParseDict
from rich.console import Console
from rich.text import Text

from upwords.referee.v1 import challenge_pb2, verdict_pb2
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.cli import options
from upwords_referee.cli.errors import NOT_VALID, VALID, NotUnderstoodError
from upwords_referee.cli.json_request import read_request
from upwords_referee.cli.output import BAD, GOOD, open_console, write_line, write_message
from upwords_referee.cli.question import fill_board, read_position, refuse_beside_request, split_lexicon
from upwords_referee.cli.referee import ADJUDICATE_CHALLENGE, open_referee
from upwords_referee.cli.verdict import enum_name, judged_by, show_boards, show_words
from upwords_referee.notation.challenge_rule import parse_challenge_rule
from upwords_referee.notation.errors import NotationError
from upwords_referee.rules.board import Board
from upwords_referee.rules.ruleset_data import challenge_rule_data

_MISSING = (
    "give POSITION (before the play) and MOVE, as in: upwords-referee challenge 8/8/8/2MOOD2/8/8/8/8 "
    '"4C L..."; or --request FILE'
)
EPILOG = f"""Examples:

\b
  upwords-referee challenge 8/8/8/2MOOD2/8/8/8/8 "4C L..."
  upwords-referee challenge 8/8/8/2MOOD2/8/8/8/8 "4C W..." --rule double
  upwords-referee challenge 8/8/8/2MOOD2/8/8/8/8 "4C W..." --blind

{options.EPILOG_STATUS.format(yes="the play stands", no="the play falls")}
"""


def challenge(
    position: Annotated[
        str | None,
        typer.Argument(
            metavar="POSITION", help="The board, or a whole position, before the challenged play."
        ),
    ] = None,
    move: Annotated[
        list[str] | None, typer.Argument(metavar="MOVE...", help='The challenged play, as in "5D W...".')
    ] = None,
    word: Annotated[
        list[str] | None,
        typer.Option("--word", metavar="WORD", help="A challenged word; may be repeated; else all words."),
    ] = None,
    rule: Annotated[
        str | None,
        typer.Option(
            "--rule",
            metavar="RULE",
            help='single, void, double, or "penalty POINTS [per-word|per-play] '
            "[credit-opponent|debit-challenger]\"; else POSITION's cr, else the ruleset's.",
        ),
    ] = None,
    player: Annotated[
        int, typer.Option("--player", metavar="N", help="Number of who played, 0 to 3.", min=0, max=3)
    ] = 0,
    challenger: Annotated[
        int, typer.Option("--challenger", metavar="N", help="Number of who challenges.", min=0, max=3)
    ] = 1,
    blind: Annotated[bool, typer.Option("--blind", help="Do not say which word is wrong.")] = False,
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
            help="Instead of these a whole AdjudicateChallengeRequest in proto3 JSON; - for standard input.",
        ),
    ] = None,
) -> int:
    """Say whether a challenged play stands or falls, and what that costs whom.

    POSITION is the board before the play, written as in docs/notation.md. Of a whole position the opcodes
    lex, rs and cr count where no option says otherwise.
    """
    lexicon_id, specs = split_lexicon(lexicon)
    if request is not None:
        refuse_beside_request(
            {
                "POSITION": position,
                "--word": word,
                "--rule": rule,
                "--blind": blind,
                "--ruleset": ruleset,
                "--lexicon ID": lexicon if not specs else None,
                "--allow": allow,
                "--deny": deny,
                "--strict": strict,
            }
        )
        question = read_request(request, pb.AdjudicateChallengeRequest)
        question.lexicon = question.lexicon or lexicon_id
    elif position is None or not move:
        raise NotUnderstoodError(_MISSING)
    else:
        question = pb.AdjudicateChallengeRequest(player=player, challenger=challenger, challenged=word or ())
        facts = read_position(position, strict=strict)
        fill_board(
            question, position, facts, ruleset=ruleset, lexicon=lexicon, allow=allow or (), deny=deny or ()
        )
        question.move.notation = " ".join(move)
        if rule is None:
            fill_rule(question.challenge_rule, "POSITION: cr", facts.opcodes.get("cr"))
        else:
            fill_rule(question.challenge_rule, "--rule", rule)
        if not question.challenge_rule.kind:
            question.ClearField("challenge_rule")
        if blind:
            question.detail = verdict_pb2.DETAIL_VERDICT_ONLY
    referee = open_referee(server, rulesets, specs)
    response = referee.ask(
        ADJUDICATE_CHALLENGE, question, pb.AdjudicateChallengeResponse, arguments=request is None
    )
    if json:
        write_message(response)
    else:
        after = referee.board(response.position.notation) if response.position.notation else None
        _show(open_console(), response, after)
    return VALID if response.play_stands else NOT_VALID


def fill_rule(into: challenge_pb2.ChallengeRule, name: str, text: str | None) -> None:
    """Fill a challenge rule from its text, if there is one; NotUnderstoodError calls the text `name`."""
    if text is None:
        return
    try:
        rule = parse_challenge_rule(text)
    except NotationError as error:
        raise NotUnderstoodError(f"{name}: {error}") from None
    ParseDict(challenge_rule_data(rule), into)


def _show(console: Console, response: pb.AdjudicateChallengeResponse, board: Board | None) -> None:
    if board:
        show_boards(console, board, None)
        write_line(console)
    stands = response.play_stands
    write_line(console, Text("THE PLAY STANDS" if stands else "THE PLAY FALLS", GOOD if stands else BAD))
    for violation in response.violations:
        name = enum_name(verdict_pb2.Rule.Name, violation.rule, "RULE_")
        write_line(console, f"- {name}: {violation.message} (docs/rules.md, {violation.reference})")
    if not stands:
        write_line(console, "- The tiles go back to the rack; the same player plays again or passes.")
    for adjustment in response.adjustments:
        write_line(console, f"- Player {adjustment.player}: {adjustment.points:+} points.")
    if response.turn_lost:
        write_line(console, f"- Player {response.turn_lost_by} loses the next turn.")
    show_words(console, response.words)
    write_line(console)
    write_line(console, judged_by(response.provenance))
