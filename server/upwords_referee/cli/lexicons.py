"""The command `lexicons`: by which word lists can be judged."""

from typing import Annotated

import typer

from upwords.referee.v1 import lexicon_pb2
from upwords.referee.v1 import lexicon_service_pb2 as pb
from upwords_referee.cli import options
from upwords_referee.cli.output import open_console, write_message
from upwords_referee.cli.referee import GET_LEXICON, LIST_LEXICONS, open_referee
from upwords_referee.cli.verdict import enum_name, show_table

EPILOG = """Examples:

\b
  upwords-referee lexicons
  upwords-referee lexicons enable
  upwords-referee lexicons --json
"""


def lexicons(
    id: Annotated[str | None, typer.Argument(metavar="[ID]", help="Show this one whole.")] = None,
    lexicon: options.AddedLexicons = None,
    json: options.Json = False,
    server: options.Server = None,
) -> int:
    """List the lexica, or show one."""
    referee = open_referee(server, None, lexicon or ())
    if id is not None:
        found = referee.ask(GET_LEXICON, pb.GetLexiconRequest(id=id), pb.GetLexiconResponse)
        if json:
            write_message(found)
        else:
            show_table(open_console(), ("option", "value"), _facts(found.lexicon))
        return 0
    listed = referee.ask(LIST_LEXICONS, pb.ListLexiconsRequest(), pb.ListLexiconsResponse)
    if json:
        write_message(listed)
    else:
        rows = [(one.id, _count(one), one.language, one.name, one.digest[:12]) for one in listed.lexicons]
        header = ("id", "words", "language", "name", "digest")
        show_table(open_console(), header, rows, right={"words"})
    return 0


def _facts(lexicon: lexicon_pb2.Lexicon) -> list[tuple[str, str]]:
    rows = [
        ("id", lexicon.id),
        ("name", lexicon.name),
        ("language", lexicon.language),
        ("words", _count(lexicon)),
        ("of letters", " ".join(f"{count.length}:{count.count}" for count in lexicon.word_counts)),
        ("edition", lexicon.edition),
        ("licence", lexicon.licence),
        ("source", enum_name(lexicon_pb2.SourceKind.Name, lexicon.source, "SOURCE_KIND_")),
        ("state", enum_name(lexicon_pb2.LexiconState.Name, lexicon.state, "LEXICON_STATE_")),
        ("digest", lexicon.digest),
    ]
    return [row for row in rows if row[1]]


def _count(lexicon: lexicon_pb2.Lexicon) -> str:
    return str(sum(count.count for count in lexicon.word_counts)) if lexicon.enumerable else "not known"
