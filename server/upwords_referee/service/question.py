"""A question about a move: a request read, and its placement examined, before any word is looked up."""

from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar

from upwords.referee.v1 import board_pb2, lexicon_pb2, referee_service_pb2, ruleset_pb2, verdict_pb2
from upwords_referee.lexicons.lexicon import Lexicon
from upwords_referee.lexicons.overlay import EMPTY, Overlay
from upwords_referee.lexicons.registry import Registry
from upwords_referee.lexicons.rulings import over
from upwords_referee.rules.board import Board
from upwords_referee.rules.case import UnknownBuriedError
from upwords_referee.rules.judging import Judgement, examine
from upwords_referee.rules.move import Move
from upwords_referee.rules.ruleset import Ruleset
from upwords_referee.rules.square import square_names
from upwords_referee.service.conversion.boards import check_board, read_board
from upwords_referee.service.conversion.faults import Faults
from upwords_referee.service.conversion.moves import read_move, read_rack
from upwords_referee.service.conversion.rulesets import RulesetReader
from upwords_referee.service.conversion.words import find_lexicon, read_overlay
from upwords_referee.service.errors import (
    FailedPreconditionError,
    InvalidArgumentError,
    Reason,
    RefereeError,
)
from upwords_referee.service.known_boards import KnownBoards, key_of

T = TypeVar("T")

Request = referee_service_pb2.JudgeMoveRequest
Batch = referee_service_pb2.BatchJudgeMovesRequest


class Question:
    """A request read: what to judge by, the move, and what its placement gave."""

    # A plain class, as a batch makes a thousand of them (rules/value.py).
    __slots__ = ("board", "board_message", "detail", "examined", "lexicon", "move", "overlay", "ruleset")

    def __init__(
        self,
        ruleset: Ruleset,
        lexicon: Lexicon,
        overlay: Overlay,
        board_message: board_pb2.Board,
        board: Board,
        move: Move,
        examined: Judgement,
        detail: int,
    ) -> None:
        self.ruleset: Final = ruleset
        self.lexicon: Final = lexicon
        self.overlay: Final = overlay
        self.board_message: Final = board_message
        self.board: Final = board
        self.move: Final = move
        self.examined: Final = examined
        self.detail: Final = detail


class Reader:
    """Reads what requests share: rulesets, boards, lexica and overlays.

    `rulings` are those of the house, for calls that have none of their own.
    """

    def __init__(self, rulesets: RulesetReader, lexicons: Registry, rulings: Overlay = EMPTY) -> None:
        self.rulesets = rulesets
        self.lexicons = lexicons
        self.rulings = rulings
        self._boards = KnownBoards()

    def ruleset(self, request: Any, faults: Faults) -> Ruleset | None:
        """Return the ruleset of a request's pair of fields; None if neither is set."""
        custom: ruleset_pb2.Ruleset | None = None
        if request.HasField("custom_ruleset"):
            custom = request.custom_ruleset
        elif not request.ruleset:
            return None
        return self.rulesets.given(request.ruleset, custom, faults)

    def board(
        self, message: board_pb2.Board, ruleset: Ruleset | None, faults: Faults, *, heights: bool = True
    ) -> tuple[Board, Ruleset]:
        """Return the board and its ruleset, by size if none is named; faults of content are noted."""
        key = key_of(message, ruleset, heights)
        if key is not None:
            known = self._boards.get(key)
            if known is not None:
                return known[0], ruleset or known[1]
        found = len(faults.found)
        board = read_board(message, ruleset, faults)
        if ruleset is None:
            ruleset = self.rulesets.by_size(board.rows, board.columns, faults)
        check_board(board, message, ruleset, faults, heights=heights)
        if key is not None and len(faults.found) == found:
            self._boards.add(key, (board, ruleset))
        return board, ruleset

    def lexicon(self, id: str, faults: Faults) -> Lexicon:
        """Return the lexicon with this id, the default if empty."""
        return find_lexicon(self.lexicons, id, f"{faults.prefix}lexicon")

    def overlay(self, request: Any, faults: Faults) -> Overlay | None:
        """Return the request's rulings over those of the house, None if it has none; faults are noted."""
        if not request.HasField("overlay"):
            return None
        message: lexicon_pb2.WordOverlay = request.overlay
        return over(read_overlay(message, faults), self.rulings)

    def overlay_or_rulings(self, request: Any, faults: Faults) -> Overlay:
        """Return what `overlay` does, the rulings of the house if the request has none."""
        overlay = self.overlay(request, faults)
        return self.rulings if overlay is None else overlay


