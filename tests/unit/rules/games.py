"""How the tests of whole games write records, and ask what the judge finds in them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from tests.unit.rules.asking import STANDARD, house
from upwords_referee.notation.record import parse_record
from upwords_referee.rules.board import Board
from upwords_referee.rules.challenge_rule import ChallengeRule
from upwords_referee.rules.game import GameJudgement, judge_game
from upwords_referee.rules.inspection import Severity
from upwords_referee.rules.record import GameRecord
from upwords_referee.rules.ruleset import Ruleset
from upwords_referee.rules.words import WordStatus

# Two players hold the whole set: the bag is empty from the start.
SIX = house(
    rack_size=3,
    tiles={"kinds": [{"letter": letter, "count": 1} for letter in "ABCDEF"]},
    scoring={"full_rack_bonus": 0},
)
"""Six tiles, racks of three."""


def small(letters: str, **changes: object) -> Ruleset:
    """Return a ruleset whose set is these letters, with racks of three and no full-rack bonus."""
    kinds = [{"letter": letter, "count": letters.count(letter)} for letter in sorted(set(letters))]
    return house(**{"rack_size": 3, "tiles": {"kinds": kinds}, "scoring": {"full_rack_bonus": 0}} | changes)


@dataclass(frozen=True)
class Game:
    """A game as the judge is asked about it; `text` without its players, who are ann, bob, cyd and dan."""

    text: str
    ruleset: Ruleset = STANDARD
    players: int = 2
    phonies: str = ""
    rule: ChallengeRule | None = None
    any_play: Callable[[Board, str], bool] | None = None
    stop: bool = False
    unchecked: bool = False
    digest: str = ""

    @property
    def record(self) -> GameRecord:
        nicks = ["ann", "bob", "cyd", "dan"][: self.players]
        head = "".join(f"#player{number} {nick}\n" for number, nick in enumerate(nicks, start=1))
        lines = "\n".join(line.strip() for line in self.text.strip().splitlines())
        return parse_record(head + lines, self.ruleset)

    def judged(self) -> GameJudgement:
        return self.judge(self.record)

    def judge(self, record: GameRecord) -> GameJudgement:
        def lookup(words: list[str]) -> Mapping[str, WordStatus]:
            good = WordStatus.UNCHECKED if self.unchecked else WordStatus.ACCEPTABLE
            return {word: WordStatus.NOT_FOUND if word in self.phonies.split() else good for word in words}

        return judge_game(
            record,
            self.ruleset,
            self.rule or self.ruleset.challenge_rule,
            lookup,
            any_play=self.any_play,
            stop_at_first_error=self.stop,
            lexicon_digest=self.digest,
        )

    def found(self) -> list[tuple[int | None, str]]:
        """Return the event and kind of everything found."""
        return [(finding.turn, finding.kind.name) for finding in self.judged().findings]

    def errors(self) -> list[tuple[int | None, str]]:
        """Return the event and kind of every error."""
        return [
            (finding.turn, finding.kind.name)
            for finding in self.judged().findings
            if finding.severity is Severity.ERROR
        ]

    def having(self, old: str, new: str) -> "Game":
        """Return the game with a part of its text replaced."""
        assert old in self.text, old
        return replace(self, text=self.text.replace(old, new))

    def scores(self) -> list[int]:
        """Return the players' scores at the end."""
        return [result.score for result in self.judged().results]

    def winners(self) -> list[str]:
        """Return the nicks of those who won."""
        return [result.player.nick for result in self.judged().results if result.winner]
