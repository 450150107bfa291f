"""Requests to build tests from."""

from typing import Any

from upwords.referee.v1 import board_pb2, move_pb2, ruleset_pb2
from upwords.referee.v1 import lexicon_service_pb2 as words_pb
from upwords.referee.v1 import referee_service_pb2 as pb

EMPTY_10 = "10/10/10/10/10/10/10/10/10/10"
MOOD = "10/10/10/10/3MOOD3/10/10/10/10/10"
MOOD_8 = "8/8/8/2MOOD2/8/8/8/8"
WOOD = "5D W..."
"""WOOD over MOOD: valid, 5 points."""


def board(notation: str = MOOD) -> board_pb2.Board:
    return board_pb2.Board(notation=notation)


def grid(letters: str, heights: str = "") -> board_pb2.Board:
    return board_pb2.Board(grid=board_pb2.Grid(letters=letters, heights=heights))


def stack_list(rows: int, columns: int, *stacks: tuple[int, int, str]) -> board_pb2.Board:
    listed = [board_pb2.Stack(row=row, column=column, tiles=tiles) for row, column, tiles in stacks]
    return board_pb2.Board(stack_list=board_pb2.StackList(rows=rows, columns=columns, stacks=listed))


def move(notation: str = WOOD) -> move_pb2.Move:
    return move_pb2.Move(notation=notation)


def play(*placements: tuple[int, int, str]) -> move_pb2.Move:
    laid = [move_pb2.Placement(row=row, column=column, tile=tile) for row, column, tile in placements]
    return move_pb2.Move(play=move_pb2.Play(placements=laid))


def exchange(tiles: str) -> move_pb2.Move:
    return move_pb2.Move(exchange=move_pb2.Exchange(tiles=tiles))


def judge(**fields: Any) -> pb.JudgeMoveRequest:
    """Return a request: WOOD over MOOD but for the fields given; a field of None is left out."""
    fields = {"board": board(), "move": move(), **fields}
    return pb.JudgeMoveRequest(**{name: value for name, value in fields.items() if value is not None})


def item(notation: str = WOOD, **fields: Any) -> pb.JudgeMoveRequest:
    """Return an item of a batch that leaves the board to the batch."""
    return judge(**{"board": None, "move": move(notation), **fields})


def batch(*requests: pb.JudgeMoveRequest, **defaults: Any) -> pb.BatchJudgeMovesRequest:
    """Return a batch on the board of MOOD but for the defaults given; a default of None is left out."""
    defaults = {"board": board(), **defaults}
    given = {name: value for name, value in defaults.items() if value is not None}
    return pb.BatchJudgeMovesRequest(requests=requests, **given)


def inspect(**fields: Any) -> pb.InspectPositionRequest:
    return pb.InspectPositionRequest(**{"board": board(), **fields})


def check(*words: str, **fields: Any) -> words_pb.CheckWordsRequest:
    return words_pb.CheckWordsRequest(words=words, **fields)


def overlay(allow: Any = (), deny: Any = ()) -> Any:
    return pb.JudgeMoveRequest(overlay={"allow": allow, "deny": deny}).overlay


def custom(**fields: Any) -> ruleset_pb2.Ruleset:
    return ruleset_pb2.Ruleset(**fields)


def tiles(*kinds: ruleset_pb2.TileKind) -> ruleset_pb2.TileList:
    return ruleset_pb2.TileList(kinds=kinds)


def every_request() -> list[Any]:
    """Return one proper request for every method, each with its fields filled."""
    return [
        judge(
            ruleset="standard-10x10",
            lexicon="enable",
            overlay=overlay(["ZZZ"], ["QQQ"]),
            rack="WABCDEF",
            bag_count=3,
            include_position=True,
        ),
        judge(
            custom_ruleset=custom(name="ours", exchange_tiles=3, tiles=tiles(), scoring={"flat_tile": 3}),
            board=stack_list(10, 10, (4, 3, "M"), (4, 4, "O"), (4, 5, "O"), (4, 6, "D")),
            move=play((4, 3, "Qu")),
        ),
        judge(board=grid("/".join(["." * 10] * 4 + ["...MOOD..."] + ["." * 10] * 5)), move=exchange("A")),
        batch(item(), item("5D F..."), item("5D ?"), lexicon="enable", overlay=overlay(["FOOD"])),
        inspect(racks=["ABC", "DEF"], bag_count=20, overlay=overlay(deny=["MOOD"])),
        check("wood", "zzz", overlay=overlay(["ZZZ"])),
        pb.GetRulesetRequest(id="classic-8x8"),
        words_pb.GetLexiconRequest(id="enable"),
        pb.ListRulesetsRequest(),
        words_pb.ListLexiconsRequest(),
    ]
