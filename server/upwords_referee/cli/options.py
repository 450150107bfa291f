"""The options that commands share."""

from typing import Annotated, Any

import typer

EPILOG_STATUS = "Exit status: 0 {yes}, 1 {no}, 2 not understood, 3 could not be answered."


def _option(name: str, metavar: str | None, help: str, **more: Any) -> Any:
    return typer.Option(name, metavar=metavar, help=help, show_default=False, **more)


Json = Annotated[bool, _option("--json", None, "Print the response, or the error, in proto3 JSON.")]
Server = Annotated[
    str | None, _option("--server", "HOST:PORT", "Ask this server instead of judging in this process.")
]
Ruleset = Annotated[
    str | None,
    _option("--ruleset", "ID", "The ruleset; else POSITION's rs, else the one of the board's size."),
]
Rulesets = Annotated[
    str | None, _option("--rulesets", "DIR", "A folder of ruleset files (.toml) beside the built-in ones.")
]
_LEXICON = 'The lexicon, "none" for no look-up, or ID=PATH: a word list of your own, one word a line{}.'
Lexicon = Annotated[
    str | None,
    _option("--lexicon", "ID[=PATH]", _LEXICON.format("; else POSITION's lex, else the default")),
]
WordsLexicon = Annotated[str | None, _option("--lexicon", "ID[=PATH]", _LEXICON.format(""))]
AddedLexicons = Annotated[
    list[str] | None,
    _option("--lexicon", "ID=PATH", "A word list of your own beside the embedded one; may be repeated."),
]
Rulings = Annotated[
    list[str] | None,
    _option(
        "--rulings",
        "FILE",
        "House rulings, +WORD or -WORD a line, that go before every lexicon; may be repeated.",
    ),
]
CacheRedis = Annotated[
    str | None,
    _option("--redis", "URL", "The Redis that keeps the answers of dictionaries outside the process."),
]
ListRedis = Annotated[
    str | None,
    _option("--redis", "URL", "The Redis that holds the list; else that of UPWORDS_REDIS."),
]
Allow = Annotated[list[str] | None, _option("--allow", "WORD", "Accept this word; may be repeated.")]
Deny = Annotated[list[str] | None, _option("--deny", "WORD", "Refuse this word; may be repeated.")]
Bag = Annotated[
    int | None,
    _option("--bag", "N", "Tiles in the bag; else POSITION's bag, else not checked."),
]
Strict = Annotated[bool, _option("--strict", None, "Refuse notation that is not canonical.")]
