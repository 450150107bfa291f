"""The commands `lexicon ...`: making and looking into lexica in files."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from upwords_referee.cli.arguments import HyphenCommand
from upwords_referee.cli.errors import NOT_VALID, VALID, NotUnderstoodError
from upwords_referee.cli.inventory import folds, said, show_inventory
from upwords_referee.cli.options import EPILOG_STATUS, ListRedis
from upwords_referee.cli.output import open_console, write_json
from upwords_referee.cli.replacing import replace_file
from upwords_referee.cli.verdict import show_table
from upwords_referee.lexicons.build import build_lexicon
from upwords_referee.lexicons.compact import KEPT, MAGIC, CompactLexicon
from upwords_referee.lexicons.difference import changes
from upwords_referee.lexicons.embedded import BUILTIN_IDS, builtin_lexicon
from upwords_referee.lexicons.errors import LexiconError
from upwords_referee.lexicons.file import open_lexicon, read_bytes
from upwords_referee.lexicons.lines import parse_entries
from upwords_referee.lexicons.word_list import WordList
from upwords_referee.rules.letters import upper
from upwords_referee.rules.words import WordStatus

_DIGEST = re.compile(r"[0-9A-Fa-f]{64}")
_WHICH = f"The file of a lexicon or word list, or one of {', '.join(BUILTIN_IDS)}."

_BUILD_EPILOG = f"""Examples:

\b
  upwords-referee lexicon build club.txt club.lexicon --name "Club list" --language en --edition 2026
  upwords-referee lexicon build wort.txt wort.lexicon --language de --fold ß=SS
  upwords-referee serve --lexicon club=club.lexicon

LIST holds one word a line in UTF-8, also in gzip. A string that is there only to be refused has the reason
behind a tab: {", ".join(status.name for status in KEPT[1:])}.

Exit status: 0 built, 2 not understood, 3 could not be written.
"""
_DIFF_EPILOG = f"""Examples:

\b
  upwords-referee lexicon diff club-2025.lexicon club-2026.txt
  upwords-referee lexicon diff enable scowl-60

+ is a string that is new, - one that went, ~ one of which the new list says something else.

{EPILOG_STATUS.format(yes="the same", no="different")}
"""
_CHECK_EPILOG = f"""Examples:

\b
  upwords-referee lexicon check club.lexicon quiz zyzzyva
  upwords-referee lexicon check scowl-60 Monday dont

{EPILOG_STATUS.format(yes="all acceptable", no="not all")}
"""
_STATS_EPILOG = """Examples:

\b
  upwords-referee lexicon stats club.lexicon
  upwords-referee lexicon stats scowl-60
"""
_PUSH_EPILOG = """Examples:

\b
  upwords-referee lexicon push club.lexicon --redis redis://127.0.0.1:6379
  UPWORDS_REDIS=rediss://push@10.0.0.7 UPWORDS_REDIS_PASSWORD=... upwords-referee lexicon push club.txt

The list is loaded beside an older one of the same digest, verified, and put in its place whole.

Exit status: 0 pushed, 2 not understood, 3 Redis did not take it.
"""
_DROP_EPILOG = """Examples:

\b
  upwords-referee lexicon drop club-2025.lexicon --redis redis://127.0.0.1:6379

