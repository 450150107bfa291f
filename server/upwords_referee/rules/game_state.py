"""A game at one moment: the board, the hands, the bag, and whose turn it is."""

from collections import Counter
from dataclasses import dataclass, replace
from enum import IntEnum

from upwords_referee.rules.board import Board
from upwords_referee.rules.hand import Hand
from upwords_referee.rules.ruleset import ExchangeInPasses, GoingOut, Ruleset


class EndReason(IntEnum):
    """How a game ended; the numbers are those of the wire."""

    OUT = 1
    NO_PLAYS = 2
    PASSES = 3


@dataclass(frozen=True, slots=True)
class GameState:
    """A game between two events; a value, so that a take-back is a return to the one before.

    `hands` are those of the players in order, `bag` the tiles left to draw (None: not known). `passes` counts
    those in a row, `exchanges` all of them. `lost_turns` are players whose next turn is skipped. `closed`
    says that unplayed tiles were counted, whether the game had ended or not.
    """

    ruleset: Ruleset
    board: Board
    hands: tuple[Hand, ...]
    bag: int | None
    on_turn: int = 0
    passes: int = 0
    exchanges: int = 0
    lost_turns: frozenset[int] = frozenset()
    end: EndReason | None = None
    closed: bool = False

    @property
    def solo(self) -> bool:
        """Whether there is one player only."""
        return len(self.hands) == 1

    @property
    def active(self) -> tuple[int, ...]:
        """The players still in the game: where others play on, those who are out are not."""
        players = range(len(self.hands))
        if self.ruleset.going_out is GoingOut.OTHERS_PLAY_ON and self.bag == 0:
            return tuple(player for player in players if self.hands[player].size != 0)
        return tuple(players)

    @property
    def exchange_left(self) -> bool:
        """Whether an exchange is possible: the bag is not known to be empty, a solo game has some left."""
        return self.bag != 0 and not (self.solo and self.exchanges >= self.ruleset.solo_exchanges)

    def with_hand(self, player: int, hand: Hand) -> "GameState":
        """Return the state with another hand of one player."""
        return replace(self, hands=(*self.hands[:player], hand, *self.hands[player + 1 :]))

    def after_play(self, player: int, board: Board, letters: str) -> "GameState":
        """Return the state after a play of these tiles that left this board; the hand is filled up."""
        hand, bag = self.hands[player].without(letters), self.bag
        if hand.size is None or bag is None:
            # How many tiles were drawn is not known.
            hand = hand._replace(size=None)
        else:
            held = max(0, hand.size - len(letters))
            drawn = max(0, min(self.ruleset.rack_size - held, bag))
            hand, bag = hand._replace(size=held + drawn), bag - drawn
        return replace(self.with_hand(player, hand), board=board, bag=bag, passes=0)._next(player)

    def after_exchange(self, player: int, letters: str) -> "GameState":
        """Return the state after an exchange: as many tiles come as go."""
        passes = {
            ExchangeInPasses.BREAKS_RUN: 0,
            ExchangeInPasses.COUNTS_AS_PASS: self.passes + 1,
            ExchangeInPasses.IGNORED: self.passes,
        }[self.ruleset.exchange_in_passes]
        exchanged = self.with_hand(player, self.hands[player].without(letters))
        return replace(exchanged, passes=passes, exchanges=self.exchanges + 1)._next(player)

    def after_pass(self, player: int) -> "GameState":
        """Return the state after a pass."""
        return replace(self, passes=self.passes + 1)._next(player)

    def skipping(self) -> "GameState":
        """Return the state without the turn that the player on turn has lost."""
        return replace(self, lost_turns=self.lost_turns - {self.on_turn})._next(self.on_turn)

    def _next(self, player: int) -> "GameState":
        """Give the turn to the next player who is still in the game, clockwise."""
        active = self.active
        if not active:
            return self
        on_turn = next((other for other in active if other > player), active[0])
        return replace(self, on_turn=on_turn)


def tiles_on(board: Board) -> Counter[str]:
    """Return how many tiles of each letter lie on the board, buried ones included; "_" is unknown."""
    return Counter("".join(stack for _, stack in board.occupied()))