class Defaults:
    """What the requests of a batch may leave to it: each part is read once, on first use.

    A fault in a default is the error of every request that uses it.
    """

    def __init__(self, batch: Batch, reader: Reader) -> None:
        self._batch = batch
        self._reader = reader
        self._outcomes: dict[Hashable, object] = {}
        self.detail = batch.detail
        self.has_board = batch.HasField("board")
        self.board_message = batch.board

    def ruleset(self) -> Ruleset | None:
        """Return the default ruleset, None if there is none."""
        return self._once("ruleset", self._read_ruleset)

    def board(self, ruleset: Ruleset | None) -> tuple[Board, Ruleset]:
        """Return the default board, read for a ruleset, and the ruleset: by size if None is given."""
        board, by_size = self._once(("board", ruleset and ruleset.digest), self._read_board, ruleset)
        return board, ruleset or by_size

    def lexicon(self) -> Lexicon:
        """Return the default lexicon."""
        return self._once("lexicon", self._read_lexicon)

    def overlay(self) -> Overlay:
        """Return the default house rulings."""
        return self._once("overlay", self._read_overlay)

    def _read_ruleset(self, faults: Faults) -> Ruleset | None:
        return self._reader.ruleset(self._batch, faults)

    def _read_board(self, faults: Faults, ruleset: Ruleset | None) -> tuple[Board, Ruleset]:
        return self._reader.board(self.board_message, ruleset, faults)

    def _read_lexicon(self, faults: Faults) -> Lexicon:
        return self._reader.lexicon(self._batch.lexicon, faults)

    def _read_overlay(self, faults: Faults) -> Overlay:
        return self._reader.overlay_or_rulings(self._batch, faults)

    def _once(self, key: Hashable, read: Callable[..., T], *details: object) -> T:
        outcome: Any = self._outcomes.get(key, self)
        if outcome is self:
            outcome = self._outcomes[key] = self._try(read, *details)
        if isinstance(outcome, RefereeError):
            raise outcome.with_traceback(None)
        return outcome  # type: ignore[no-any-return]

    def _try(self, read: Callable[..., object], *details: object) -> object:
        faults = Faults()
        try:
            outcome = read(faults, *details)
            faults.raise_any()
        except RefereeError as error:
            return error
        return outcome


def read_question(request: Request, reader: Reader, faults: Faults, defaults: Defaults) -> Question:
    """Return the question that a request asks; raises RefereeError."""
    ruleset = reader.ruleset(request, faults) or defaults.ruleset()
    if request.HasField("board"):
        board_message, board_faults = request.board, faults
        board, ruleset = reader.board(board_message, ruleset, faults)
    elif defaults.has_board:
        board_message, board_faults = defaults.board_message, Faults()
        board, ruleset = defaults.board(ruleset)
    else:
        raise faults.stop("board", "is missing")
    lexicon = reader.lexicon(request.lexicon, faults) if request.lexicon else defaults.lexicon()
    overlay = reader.overlay(request, faults)
    if overlay is None:
        overlay = defaults.overlay()
    if not request.HasField("move"):
        raise faults.stop("move", "is missing")
    move = read_move(request.move, board, ruleset, faults)
    rack = read_rack(request.rack, ruleset, faults) if request.HasField("rack") else None
    bag_count = request.bag_count if request.HasField("bag_count") else None
    if faults.found:
        faults.raise_any()
    if request.ruleset_digest or request.lexicon_digest:
        _check_pins(request, ruleset, lexicon)
    try:
        examined = examine(ruleset, board, move, rack, bag_count)
    except UnknownBuriedError as error:
        raise unknown_buried(error, board_message, board_faults) from None
    detail = request.detail or defaults.detail
    return Question(ruleset, lexicon, overlay, board_message, board, move, examined, detail)


def unknown_buried(
    error: UnknownBuriedError, board_message: board_pb2.Board, faults: Faults
) -> InvalidArgumentError:
    """Return the error of a board that does not show what a house rule asks for."""
    return faults.stop(
        f"board.{board_message.WhichOneof('form')}",
        f"the ruleset asks for the buried tiles on {square_names(error.squares)}, "
        "which the board does not show",
    )


def verdict_only(detail: int) -> bool:
    """Return whether a blind answer is wanted."""
    return detail == verdict_pb2.DETAIL_VERDICT_ONLY


def _check_pins(request: Request, ruleset: Ruleset, lexicon: Lexicon) -> None:
    if request.ruleset_digest and request.ruleset_digest.lower() != ruleset.digest:
        raise FailedPreconditionError(
            f"ruleset {ruleset.id or '(custom)'} has another digest than the pinned one",
            Reason.RULESET_DIGEST_MISMATCH,
            metadata={"held": ruleset.digest},
        )
    if request.lexicon_digest and request.lexicon_digest.lower() != lexicon.digest:
        raise FailedPreconditionError(
            f"lexicon {lexicon.id} has another digest than the pinned one",
            Reason.LEXICON_DIGEST_MISMATCH,
            metadata={"held": lexicon.digest},
        )
