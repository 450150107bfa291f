"""Requests to build tests from."""

from typing import Any

from upwords.referee.v1 import board_pb2, challenge_pb2, game_pb2, move_pb2, ruleset_pb2
from upwords.referee.v1 import lexicon_service_pb2 as words_pb
from upwords.referee.v1 import referee_service_pb2 as pb

EMPTY_10 = "10/10/10/10/10/10/10/10/10/10"
MOOD = "10/10/10/10/3MOOD3/10/10/10/10/10"
MOOD_8 = "8/8/8/2MOOD2/8/8/8/8"
WOOD = "5D W..."
"""WOOD over MOOD: valid, 5 points."""
GAME = """\
#character-encoding UTF-8
#game-type upwords
#ruleset standard-10x10
#lexicon enable
#challenge-rule single
#player1 ann Ann Example
#player2 bob
>ann: ADMOORS 5D MOOD +8 8
>bob: EILNSTW 5D L... +5 5
>bob: EILNSTW -- -5 0
#note LOOD is no word
>bob: EILNSTW 5D W... +5 5
#incomplete
"""
"""A faultless game of four events, LOOD taken back among them."""
PENALTY = challenge_pb2.ChallengeRule(kind=challenge_pb2.CHALLENGE_KIND_PENALTY, points=5)


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


def in_stream(id: str = "", **fields: Any) -> pb.StreamJudgeMovesRequest:
    """Return a question of a stream: WOOD over MOOD but for the fields given, as `judge` does."""
    return pb.StreamJudgeMovesRequest(id=id, request=judge(**fields))


def find(rack: str = "W", **fields: Any) -> pb.FindPlaysRequest:
    return pb.FindPlaysRequest(**{"board": board(), "rack": rack, **fields})


def challenge(**fields: Any) -> pb.AdjudicateChallengeRequest:
    """Return a challenge of WOOD over MOOD by player 1 but for the fields given; one of None is left out."""
    fields = {"board": board(), "move": move(), "challenger": 1, **fields}
    given = {name: value for name, value in fields.items() if value is not None}
    return pb.AdjudicateChallengeRequest(**given)


def event(notation: str, player: int = 0, **fields: Any) -> game_pb2.Event:
    return game_pb2.Event(player=player, notation=notation, **fields)


def record(*events: game_pb2.Event, **fields: Any) -> game_pb2.GameRecord:
    """Return a record of ann and bob: of these events, or else of one play each."""
    players = [game_pb2.Player(nick="ann", name="Ann Example"), game_pb2.Player(nick="bob")]
    played = events or (event("5D MOOD", rack="ADMOORS", score=8), event("5D W...", 1, rack="EILNSTW"))
    return game_pb2.GameRecord(**{"players": players, "events": played, **fields})


def game(text: str = GAME, **fields: Any) -> pb.JudgeGameRequest:
    """Return a question about a game as text, unless a record is given."""
    given = fields if "record" in fields else {"text": text, **fields}
    return pb.JudgeGameRequest(**given)


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
        in_stream("a1", rack="WABCDEF", include_position=True),
        find(overlay=overlay(["ZZZ"], ["QQQ"]), limit=3),
        challenge(challenged=["wood"], overlay=overlay(["ZZZ"]), challenge_rule=PENALTY, player=2),
        game(include_record=True),
        game(record=record(), stop_at_first_error=True, challenge_rule=PENALTY),
        inspect(racks=["ABC", "DEF"], bag_count=20, overlay=overlay(deny=["MOOD"])),
        check("wood", "zzz", overlay=overlay(["ZZZ"])),
        pb.GetRulesetRequest(id="classic-8x8"),
        words_pb.GetLexiconRequest(id="enable"),
        pb.ListRulesetsRequest(),
        words_pb.ListLexiconsRequest(),
    ]
