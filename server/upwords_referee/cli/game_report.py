"""What the referee says of a game, as people read it."""

from collections import Counter

from rich.console import Console
from rich.text import Text

from upwords.referee.v1 import game_pb2, position_pb2
from upwords.referee.v1 import referee_service_pb2 as pb
from upwords_referee.cli.audit import Audit
from upwords_referee.cli.errors import NOT_VALID, VALID
from upwords_referee.cli.output import BAD, GOOD, write_line
from upwords_referee.cli.verdict import enum_name, judged_by, show_boards, show_table
from upwords_referee.notation.errors import NotationError
from upwords_referee.notation.position import parse_position

_ERROR = position_pb2.SEVERITY_ERROR
_ENDS = {
    game_pb2.END_REASON_OUT: "a player is out of tiles, and the bag is empty",
    game_pb2.END_REASON_NO_PLAYS: "the bag is empty, and nobody can play",
    game_pb2.END_REASON_PASSES: "all players passed in turn",
}


class Tally:
    """Counts what came of many records."""

    def __init__(self) -> None:
        self._sound = self._unsound = 0
        self._failed: list[int] = []
        self._kinds: Counter[str] = Counter()

    def add(self, audit: Audit) -> None:
        """Count one record."""
        if audit.error:
            self._failed.append(audit.error.exit_status)
            return
        assert audit.response
        if audit.response.sound:
            self._sound += 1
        else:
            self._unsound += 1
        for finding in audit.response.findings:
            if finding.severity == _ERROR:
                self._kinds[_kind(finding)] += 1

    @property
    def status(self) -> int:
        """The exit status: that of the worst record."""
        return max([VALID, *self._failed, NOT_VALID if self._unsound else VALID])

    def show(self, console: Console) -> None:
        """Show how many records there were, and which errors."""
        total = self._sound + self._unsound + len(self._failed)
        parts = [f"{self._sound} without errors", f"{self._unsound} with errors"]
        if self._failed:
            parts.append(f"{len(self._failed)} that could not be judged")
        write_line(console, f"{total} records: {', '.join(parts)}")
        rows = [(kind, str(count)) for kind, count in self._kinds.most_common()]
        show_table(console, ("error", "times"), rows, right={"times"})


def show_problems(console: Console, audit: Audit) -> None:
    """Show the errors and warnings of one record of many; nothing if there are none."""
    assert audit.response
    for finding in audit.response.findings:
        if finding.severity != position_pb2.SEVERITY_NOTE:
            write_line(console, f"{audit.file}: {_sentence(finding, audit.response)}")


def show_game(console: Console, response: pb.JudgeGameResponse) -> None:
    """Show a game turn by turn, then what was found, how it ended, and the board at the end."""
    nicks = [result.nick for result in response.results]
    show_table(
        console,
        ("turn", "player", "play", "score", "total", ""),
        [_row(event, nicks) for event in response.events],
        right={"turn", "score", "total"},
    )
    write_line(console)
    _show_end(console, response)
    try:
        board = parse_position(response.position).board
    except NotationError:
        pass
    else:
        write_line(console)
        show_boards(console, board, None)
        write_line(console)
        write_line(console, response.position)
    write_line(console)
    write_line(console, judged_by(response.provenance))


def _show_end(console: Console, response: pb.JudgeGameResponse) -> None:
    write_line(
        console,
        Text("NO ERRORS" if response.sound else "ERRORS FOUND", GOOD if response.sound else BAD),
    )
    for finding in response.findings:
        write_line(console, f"- {_sentence(finding, response)}")
    write_line(console)
    write_line(console, f"the end: {_ENDS.get(response.end_reason, 'not reached')}")
    rows = [
        (
            result.nick,
            str(result.score),
            str(result.deduction) if result.deduction else "",
            str(result.tiles_left) if result.HasField("tiles_left") else "?",
            "wins" if result.winner else "",
        )
        for result in response.results
    ]
    show_table(
        console,
        ("player", "score", "of it for tiles left", "tiles left", ""),
        rows,
        right={"score", "of it for tiles left", "tiles left"},
    )


def _row(event: pb.JudgedEvent, nicks: list[str]) -> tuple[str, ...]:
    marks = []
    if event.HasField("verdict") and not event.verdict.valid:
        marks.append("not valid")
    if event.taken_back:
        marks.append("taken back")
    if event.HasField("recorded_score") and event.recorded_score != event.score:
        marks.append(f"recorded {event.recorded_score:+}")
    player = nicks[event.player] if event.player < len(nicks) else str(event.player)
    return (
        str(event.turn),
        player,
        event.notation,
        f"{event.score:+}",
        str(event.total),
        ", ".join(marks),
    )


def _sentence(finding: position_pb2.Finding, response: pb.JudgeGameResponse) -> str:
    severity = enum_name(position_pb2.Severity.Name, finding.severity, "SEVERITY_")
    where = ""
    if finding.HasField("turn") and 0 < finding.turn <= len(response.events):
        line = response.events[finding.turn - 1].line
        where = f"turn {finding.turn}{f' (line {line})' if line else ''}, "
    return f"{where}{severity}, {_kind(finding)}: {finding.message}"


def _kind(finding: position_pb2.Finding) -> str:
    return enum_name(position_pb2.FindingKind.Name, finding.kind, "FINDING_KIND_")
