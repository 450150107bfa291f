"""The referee that a command asks: one in this process, or a server."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from google.protobuf.message import DecodeError, Message

from upwords_referee.cli.errors import NotUnderstoodError, UnansweredError
from upwords_referee.notation.errors import NotationError
from upwords_referee.notation.position import parse_board
from upwords_referee.rules.board import Board

JUDGE_MOVE = "/upwords.referee.v1.RefereeService/JudgeMove"
INSPECT_POSITION = "/upwords.referee.v1.RefereeService/InspectPosition"
FIND_PLAYS = "/upwords.referee.v1.RefereeService/FindPlays"
ADJUDICATE_CHALLENGE = "/upwords.referee.v1.RefereeService/AdjudicateChallenge"
JUDGE_GAME = "/upwords.referee.v1.RefereeService/JudgeGame"
LIST_RULESETS = "/upwords.referee.v1.RefereeService/ListRulesets"
GET_RULESET = "/upwords.referee.v1.RefereeService/GetRuleset"
CHECK_WORDS = "/upwords.referee.v1.LexiconService/CheckWords"
LIST_LEXICONS = "/upwords.referee.v1.LexiconService/ListLexicons"
GET_LEXICON = "/upwords.referee.v1.LexiconService/GetLexicon"

Response = TypeVar("Response", bound=Message)

Send = Callable[[str, bytes, bool], bytes]
"""Takes a method's path, a request and whether faults name arguments; raises CommandError."""


class Referee:
    """Answers questions; whether here or over the network makes no difference to the caller."""

    def __init__(self, send: Send) -> None:
        self._send = send

    def ask(
        self, path: str, request: Message, response: type[Response], *, arguments: bool = True
    ) -> Response:
        """Return the answer of the method at `path`; CommandError if there is none.

        With `arguments` an error calls faulty fields what they are on the command line.
        """
        try:
            return response.FromString(self._send(path, request.SerializeToString(), arguments))
        except DecodeError:
            raise UnansweredError("the answer cannot be read: that is no referee; check --server") from None

    def board(self, notation: str) -> Board:
        """Return the board that an answer holds in notation; UnansweredError if it is none."""
        try:
            return parse_board(notation)
        except NotationError as error:
            raise UnansweredError(
                f"the board of the answer cannot be read: {error}; check --server"
            ) from None


def open_referee(
    server: str | None,
    rulesets: str | None = None,
    lexicons: Iterable[str] = (),
    rulings: Iterable[str] = (),
    *,
    many: bool = False,
) -> Referee:
    """Return the referee at HOST:PORT, or one in this process with a folder's rulesets and ID=PATH lexica.

    `rulings` are files of house rulings; `many`: it is asked many times.
    """
    # Each way costs a tenth of a second and more to import, so only the one that is needed is.
    if server is None:
        from upwords_referee.cli.local import local_send  # noqa: PLC0415

        return Referee(local_send(rulesets, lexicons, rulings))
    if rulesets is not None or lexicons or rulings:
        raise NotUnderstoodError(
            "a server judges by its own files: leave out --server, or --rulesets, --rulings and ID=PATH "
            "lexica"
        )
    from upwords_referee.cli.remote import remote_send  # noqa: PLC0415

    return Referee(remote_send(server, many=many))
