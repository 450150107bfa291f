"""Games that the program plays against itself, written down faultlessly.

The players here keep their own bag, racks and scores; they know nothing of the judge of games.

    python -m tests.games.self_play 1000 | xz -9e > tests/games/self_played.txt.xz
"""

import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field

import upwords_referee as upwords
from upwords_referee.notation.record import write_record
from upwords_referee.rules.board import Board
from upwords_referee.rules.challenge_rule import ChallengeKind, ChallengeRule, PenaltyPayment, PenaltyPer
from upwords_referee.rules.move import Exchange, Pass, Play
from upwords_referee.rules.record import (
    Action,
    ChallengeBonus,
    Event,
    GameRecord,
    Player,
    TakeBack,
    UnplayedTiles,
)
from upwords_referee.rules.rule import Rule
from upwords_referee.rules.ruleset import Ruleset

BOOK = upwords.RulesetBook.builtin()
IDS = ("standard-10x10", "standard-10x10", "classic-8x8", "topwords-10x10")
NICKS = ("ann", "bob", "cleo", "dan")
RULES = (
    ChallengeRule(),
    ChallengeRule(ChallengeKind.DOUBLE),
    ChallengeRule(ChallengeKind.PENALTY, 5, PenaltyPer.PLAY, PenaltyPayment.CREDIT_OPPONENT),
    ChallengeRule(ChallengeKind.PENALTY, 3, PenaltyPer.WORD, PenaltyPayment.DEBIT_CHALLENGER),
)
SEPARATOR = "%\n"
_TRIES = 25


