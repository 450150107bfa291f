"""An audit: a game record gone through event by event."""

from dataclasses import replace
from typing import NamedTuple

from upwords_referee.rules.board import Board
from upwords_referee.rules.challenge import bonus_fault, bonus_scores
from upwords_referee.rules.challenge_rule import ChallengeKind, ChallengeRule
from upwords_referee.rules.ending import AnyPlay, how_ended
from upwords_referee.rules.finding_log import FindingLog
from upwords_referee.rules.game_judgement import JudgedEvent
from upwords_referee.rules.game_state import EndReason, GameState, tiles_on
from upwords_referee.rules.hand import Hand, minus
from upwords_referee.rules.inspection import FindingKind
from upwords_referee.rules.judging import Judgement, examine
from upwords_referee.rules.layout import Laid
from upwords_referee.rules.move import Exchange, Pass, Play
from upwords_referee.rules.opening import opening, scores
from upwords_referee.rules.rack_check import RackCase, hand_after, rack_fault
from upwords_referee.rules.rack_gaps import IN_PART, MISSING, RackGaps
from upwords_referee.rules.record import (
    ChallengeBonus,
    Event,
    GameRecord,
    TakeBack,
    UnplayedTiles,
    stood,
)
from upwords_referee.rules.ruleset import Ruleset
from upwords_referee.rules.score_sheet import ScoreSheet
from upwords_referee.rules.words import WordStatus


class Entry(NamedTuple):
    """What an event earns, and other scores that may as well be recorded for it."""

    score: int
    right: tuple[int, ...] = ()


class LastPlay(NamedTuple):
    """The last play, which may be challenged or taken back: its event's number, and the state before it."""

    turn: int
    event: Event
    judgement: Judgement
    before: GameState

    @property
    def score(self) -> int:
        """What the play earned."""
        return self.judgement.score or 0


