"""The command `rulesets`: by which rules can be judged."""

from typing import Annotated

import typer
from rich.console import Console

from upwords.referee.v1 import challenge_pb2, ruleset_pb2
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.cli import options
from upwords_referee.cli.output import open_console, write_message
from upwords_referee.cli.referee import GET_RULESET, LIST_RULESETS, open_referee
from upwords_referee.cli.verdict import enum_name, show_table
from upwords_referee.rules.square import square_names

EPILOG = """Examples:

\b
  upwords-referee rulesets
  upwords-referee rulesets classic-8x8
  upwords-referee rulesets standard-10x10 --json
"""


def rulesets(
    id: Annotated[str | None, typer.Argument(metavar="[ID]", help="Show this one whole.")] = None,
    rulesets: options.Rulesets = None,
    json: options.Json = False,
    server: options.Server = None,
) -> int:
    """List the rulesets, or show one."""
    referee = open_referee(server, rulesets)
    if id is not None:
        found = referee.ask(GET_RULESET, pb.GetRulesetRequest(id=id), pb.GetRulesetResponse)
        if json:
            write_message(found)
        else:
            _show_one(open_console(), found.ruleset)
        return 0
    listed = referee.ask(LIST_RULESETS, pb.ListRulesetsRequest(), pb.ListRulesetsResponse)
    if json:
        write_message(listed)
    else:
        rows = [
            (one.id, f"{one.rows}x{one.columns}", str(one.rack_size), str(one.max_height), one.name)
            for one in listed.rulesets
        ]
        show_table(open_console(), ("id", "board", "rack", "height", "name"), rows)
    return 0


def _show_one(console: Console, ruleset: ruleset_pb2.Ruleset) -> None:
    scoring = ruleset.scoring
    tiles = " ".join(
        f"{kind.spelling or kind.letter}{kind.count if kind.HasField('count') else ''}"
        for kind in ruleset.tiles.kinds
    )
    centre = square_names((square.row, square.column) for square in ruleset.centre.squares)
    bonus = enum_name(ruleset_pb2.LetterBonusMode.Name, scoring.letter_bonus_mode, "LETTER_BONUS_MODE_")
    whole = enum_name(ruleset_pb2.WholeWordRule.Name, ruleset.whole_word_rule, "WHOLE_WORD_RULE_")
    bare_s = enum_name(ruleset_pb2.BareSRule.Name, ruleset.bare_s_rule, "BARE_S_RULE_")
    same = enum_name(ruleset_pb2.SameLetterRule.Name, ruleset.same_letter_rule, "SAME_LETTER_RULE_")
    exchange = enum_name(ruleset_pb2.ExchangeInPasses.Name, ruleset.exchange_in_passes, "EXCHANGE_IN_PASSES_")
    out = enum_name(ruleset_pb2.GoingOut.Name, ruleset.going_out, "GOING_OUT_")
    rows = [
        ("id", ruleset.id),
        ("name", ruleset.name),
        ("base", ruleset.base),
        ("board", f"{ruleset.rows} rows, {ruleset.columns} columns"),
        ("centre", centre or "no rule"),
        ("rack", str(ruleset.rack_size or "no limit")),
        ("highest stack", str(ruleset.max_height)),
        ("tiles", tiles),
        ("points per flat tile", str(scoring.flat_tile)),
        ("points per stacked tile", str(scoring.stacked_tile)),
        ("letter bonus", f"{scoring.letter_bonus}, {bonus}"),
        ("full-rack bonus", str(scoring.full_rack_bonus)),
        ("points per unplayed tile", f"{scoring.unplayed_tile}; in a solo game {scoring.solo_unplayed_tile}"),
        ("whole-word rule", whole),
        ("bare-S rule", f"{bare_s}, {ruleset.bare_s_letter}"),
        ("same-letter rule", same),
        ("tiles exchanged", str(ruleset.exchange_tiles)),
        ("exchanges when solo", str(ruleset.solo_exchanges)),
        ("rounds of passes", str(ruleset.pass_rounds)),
        ("exchange among passes", exchange),
        ("when a player is out", out),
        ("challenge", _challenge(ruleset.challenge_rule)),
        ("digest", ruleset.digest),
    ]
    show_table(console, ("option", "value"), [row for row in rows if row[1]])


def _challenge(rule: challenge_pb2.ChallengeRule) -> str:
    """Return what a challenge can cost, in a few words."""
    kind = enum_name(challenge_pb2.ChallengeKind.Name, rule.kind, "CHALLENGE_KIND_")
    if rule.kind != challenge_pb2.CHALLENGE_KIND_PENALTY:
        return kind
    per = enum_name(challenge_pb2.PenaltyPer.Name, rule.per, "PENALTY_PER_")
    payment = enum_name(challenge_pb2.PenaltyPayment.Name, rule.payment, "PENALTY_PAYMENT_")
    return f"{kind}, {rule.points} points per {per}, {payment}"
