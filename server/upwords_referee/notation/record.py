"""Game records as text: a dialect of GCG, in and out; docs/notation.md explains it."""

from upwords_referee.notation.action import parse_action, write_action
from upwords_referee.notation.course import Rulesets, usual_ruleset
from upwords_referee.notation.errors import RecordError, RecordFault, quoted
from upwords_referee.notation.reader import Reader
from upwords_referee.notation.text import read_lines
from upwords_referee.notation.writer import Writer
from upwords_referee.rules.record import GameRecord
from upwords_referee.rules.ruleset import Ruleset

__all__ = ["RecordError", "RecordFault", "parse_action", "parse_record", "write_action", "write_record"]


def parse_record(
    text: str | bytes, ruleset: Ruleset | None = None, *, rulesets: Rulesets | None = None
) -> GameRecord:
    """Return the game that a record tells.

    It is read by `ruleset`, whatever it names itself; else by the one it names, or the usual one for the
    start position's board or an empty one, looked up with `rulesets`. Where none is known (`rulesets` of
    None knows none), any letter will do, on the start position's board or on 10x10. Bytes are UTF-8, or what
    `#character-encoding` says. At most 256 KB and 1,000 events. Raises RecordError with all that is wrong.

    >>> record = parse_record("#player1 ann\\n>ann: 5D mood 8")
    >>> record.events[0].score, record.events[0].line
    (8, 2)
    """
    return Reader(read_lines(text), ruleset, rulesets).read()


def write_record(
    record: GameRecord, ruleset: Ruleset | None = None, *, rulesets: Rulesets | None = None
) -> str:
    """Return the record as canonical text, which ends with a line feed and reads back as the same record,
    but for the events' lines, the order of placements, and what means nothing in a challenge rule.

    The ruleset is found as in `parse_record`. Raises RecordError if text cannot say it all; the messages
    name the field, like events[2].

    >>> from upwords_referee.rules.record import Player
    >>> print(write_record(GameRecord((Player("ann"),))), end="")
    #character-encoding UTF-8
    #game-type upwords
    #player1 ann
    """
    if not ruleset and rulesets:
        ruleset = rulesets(record.ruleset) if record.ruleset else usual_ruleset(record.start, rulesets)
        if not ruleset and record.ruleset:
            message = f"ruleset: no ruleset is called {quoted(record.ruleset)} here"
            raise RecordError([RecordFault(0, 0, message)])
    return Writer(record, ruleset).write()