class Audit:
    """A game as far as it was gone through.

    It reports and goes on: what was done stands, whether it was right or not. `unplayed` is what each player
    paid for tiles left, as far as that was recorded.
    """

    def __init__(
        self,
        record: GameRecord,
        ruleset: Ruleset,
        challenge_rule: ChallengeRule,
        any_play: AnyPlay | None,
    ) -> None:
        self.record = record
        self.ruleset = ruleset
        self.challenge_rule = challenge_rule
        self.any_play = any_play
        self.nicks = [player.nick for player in record.players]
        state = opening(record, ruleset)
        self.state = replace(state, end=how_ended(state, any_play))
        self.sheet = ScoreSheet(scores(record))
        self.log = FindingLog()
        self.gaps = RackGaps()
        self.events: list[JudgedEvent] = []
        self.unplayed: dict[int, int] = {}
        self._last: LastPlay | None = None
        self._open = False

    def hear(self, laid: Laid) -> None:
        """Judge the next event."""
        turn, event, action = len(self.events) + 1, laid.event, laid.event.action
        judgement = None
        if isinstance(action, Play | Exchange | Pass):
            judgement = self._move(turn, laid, action)
            entry = Entry(judgement.score or 0)
        elif isinstance(action, TakeBack):
            entry = self._take_back(turn, event)
        elif isinstance(action, ChallengeBonus):
            entry = self._challenge_bonus(turn, event)
        elif isinstance(action, UnplayedTiles):
            entry = self._unplayed_tiles(turn, event, action.letters)
        else:
            entry = _time_penalty(event)
        for kind, message in self.sheet.enter(event, entry.score, entry.right):
            self.log.add(kind, message, turn)
        total = self.sheet.totals[event.player]
        self.events.append(JudgedEvent(turn, event, laid.board, judgement, laid.undone, entry.score, total))

    # Moves

    def _move(self, turn: int, laid: Laid, action: Play | Exchange | Pass) -> Judgement:
        event = laid.event
        player = event.player
        self._check_end(turn, laid)
        lost = self._come_to_turn(event)
        if player != self.state.on_turn:
            message = f"It is the turn of {self.nicks[self.state.on_turn]}, not of {self.nicks[player]}."
            self.log.add(FindingKind.OFF_TURN, message, turn)
        if event.rack is not None:
            self._see_rack(turn, player, event.rack)
        elif not lost:
            self.gaps.add(player, MISSING, turn)
        before = self.state
        self._open = isinstance(action, Play)
        if isinstance(action, Exchange):
            judgement = self._exchange(turn, event, action)
        else:
            # A play was examined before, to look its words up with all others.
            judgement = laid.judgement or examine(self.ruleset, laid.board, action)
        self.log.add_move(judgement, turn, undone=laid.undone)
        if isinstance(action, Play):
            board = stood(laid.board, action)
            letters = "".join([letter for _, _, letter in action.placements])
            self.state = before.after_play(player, board, letters if board is not laid.board else "")
            self._last = LastPlay(turn, event, judgement, before)
            self._count_tiles(turn, board, letters)
        elif isinstance(action, Exchange):
            self.state = before.after_exchange(player, action.letters)
        else:
            self.state = before.skipping() if lost else before.after_pass(player)
        any_play = None if laid.undone else self.any_play
        self.state = replace(self.state, end=before.end or how_ended(self.state, any_play))
        return judgement

    def _check_end(self, turn: int, laid: Laid) -> None:
        """Nobody moves after the end; but players need not know that none of them has a play left."""
        state = self.state
        unaware = state.end is EndReason.NO_PLAYS and (laid.undone or isinstance(laid.event.action, Pass))
        if state.closed or (state.end and not unaware):
            self.log.add(FindingKind.AFTER_END, "The game had ended before this move.", turn)
            # From here on it goes on as if it had not, so that this is told once.
            self.state = replace(state, end=None, closed=False)

    def _come_to_turn(self, event: Event) -> bool:
        """Skip turns that were lost; return whether this event is such a turn, written down as a pass."""
        while self.state.on_turn in self.state.lost_turns:
            if isinstance(event.action, Pass) and event.player == self.state.on_turn:
                return True
            self.state = self.state.skipping()
        return False

    def _exchange(self, turn: int, event: Event, action: Exchange) -> Judgement:
        unknown = "_" * action.letters.count("_")
        rack = None if event.rack is None else event.rack + unknown
        allowed = self.ruleset.solo_exchanges
        if self.state.solo and self.state.exchanges >= allowed:
            message = f"A solo game allows {allowed} exchanges; this is number {self.state.exchanges + 1}."
            self.log.add(FindingKind.EXCHANGE_COUNT, message, turn)
        return examine(self.ruleset, self.state.board, action, rack, self.state.bag)

    # Tiles

    def _see_rack(self, turn: int | None, player: int, rack: str) -> None:
        """Check a rack and learn from it."""
        case = RackCase(self.ruleset, self.state.board, self.state.hands[player], rack)
        fault = rack_fault(case)
        if fault:
            kind, message = fault
            self.log.add(kind, message if turn else f"{self.nicks[player]}: {message}", turn)
        if not case.in_full:
            self.gaps.add(player, IN_PART, turn)
        self.state = self.state.with_hand(player, hand_after(case, faulty=fault is not None))

    def _count_tiles(self, turn: int, board: Board, letters: str) -> None:
        """The board never holds more tiles of a letter than the set; told once for each letter."""
        on_board = tiles_on(board)
        for kind in self.ruleset.tiles:
            new = kind.letter in letters and kind.letter not in self.log.exceeded
            if new and kind.count is not None and on_board[kind.letter] > kind.count:
                self.log.exceeded.add(kind.letter)
                squares = [square for square, stack in board.occupied() if kind.letter in stack]
                many = f"{on_board[kind.letter]} tiles {kind.spelling}"
                message = f"{many} lie on the board; the set has {kind.count}."
                self.log.add(FindingKind.TILE_COUNT_EXCEEDED, message, turn, squares, kind.letter)

    # Challenges

    def _take_back(self, turn: int, event: Event) -> Entry:
        """Undo the last play, whoever takes it back, however late, and whether it was wrong or not."""
        play, self._last, self._open = self._last, None, False
        if play is None or play.turn != turn - 1:
            self.log.add(FindingKind.BAD_TAKE_BACK, "No play stands directly before this take-back.", turn)
        if play is None:
            return _any_score(event)
        player = play.event.player
        hands = self.state.hands
        self.state = replace(play.before, exchanges=self.state.exchanges)
        for other in range(len(hands)):
            if other != player:
                self.state = self.state.with_hand(other, hands[other])
        if event.player != player:
            message = f"The play that is taken back was made by {self.nicks[player]}."
            self.log.add(FindingKind.BAD_TAKE_BACK, message, turn)
            self.sheet.add(player, -play.score)
            return _any_score(event)
        if event.rack is not None:
            self._see_rack(turn, player, event.rack)
        if play.judgement.valid and WordStatus.UNCHECKED not in _statuses(play.judgement):
            message = "The play that is taken back was valid."
            self.log.add(FindingKind.BAD_TAKE_BACK, message, turn)
        # If the play's score was written down wrongly, so may be what undoes it.
        return Entry(-play.score, () if play.event.score is None else (-play.event.score,))

    def _challenge_bonus(self, turn: int, event: Event) -> Entry:
        """A challenge has failed: it costs what the challenge rule says."""
        play = self._last if self._open else None
        if play is None:
            self.log.add(FindingKind.BAD_TAKE_BACK, "No play stands before this challenge.", turn)
            return _any_score(event)
        fault = bonus_fault(self.challenge_rule, play.judgement, own=event.player == play.event.player)
        if fault:
            self.log.add(FindingKind.BAD_TAKE_BACK, fault, turn)
            return _any_score(event)
        if self.challenge_rule.kind is ChallengeKind.DOUBLE:
            self.state = replace(self.state, lost_turns=self.state.lost_turns | {event.player})
        scores = bonus_scores(self.challenge_rule, len(play.judgement.words))
        return Entry(event.score if event.score in scores else scores[-1])

    # The end

    def _unplayed_tiles(self, turn: int, event: Event, letters: str) -> Entry:
        """Count what a player has left, once."""
        player = event.player
        self._open = False
        if not self.state.closed:
            self._close(turn)
        for letter in dict.fromkeys(minus(letters, event.rack) if event.rack is not None else ""):
            message = f"More of the tile {self.ruleset.spell(letter)} is left over than the rack holds."
            self.log.add(FindingKind.TILE_NOT_ON_RACK, message, turn, (), letter)
        self._see_rack(turn, player, letters)
        known = "".join(sorted(letters)) if self.state.hands[player].known else ""
        self.state = self.state.with_hand(player, Hand(len(letters), known))
        if player in self.unplayed:
            return Entry(0)
        self.unplayed[player] = len(letters) * unplayed_tile(self.state)
        return Entry(self.unplayed[player])

    def _close(self, turn: int) -> None:
        """Say whether the game had ended when the first unplayed tiles are counted."""
        told = {
            event.player: event.action.letters
            for event in reversed(self.record.events[turn - 1 :])
            if isinstance(event.action, UnplayedTiles)
        }
        seen = self.state
        for player, hand in enumerate(seen.hands):
            rack = told.get(player, self.record.players[player].rack)
            if rack is not None and hand.size in (None, len(rack)):
                seen = seen.with_hand(player, Hand(len(rack), "".join(sorted(rack))))
        end = self.state.end or how_ended(seen, self.any_play)
        if end is None:
            self.unfinished("Unplayed tiles are counted before the game has ended.", turn)
        self.state = replace(self.state, end=end, closed=True)

    def unfinished(self, message: str, turn: int | None) -> None:
        """Note that the game has not ended."""
        if self.record.incomplete:
            self.log.note(FindingKind.UNFINISHED, message, turn)
        else:
            self.log.add(FindingKind.UNFINISHED, message, turn)

    def see_last_racks(self) -> None:
        """Check and learn the racks that were recorded at the end."""
        for number, player in enumerate(self.record.players):
            if player.rack is not None:
                self._see_rack(None, number, player.rack)


def unplayed_tile(state: GameState) -> int:
    """Return the points for a tile left over."""
    scoring = state.ruleset.scoring
    return scoring.solo_unplayed_tile if state.solo else scoring.unplayed_tile


def _time_penalty(event: Event) -> Entry:
    """The referee keeps no clock: what was written down is believed."""
    return Entry(event.score or 0)


def _any_score(event: Event) -> Entry:
    """What should not have been earns nothing; that its score is wrong as well need not be told."""
    return Entry(0, () if event.score is None else (event.score,))


def _statuses(judgement: Judgement) -> set[WordStatus]:
    return {word.status for word in judgement.words}
