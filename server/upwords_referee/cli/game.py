"""The command `game`: audits game records, from the first tile to the last."""

import json as json_text
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from google.protobuf.json_format import MessageToDict

from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.cli import options
from upwords_referee.cli.audit import Asked, Audit, audit_files, find_records, usual_jobs
from upwords_referee.cli.challenge import fill_rule
from upwords_referee.cli.errors import NOT_VALID, VALID, NotUnderstoodError
from upwords_referee.cli.game_report import Tally, show_game, show_problems
from upwords_referee.cli.output import open_console, write_error, write_message
from upwords_referee.cli.progress import Bar
from upwords_referee.cli.question import split_lexicon

EPILOG = f"""Examples:

\b
  upwords-referee game final.gcg
  upwords-referee game round1/ round2/ --lexicon club=lists/club.txt
  upwords-referee game round1/ --jsonl > audit.jsonl

{options.EPILOG_STATUS.format(yes="no errors found", no="errors found")}
"""


def game(
    record: Annotated[
        list[Path],
        typer.Argument(
            metavar="RECORD...", help="Game records (docs/notation.md), or folders of them (*.gcg)."
        ),
    ],
    rule: Annotated[
        str | None,
        typer.Option(
            "--rule",
            metavar="RULE",
            help="What a challenge can cost, as for `challenge`; else as the record says, else the ruleset.",
        ),
    ] = None,
    ruleset: Annotated[
        str | None,
        typer.Option("--ruleset", metavar="ID", help="The ruleset; else the record's.", show_default=False),
    ] = None,
    lexicon: options.WordsLexicon = None,
    rulesets: options.Rulesets = None,
    allow: options.Allow = None,
    deny: options.Deny = None,
    stop: Annotated[
        bool, typer.Option("--stop-at-first-error", help="Judge no further than the first error.")
    ] = False,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
            metavar="N",
            help="How many records are judged at a time, else one a core.",
            min=1,
            max=256,
        ),
    ] = None,
    json: options.Json = False,
    jsonl: Annotated[
        bool, typer.Option("--jsonl", help="Print one line of JSON for each record: file and response.")
    ] = False,
    server: options.Server = None,
) -> int:
    """Audit game records: every play, score, total, rack and turn, challenges, and the end.

    One record is shown turn by turn; of several the findings and a summary.
    """
    files = find_records(record)
    if json and len(files) > 1:
        raise NotUnderstoodError(f"--json shows one record, and there are {len(files)}; use --jsonl")
    lexicon_id, specs = split_lexicon(lexicon)
    request = pb.JudgeGameRequest(ruleset=ruleset or "", lexicon=lexicon_id, stop_at_first_error=stop)
    fill_rule(request.challenge_rule, "--rule", rule)
    if allow or deny:
        request.overlay.allow.extend(allow or ())
        request.overlay.deny.extend(deny or ())
    if rule is None:
        request.ClearField("challenge_rule")
    asked = Asked(request.SerializeToString(), server, rulesets, tuple(specs))
    audits = audit_files(asked, files, jobs or usual_jobs())
    if len(files) == 1 and not jsonl:
        return _one(next(iter(audits)), json=json)
    return _many(audits, files, jsonl=jsonl)


def _one(audit: Audit, *, json: bool) -> int:
    if audit.response is None:
        assert audit.error
        raise audit.error
    if json:
        write_message(audit.response)
    else:
        show_game(open_console(), audit.response)
    return VALID if audit.response.sound else NOT_VALID


def _many(audits: Iterable[Audit], files: Sequence[Path], *, jsonl: bool) -> int:
    console, tally = open_console(), Tally()
    with Bar() as bar:
        for audit in bar.track(audits, total=len(files), description="auditing"):
            tally.add(audit)
            if jsonl:
                print(json_text.dumps(_line(audit), ensure_ascii=False), flush=True)
            elif audit.error:
                write_error(f"{audit.file}: {audit.error}")
            else:
                show_problems(console, audit)
    if not jsonl:
        tally.show(console)
    return tally.status


def _line(audit: Audit) -> dict[str, Any]:
    if audit.response is None:
        assert audit.error
        return {"file": audit.file, **audit.error.to_json()}
    response = MessageToDict(audit.response, always_print_fields_with_no_presence=True)
    return {"file": audit.file, "response": response}
