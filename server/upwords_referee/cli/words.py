"""The command `words`: which words are acceptable."""

from typing import Annotated

import typer

from upwords.referee.v1 import lexicon_pb2
from upwords.referee.v1 import lexicon_service_pb2 as pb
from upwords_referee.cli import options
from upwords_referee.cli.errors import NOT_VALID, VALID
from upwords_referee.cli.json_request import read_text
from upwords_referee.cli.output import open_console, write_message
from upwords_referee.cli.question import split_lexicon
from upwords_referee.cli.referee import CHECK_WORDS, open_referee
from upwords_referee.cli.verdict import enum_name, show_table

EPILOG = f"""Examples:

\b
  upwords-referee words quiz zyzzyva
  upwords-referee words quiz --deny quiz --json
  printf 'quiz\\nquiet\\n' | upwords-referee words -

{options.EPILOG_STATUS.format(yes="all acceptable", no="not all")}
"""


def words(
    word: Annotated[
        list[str],
        typer.Argument(metavar="WORD...", help="Words, at most 1,000; - reads standard input, one a line."),
    ],
    lexicon: options.WordsLexicon = None,
    allow: options.Allow = None,
    deny: options.Deny = None,
    json: options.Json = False,
    server: options.Server = None,
) -> int:
    """Say which words are acceptable, and why the others are not."""
    id, specs = split_lexicon(lexicon)
    request = pb.CheckWordsRequest(lexicon=id)
    for given in word:
        lines = read_text("-").splitlines() if given == "-" else [given]
        request.words.extend(line.strip() for line in lines if line.strip() or given != "-")
    if allow or deny:
        request.overlay.allow.extend(allow or ())
        request.overlay.deny.extend(deny or ())
    response = open_referee(server, None, specs).ask(CHECK_WORDS, request, pb.CheckWordsResponse)
    if json:
        write_message(response)
    else:
        rows = [
            (ruling.word, enum_name(lexicon_pb2.WordStatus.Name, ruling.status, "WORD_STATUS_"))
            for ruling in response.words
        ]
        show_table(open_console(), ("word", "status"), rows)
    return VALID if response.all_acceptable else NOT_VALID
