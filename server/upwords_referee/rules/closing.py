"""The close of an audit: what is said of the game as a whole."""

from collections import Counter
from dataclasses import replace

from upwords_referee.rules.audit import Audit, unplayed_tile
from upwords_referee.rules.ending import how_ended, known_racks
from upwords_referee.rules.forming import words_on
from upwords_referee.rules.game_judgement import GameJudgement, PlayerResult
from upwords_referee.rules.game_state import EndReason, GameState, tiles_on
from upwords_referee.rules.inspection import CHECKS, FindingKind, Scene
from upwords_referee.rules.position import Position


def check_start(audit: Audit) -> None:
    """Inspect the start position. Its words are not looked up: over the board, a phony may have stood."""
    start = audit.record.start
    if start is None:
        return
    bag = start.opcodes.get("bag")
    # An unknown rack holds nothing here, but keeps its number.
    racks = tuple(rack or "" for rack in start.racks)
    words = tuple(words_on(audit.ruleset, start.board))
    scene = Scene(audit.ruleset, start.board, racks, None if bag is None else int(bag), words)
    for kind, _, check in CHECKS:
        if kind is FindingKind.TILE_COUNT_SHORT and None in start.racks:
            continue
        for message, squares, word in check(scene):
            if kind is FindingKind.TILE_COUNT_EXCEEDED:
                audit.log.exceeded.add(word)
            audit.log.add(kind, message, None, squares, word)


def close(audit: Audit, lexicon_digest: str, *, stopped: bool) -> GameJudgement:
    """Return the judgement on a game that was gone through, to its end or to where the judge `stopped`."""
    if not stopped:
        audit.see_last_racks()
        _finish(audit)
        _count_tiles_in_all(audit)
    _compare_digests(audit, lexicon_digest)
    audit.gaps.report(audit.nicks, audit.log)
    return GameJudgement(
        tuple(audit.events), audit.log.sorted(), audit.state.end, _results(audit), _position(audit)
    )


def _finish(audit: Audit) -> None:
    """Say whether the game has ended, now that the last racks are known."""
    state = audit.state
    if state.end is None and not state.closed:
        audit.state = replace(state, end=how_ended(state, audit.any_play))
        if audit.state.end is None:
            audit.unfinished("The record ends before the game does.", None)


def _count_tiles_in_all(audit: Audit) -> None:
    """Board and known hands hold no more tiles than the set, nor, once a player is out, fewer."""
    state = audit.state
    seen = tiles_on(state.board) + Counter("".join(hand.known for hand in state.hands))
    for kind in audit.ruleset.tiles:
        told = kind.letter in audit.log.exceeded
        if not told and kind.count is not None and seen[kind.letter] > kind.count:
            message = (
                f"At the end {seen[kind.letter]} tiles {kind.spelling} are on the board and the racks; "
                f"the set has {kind.count}."
            )
            audit.log.add(FindingKind.TILE_COUNT_EXCEEDED, message, None, (), kind.letter)
    in_set = audit.ruleset.set_size or 0
    in_all = sum(state.board.heights) + sum(hand.size or 0 for hand in state.hands)
    if state.end is EndReason.OUT and in_all < in_set and not audit.log.has(FindingKind.TILE_COUNT_SHORT):
        message = f"At the end board and racks hold only {in_all} tiles; the set has {in_set}."
        audit.log.add(FindingKind.TILE_COUNT_SHORT, message)


def _compare_digests(audit: Audit, lexicon_digest: str) -> None:
    recorded = audit.record.lexicon_digest
    if recorded and lexicon_digest and recorded != lexicon_digest:
        message = "The game was recorded with another edition of the lexicon than the one it is judged by."
        audit.log.add(FindingKind.DIGEST_MISMATCH, message)


def _results(audit: Audit) -> tuple[PlayerResult, ...]:
    """Return how the game stands; tiles left are counted once, whether that was recorded or not."""
    state = audit.state
    over = state.end is not None or state.closed
    scores = list(audit.sheet.totals)
    deductions = []
    for player, hand in enumerate(state.hands):
        deduction = audit.unplayed.get(player)
        if deduction is None:
            deduction = (hand.size or 0) * unplayed_tile(state) if state.end else 0
            scores[player] += deduction
        deductions.append(deduction)
    return tuple(
        PlayerResult(
            player,
            scores[number],
            deductions[number],
            state.hands[number].size,
            over and scores[number] == max(scores),
        )
        for number, player in enumerate(audit.record.players)
    )


def _position(audit: Audit) -> Position:
    """Return where the game stands, the player on turn first."""
    state: GameState = audit.state
    while state.on_turn in state.lost_turns:
        state = state.skipping()
    partly: list[str | None] = [hand.known if hand.complete else None for hand in state.hands]
    racks = known_racks(state) or partly
    order = [(state.on_turn + step) % len(racks) for step in range(len(racks))]
    scores = [result.score for result in _results(audit)]
    return Position(
        state.board,
        tuple(racks[player] for player in order),
        tuple(scores[player] for player in order),
        state.passes,
        {} if state.bag is None else {"bag": str(state.bag)},
    )
