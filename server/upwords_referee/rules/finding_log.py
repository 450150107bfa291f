"""The findings of a game, as they are made."""

from collections.abc import Sequence

from upwords_referee.rules.inspection import Finding, FindingKind, Severity
from upwords_referee.rules.judging import Judgement
from upwords_referee.rules.rule import Rule
from upwords_referee.rules.square import Square

_MILDER = {
    FindingKind.TILE_COUNT_SHORT: Severity.WARNING,
    FindingKind.UNKNOWN_BURIED: Severity.NOTE,
    FindingKind.RACK_UNKNOWN: Severity.WARNING,
    FindingKind.DIGEST_MISMATCH: Severity.WARNING,
    FindingKind.UNFINISHED: Severity.WARNING,
}
# The rules whose breach has a finding of its own; the others make a play illegal.
_OWN_KIND = {
    Rule.TILE_NOT_ON_RACK: FindingKind.TILE_NOT_ON_RACK,
    Rule.WORD_NOT_ACCEPTABLE: FindingKind.WORD_NOT_ACCEPTABLE,
    Rule.EXCHANGE_COUNT: FindingKind.EXCHANGE_COUNT,
    Rule.EXCHANGE_BAG_EMPTY: FindingKind.EXCHANGE_BAG_EMPTY,
}
_LEGAL = frozenset({Rule.TILE_NOT_ON_RACK, Rule.EXCHANGE_COUNT, Rule.EXCHANGE_BAG_EMPTY})


class FindingLog:
    """Findings as they are made; `exceeded` are the letters of which too many were found."""

    def __init__(self) -> None:
        self._findings: list[Finding] = []
        self.exceeded: set[str] = set()

    def add(
        self,
        kind: FindingKind,
        message: str,
        turn: int | None = None,
        squares: Sequence[Square] = (),
        word: str = "",
    ) -> None:
        """Note a finding, an error or less by its kind."""
        severity = _MILDER.get(kind, Severity.ERROR)
        self._findings.append(Finding(kind, severity, message, tuple(squares), word, turn))

    def note(self, kind: FindingKind, message: str, turn: int | None = None) -> None:
        """Note a finding that is neither an error nor a warning."""
        self._findings.append(Finding(kind, Severity.NOTE, message, turn=turn))

    def add_move(self, judgement: Judgement, turn: int, *, undone: bool) -> None:
        """Note what is wrong with a move that stands; of a play that is undone, only tiles not on the rack.

        One finding says that a play is illegal, with all reasons in short; words, racks and exchanges have
        their own.
        """
        broken = judgement.violations
        illegal = [violation for violation in broken if violation.rule not in _LEGAL]
        if illegal and not undone:
            names = dict.fromkeys(violation.rule.name.replace("_", " ").lower() for violation in illegal)
            squares = {square for violation in illegal for square in violation.squares}
            message = f"The play stands but breaks the rules: {', '.join(names)}."
            self.add(FindingKind.ILLEGAL_PLAY, message, turn, sorted(squares))
        for violation in broken:
            kind = _OWN_KIND.get(violation.rule)
            if kind and not (undone and violation.rule is not Rule.TILE_NOT_ON_RACK):
                self.add(kind, violation.message, turn, violation.squares, violation.word)

    def has(self, kind: FindingKind) -> bool:
        """Return whether there is a finding of a kind."""
        return any(finding.kind is kind for finding in self._findings)

    def has_error(self, turn: int) -> bool:
        """Return whether there is an error at an event."""
        return any(finding.turn == turn and finding.severity is Severity.ERROR for finding in self._findings)

    def sorted(self) -> tuple[Finding, ...]:
        """Return the findings by event, then by kind; those of the whole game last."""
        return tuple(sorted(self._findings, key=_place))


def _place(finding: Finding) -> tuple[bool, int, FindingKind]:
    return finding.turn is None, finding.turn or 0, finding.kind