@dataclass
class Game:
    """A game under way."""

    ruleset: Ruleset
    challenge_rule: ChallengeRule
    chance: random.Random
    players: int
    board: Board = field(init=False)
    bag: list[str] = field(init=False)
    racks: list[list[str]] = field(init=False)
    scores: list[int] = field(init=False)
    events: list[Event] = field(default_factory=list)
    passes: int = 0
    exchanges: int = 0
    on_turn: int = 0
    lost: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.board = Board.empty(self.ruleset.rows, self.ruleset.columns)
        self.bag = [kind.letter for kind in self.ruleset.tiles for _ in range(kind.count or 0)]
        self.chance.shuffle(self.bag)
        self.scores = [0] * self.players
        self.racks = [[] for _ in range(self.players)]
        for rack in self.racks:
            self.draw(rack)

    def draw(self, rack: list[str]) -> None:
        while self.bag and len(rack) < self.ruleset.rack_size:
            rack.append(self.bag.pop())

    def tell(self, player: int, action: Action, score: int, *, rack: bool = True) -> None:
        self.scores[player] += score
        held = "".join(sorted(self.racks[player])) if rack else None
        self.events.append(Event(player, action, held, score, self.scores[player]))

    def play_on(self) -> bool:
        """Make one turn; False when the game has ended."""
        player = self.on_turn
        if player in self.lost:
            self.lost.remove(player)
            self.on_turn = (player + 1) % self.players
            return True
        rack = self.racks[player]
        solo = self.players == 1
        chance = self.chance.random()
        may_exchange = self.bag and not (solo and self.exchanges == self.ruleset.solo_exchanges)
        if chance < 0.04 and may_exchange:
            self.exchange(player)
        elif chance < 0.06 and not solo:
            self.tell(player, Pass(), 0)
            self.passes += 1
        else:
            if chance < 0.12 and not self.board.is_empty:
                self.bluff(player)
            found = upwords.find_plays(self.board, "".join(rack), ruleset=self.ruleset)
            if found:
                self.lay(player, found[min(int(self.chance.expovariate(0.5)), len(found) - 1)])
            elif may_exchange:
                self.exchange(player)
            elif solo or (not self.bag and not self.anyone_can_play()):
                return False
            else:
                self.tell(player, Pass(), 0)
                self.passes += 1
        self.on_turn = (player + 1) % self.players
        if not rack and not self.bag:
            return False
        return self.passes < self.players

    def anyone_can_play(self) -> bool:
        return any(
            upwords.find_plays(self.board, "".join(rack), ruleset=self.ruleset, any_only=True)
            for rack in self.racks
        )

    def exchange(self, player: int) -> None:
        rack = self.racks[player]
        given = rack[self.chance.randrange(len(rack))]
        self.tell(player, Exchange(given), 0)
        # Draw first, then give back.
        rack.append(self.bag.pop())
        rack.remove(given)
        self.bag.insert(self.chance.randrange(len(self.bag) + 1), given)
        self.passes = 0
        self.exchanges += 1

    def lay(self, player: int, found: upwords.FoundPlay) -> None:
        rack = self.racks[player]
        self.tell(player, found.play, found.score)
        self.board = self.board.after(found.play)
        for _, _, letter in found.play.placements:
            rack.remove(letter)
        self.passes = 0
        if self.players > 1 and self.chance.random() < 0.05:
            challenger = (player + self.chance.randrange(1, self.players)) % self.players
            self.challenge_in_vain(player, challenger, len(found.words))
        self.draw(rack)

    def challenge_in_vain(self, player: int, challenger: int, words: int) -> None:
        rule = self.challenge_rule
        points = rule.points * (words if rule.per is PenaltyPer.WORD else 1)
        if rule.kind is not ChallengeKind.PENALTY:
            self.tell(challenger, ChallengeBonus(), 0, rack=False)
            if rule.kind is ChallengeKind.DOUBLE:
                self.lost.add(challenger)
        elif rule.payment is PenaltyPayment.CREDIT_OPPONENT:
            self.tell(player, ChallengeBonus(), points, rack=False)
        else:
            self.tell(challenger, ChallengeBonus(), -points, rack=False)

    def bluff(self, player: int) -> None:
        """Play what is no word, and take it back; or nothing, if no such play comes to mind."""
        for _ in range(_TRIES):
            row, column = self.chance.randrange(self.board.rows), self.chance.randrange(self.board.columns)
            letter = self.chance.choice(self.racks[player])
            play = Play.of([(row, column, letter)])
            verdict = upwords.judge(self.board, play, ruleset=self.ruleset)
            if {violation.rule for violation in verdict.violations} == {Rule.WORD_NOT_ACCEPTABLE}:
                assert verdict.score is not None
                self.tell(player, play, verdict.score)
                self.tell(player, TakeBack(), -verdict.score)
                return

    def settle(self) -> None:
        cost = self.ruleset.scoring
        each = cost.solo_unplayed_tile if self.players == 1 else cost.unplayed_tile
        for player, rack in enumerate(self.racks):
            if rack:
                letters = "".join(sorted(rack))
                self.tell(player, UnplayedTiles(letters), each * len(rack))


def play(number: int) -> GameRecord:
    """Play the game of a number; the same number is the same game."""
    chance = random.Random(number)
    ruleset = BOOK.get(IDS[number % len(IDS)])
    assert ruleset
    # One game in ten is solo, as many have three and four players.
    players = {0: 1, 1: 3, 2: 4}.get(number // 4 % 10, 2)
    rule = RULES[number // 3 % len(RULES)]
    game = Game(ruleset, rule, chance, players)
    while game.play_on():
        pass
    game.settle()
    return GameRecord(
        tuple(Player(nick) for nick in NICKS[:players]),
        tuple(game.events),
        ruleset=ruleset.id,
        lexicon="enable",
        challenge_rule=rule,
        id=str(number),
    )


def texts(count: int) -> Iterator[str]:
    """Yield the records of games 0 to `count` as text."""
    for number in range(count):
        yield write_record(play(number), rulesets=BOOK.get)


if __name__ == "__main__":
    for text in texts(int(sys.argv[1])):
        print(text, end=SEPARATOR)