Exit status: 0 dropped, 1 it was not there, 2 not understood, 3 Redis did not drop it.
"""

app = typer.Typer(
    name="lexicon",
    help="Make lexica of word lists, look into them, and keep them in Redis.",
    rich_markup_mode=None,
)

_Lexicon = Annotated[str, typer.Argument(metavar="LEXICON", help=_WHICH)]
_Json = Annotated[
    bool, typer.Option("--json", help="Print the answer, or the error, in JSON.", show_default=False)
]


@app.command("build", epilog=_BUILD_EPILOG)
def build(
    source: Annotated[Path, typer.Argument(metavar="LIST", help="The word list.")],
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The file to write, or to replace whole.")],
    id: Annotated[
        str, typer.Option("--id", metavar="ID", help="Its id; else OUT's name without its ending.")
    ] = "",
    name: Annotated[str, typer.Option("--name", metavar="TEXT", help="Its name for people.")] = "",
    language: Annotated[str, typer.Option("--language", metavar="TAG", help="Its language (BCP 47).")] = "",
    edition: Annotated[str, typer.Option("--edition", metavar="TEXT", help="Which edition it is.")] = "",
    licence: Annotated[
        str, typer.Option("--licence", metavar="TEXT", help="Its licence in a few words.")
    ] = "",
    fold: Annotated[
        list[str] | None,
        typer.Option(
            "--fold",
            metavar="LETTER=LETTERS",
            help="Spell this letter so, in the list and in words asked; may be repeated.",
            show_default=False,
        ),
    ] = None,
    json: _Json = False,
) -> int:
    """Make a compact lexicon of a word list: one small file that opens in a millisecond."""
    # Imported here: every command would wait for it.
    from upwords_referee.cli.progress import Bar  # noqa: PLC0415

    if _same_file(source, out):
        raise NotUnderstoodError(f'OUT is LIST itself, "{source}"; name another file to write')
    folding = _read_folding(fold or ())
    try:
        listed = read_bytes(source)
        if listed.startswith(MAGIC):
            raise NotUnderstoodError(f'LIST, "{source}", is built already; name a word list')
        entries = parse_entries(listed, str(source), KEPT)
        with Bar() as bar:
            raw = build_lexicon(
                entries,
                id=id or out.name.partition(".")[0].lower(),
                name=name,
                language=language,
                edition=edition,
                licence=licence,
                folding=folding,
                watch=bar.watch,
            )
        lexicon = CompactLexicon.from_bytes(raw, str(out))
    except LexiconError as error:
        raise NotUnderstoodError(str(error)) from None
    replace_file(out, raw)
    show_inventory(lexicon, json, size=len(raw))
    return 0


@app.command("diff", epilog=_DIFF_EPILOG)
def diff(
    old: Annotated[str, typer.Argument(metavar="OLD", help=_WHICH)],
    new: Annotated[str, typer.Argument(metavar="NEW", help="As OLD.")],
    json: _Json = False,
) -> int:
    """Say what changed from one edition of a list to the next."""
    before, after = _open(old), _open(new)
    found = list(changes(before.entries(), after.entries()))
    added = [change for change in found if change.old is None]
    removed = [change for change in found if change.new is None]
    if json:
        write_json(
            {
                "same": before.digest == after.digest,
                "added": {change.word: _name(change.new) for change in added},
                "removed": {change.word: _name(change.old) for change in removed},
                "changed": {
                    change.word: {"old": _name(change.old), "new": _name(change.new)}
                    for change in found
                    if change.old and change.new
                },
                "folding": {"old": folds(before), "new": folds(after)},
            }
        )
    else:
        for word, was, now in found:
            # Not by the console: there may be a hundred thousand lines.
            if was and now:
                print(f"~ {word}  {said(was)} -> {said(now)}")
            else:
                status = was or now
                reason = f"  {said(status)}" if status and status is not WordStatus.ACCEPTABLE else ""
                print(f"{'-' if was else '+'} {word}{reason}")
        for one in sorted(set(folds(before)) ^ set(folds(after))):
            print(f"{'-' if one in folds(before) else '+'} folding {one}")
        changed = len(found) - len(added) - len(removed)
        print(f"{len(added)} added, {len(removed)} removed, {changed} changed")
    return VALID if before.digest == after.digest else NOT_VALID


@app.command("check", epilog=_CHECK_EPILOG, cls=HyphenCommand)
def check(
    lexicon: _Lexicon,
    word: Annotated[list[str], typer.Argument(metavar="WORD...", help="Words.")],
    json: _Json = False,
) -> int:
    """Say which words are acceptable, and why the others are not."""
    statuses = _open(lexicon).statuses(map(upper, word))
    if json:
        write_json({"words": {one: status.name for one, status in statuses.items()}})
    else:
        rows = [(one, said(status)) for one, status in statuses.items()]
        show_table(open_console(), ("word", "status"), rows)
    return NOT_VALID if any(status.refused for status in statuses.values()) else VALID


@app.command("stats", epilog=_STATS_EPILOG)
def stats(lexicon: _Lexicon, json: _Json = False) -> int:
    """Say what a lexicon is, and how many words of each length it holds."""
    show_inventory(_open(lexicon), json)
    return 0


@app.command("push", epilog=_PUSH_EPILOG)
def push(lexicon: _Lexicon, redis: ListRedis = None, json: _Json = False) -> int:
    """Put a list into Redis, for servers that name it in their settings by its digest."""
    # Imported here: every command would wait for it.
    from upwords_referee.cli.progress import Bar  # noqa: PLC0415
    from upwords_referee.cli.redis_lists import open_redis, push_list, settings_of  # noqa: PLC0415

    opened, client = _open(lexicon), open_redis(redis)
    with Bar() as bar:
        count = push_list(client, opened, bar.watch)
    lines = settings_of(opened)
    if json:
        write_json({"digest": opened.digest, "words": count, "settings": "\n".join(lines)})
    else:
        print(f"pushed {count} words, digest {opened.digest}\n\nTo use it:\n")
        print("\n".join(lines))
    return 0


@app.command("drop", epilog=_DROP_EPILOG)
def drop(
    lexicon: Annotated[
        str, typer.Argument(metavar="DIGEST|LEXICON", help="The digest of a list, or the list itself.")
    ],
    redis: ListRedis = None,
    json: _Json = False,
) -> int:
    """Remove a list from Redis; servers that use it say that it is unreachable."""
    from upwords_referee.cli.redis_lists import drop_list, open_redis  # noqa: PLC0415

    digest = lexicon.lower() if _DIGEST.fullmatch(lexicon) else _open(lexicon).digest
    dropped = drop_list(open_redis(redis), digest)
    if json:
        write_json({"digest": digest, "dropped": dropped})
    else:
        print(f"{'dropped' if dropped else 'there is no list'} {digest}")
    return VALID if dropped else NOT_VALID


def _open(which: str) -> CompactLexicon | WordList:
    """Return a lexicon of the package by its id, else that of a file; NotUnderstoodError if it is no good."""
    try:
        return builtin_lexicon(which) if which in BUILTIN_IDS else open_lexicon(which)
    except LexiconError as error:
        raise NotUnderstoodError(str(error)) from None


def _read_folding(options: Iterable[str]) -> dict[str, str]:
    folding: dict[str, str] = {}
    for option in options:
        letter, equals, spelling = option.partition("=")
        if not equals:
            raise NotUnderstoodError(f"--fold is LETTER=LETTERS, as in ß=SS, not {option!r}")
        if folding.setdefault(upper(letter), upper(spelling)) != upper(spelling):
            raise NotUnderstoodError(f"--fold spells {letter!r} in two ways")
    return folding


def _name(status: WordStatus | None) -> str | None:
    return status.name if status else None


def _same_file(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return False
