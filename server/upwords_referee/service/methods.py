"""The methods of the service: one table from names on the wire to handlers, for every transport."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from google.protobuf.descriptor import ServiceDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from upwords.referee.v1 import lexicon_service_pb2, referee_service_pb2
from upwords_referee.lexicons.overlay import EMPTY, Overlay
from upwords_referee.lexicons.registry import Registry
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.service.challenge import ChallengeHandlers
from upwords_referee.service.game import GameHandlers
from upwords_referee.service.lexicon import LexiconHandlers
from upwords_referee.service.plays import PlaysHandlers
from upwords_referee.service.referee import RefereeHandlers

REFEREE = referee_service_pb2.DESCRIPTOR.services_by_name["RefereeService"]
LEXICON = lexicon_service_pb2.DESCRIPTOR.services_by_name["LexiconService"]
LONG = frozenset({"BatchJudgeMoves", "FindPlays", "JudgeGame"})
SERVICES: tuple[ServiceDescriptor, ...] = (REFEREE, LEXICON)


@dataclass(frozen=True, slots=True)
class Method:
    """One method: its path on the wire ("/package.Service/Name"), its types and its handler.

    `long`: a call may take tens of milliseconds, and must not keep short ones waiting. `stream`: requests
    and responses come as streams, each with an id; the handler answers one of them.
    """

    path: str
    request: type[Message]
    response: type[Message]
    handle: Callable[[Any], Message]
    long: bool = False
    stream: bool = False


def build_methods(rulesets: RulesetBook, lexicons: Registry, rulings: Overlay = EMPTY) -> dict[str, Method]:
    """Return all methods by path; every method of the contract has a handler.

    `rulings` are those of the house: they go before every lexicon, and a call's own before them.
    """
    referee = RefereeHandlers(rulesets, lexicons, rulings)
    reader = referee.reader
    words = LexiconHandlers(lexicons, rulings)
    handlers: dict[str, dict[str, Callable[[Any], Message]]] = {
        REFEREE.full_name: {
            "JudgeMove": referee.judge_move,
            "BatchJudgeMoves": referee.batch_judge_moves,
            "StreamJudgeMoves": referee.stream_judge_moves,
            "FindPlays": PlaysHandlers(reader).find_plays,
            "AdjudicateChallenge": ChallengeHandlers(reader).adjudicate_challenge,
            "JudgeGame": GameHandlers(reader).judge_game,
            "InspectPosition": referee.inspect_position,
            "ListRulesets": referee.list_rulesets,
            "GetRuleset": referee.get_ruleset,
        },
        LEXICON.full_name: {
            "CheckWords": words.check_words,
            "ListLexicons": words.list_lexicons,
            "GetLexicon": words.get_lexicon,
        },
    }
    methods = {}
    for service in SERVICES:
        for method in service.methods:
            path = f"/{service.full_name}/{method.name}"
            methods[path] = Method(
                path,
                GetMessageClass(method.input_type),
                GetMessageClass(method.output_type),
                handlers[service.full_name][method.name],
                long=method.name in LONG,
                stream=method.client_streaming,
            )
    return methods
