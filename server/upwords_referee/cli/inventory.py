"""What a lexicon is and holds, as people read it."""

from collections import Counter

from upwords_referee.cli.output import open_console, write_json, write_line
from upwords_referee.cli.verdict import show_table
from upwords_referee.lexicons.compact import KEPT, CompactLexicon
from upwords_referee.lexicons.word_list import WordList
from upwords_referee.rules.words import WordStatus


def show_inventory(lexicon: CompactLexicon | WordList, json: bool, size: int | None = None) -> None:
    """Show what a lexicon is, and how many words of each length it holds; `size` is that of its file."""
    lengths: dict[int, Counter[WordStatus]] = {}
    for word, status in lexicon.entries():
        lengths.setdefault(len(word), Counter())[status] += 1
    total = sum(lengths.values(), Counter())
    texts = {key: getattr(lexicon, key) for key in ("id", "name", "language", "edition", "licence", "digest")}
    if json:
        sizes = {"bytes": size} if size else {}
        counts = {
            str(length): {status.name: count for status, count in sorted(counted.items())}
            for length, counted in sorted(lengths.items())
        }
        write_json(texts | {"folding": folds(lexicon)} | sizes | {"lengths": counts})
        return
    facts = [
        *texts.items(),
        ("letters", "".join(sorted(lexicon.alphabet))),
        ("folding", " ".join(folds(lexicon))),
        ("bytes", str(size or "")),
    ]
    console = open_console()
    show_table(console, ("option", "value"), [fact for fact in facts if fact[1]])
    write_line(console)
    held = [status for status in KEPT if total[status]]
    rows = [
        (str(length), *(str(counted[status]) for status in held))
        for length, counted in sorted(lengths.items())
    ]
    rows.append(("all", *(str(total[status]) for status in held)))
    header = ("letters", *map(said, held))
    show_table(console, header, rows, right=header)


def said(status: WordStatus) -> str:
    """Return a status as people read it."""
    return status.name.lower().replace("_", " ")


def folds(lexicon: CompactLexicon | WordList) -> list[str]:
    """Return LETTER=LETTERS for each letter that the lexicon spells otherwise."""
    letters = lexicon.folding.letters if isinstance(lexicon, CompactLexicon) else {}
    return [f"{letter}={spelling}" for letter, spelling in letters.items()]
