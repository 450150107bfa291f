"""Moves and racks: messages to values of the domain."""

from upwords.referee.v1 import move_pb2
from upwords_referee.notation.errors import NotationError, quoted
from upwords_referee.notation.move import parse_move
from upwords_referee.rules.board import Board
from upwords_referee.rules.letters import upper
from upwords_referee.rules.move import Exchange, Move, Pass, Play
from upwords_referee.rules.ruleset import Ruleset
from upwords_referee.service.conversion.boards import check_notation_length
from upwords_referee.service.conversion.faults import Faults
from upwords_referee.service.limits import MAX_PLACEMENTS

_PASS = Pass()


def read_move(message: move_pb2.Move, board: Board, ruleset: Ruleset, faults: Faults) -> Move:
    """Return the move of a message; InvalidArgumentError if it cannot be read."""
    action = message.WhichOneof("action")
    if action == "play":
        return read_play(message.play, ruleset, faults, "move.play")
    if action == "notation":
        check_notation_length(message.notation, faults, "move.notation")
        try:
            move = parse_move(message.notation, board, ruleset.letters)
        except NotationError as error:
            raise faults.stop("move.notation", str(error)) from None
        if isinstance(move, Play) and len(move.placements) > MAX_PLACEMENTS:
            raise faults.stop("move.notation", f"lays more than {MAX_PLACEMENTS} tiles")
        return move
    if action == "exchange":
        return Exchange(read_tiles(message.exchange.tiles, ruleset, faults, "move.exchange.tiles"))
    if action == "pass_turn":
        return _PASS
    raise faults.stop(
        "move.action",
        "is not set (or set to an action newer than this server): give play, notation, exchange or pass_turn",
    )


def read_tiles(text: str, ruleset: Ruleset, faults: Faults, path: str) -> str:
    """Return tiles in hand, one character each, in upper case; faults are noted."""
    tiles = upper(text)
    if len(tiles) > MAX_PLACEMENTS:
        raise faults.stop(path, f"has more than {MAX_PLACEMENTS} tiles")
    if not ruleset.letters.issuperset(tiles):
        for tile in dict.fromkeys(tiles):
            if tile not in ruleset.letters:
                faults.add(path, f"{quoted(tile)} is a letter that no tile has")
    return tiles


def read_rack(text: str, ruleset: Ruleset, faults: Faults) -> str:
    """Return the rack, one character a tile; faults are noted."""
    rack = read_tiles(text, ruleset, faults, "rack")
    if ruleset.rack_size and len(rack) > ruleset.rack_size:
        faults.add("rack", f"has {len(rack)} tiles; a rack holds at most {ruleset.rack_size}")
    return rack


def read_play(message: move_pb2.Play, ruleset: Ruleset, faults: Faults, path: str) -> Play:
    """Return the play of a message; faults are noted."""
    if len(message.placements) > MAX_PLACEMENTS:
        raise faults.stop(f"{path}.placements", f"has more than {MAX_PLACEMENTS} tiles")
    letter_of = ruleset.letter_of
    placements = []
    for i, placement in enumerate(message.placements):
        tile = placement.tile
        letter = letter_of.get(tile) or ruleset.tile(tile)
        if letter is None:
            faults.add(f"{path}.placements[{i}].tile", f"{quoted(tile)} is no tile of the ruleset")
        else:
            placements.append((placement.row, placement.column, letter))
    return Play(tuple(placements))
