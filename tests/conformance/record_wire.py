"""The wire as bytes: what was once sent and answered, which every later version must read alike.

`wire/` holds one exchange each: NAME.request.binpb and NAME.response.binpb (or NAME.status.binpb, a
google.rpc.Status), and NAME.json, which says the same for people. What is there is never written anew:

    python -m tests.conformance.record_wire
"""

import json
import sys
from pathlib import Path
from typing import Any, cast

import grpc
from google.protobuf import json_format
from google.protobuf.message import Message

# The details are imported for their descriptors: a status is shown with them.
from google.rpc import error_details_pb2, status_pb2  # noqa: F401
from grpc_status import rpc_status

from upwords_referee.conformance.messages import method_of
from upwords_referee.conformance.referee import serving

FOLDER = Path(__file__).with_name("wire")
REFEREE, WORDS = "upwords.referee.v1.RefereeService/", "upwords.referee.v1.LexiconService/"
MOOD = {"notation": "10/10/10/10/3MOOD3/10/10/10/10/10"}
ENABLE = "77a8b7729436793e0094b68243ffb3ff0825332ceec5f427880138971d6135c4"
STANDARD = "95458ef4192609066b0b708fe847754d2a631e7d4713efb7de6ae561a1e2bd8e"
HOUSE: dict[str, Any] = {
    "id": "our house",
    "name": "Our house",
    "base": "classic-8x8",
    "rows": 9,
    "columns": 9,
    "centre": {"squares": [{"row": 4, "column": 4}]},
    "rackSize": 5,
    "maxHeight": 4,
    "tiles": {
        "kinds": [
            {"letter": "A", "count": 40, "bonus": True},
            {"letter": "Q", "spelling": "QU", "count": 2, "bonus": True},
            {"letter": "T", "count": 30},
            {"letter": "Ä"},
        ]
    },
    "scoring": {
        "flatTile": 3,
        "stackedTile": 2,
        "letterBonus": 4,
        "letterBonusMode": "LETTER_BONUS_MODE_WHEN_PLACED",
        "fullRackBonus": 30,
        "unplayedTile": -4,
        "soloUnplayedTile": -1,
    },
    "wholeWordRule": "WHOLE_WORD_RULE_OFF",
    "bareSRule": "BARE_S_RULE_EVERY_WORD",
    "bareSLetter": "T",
    "sameLetterRule": "SAME_LETTER_RULE_ANYWHERE",
    "exchangeTiles": 2,
    "digest": "ignored",
    "passRounds": 2,
    "exchangeInPasses": "EXCHANGE_IN_PASSES_IGNORED",
    "goingOut": "GOING_OUT_OTHERS_PLAY_ON",
    "challengeRule": {
        "kind": "CHALLENGE_KIND_PENALTY",
        "points": 7,
        "per": "PENALTY_PER_WORD",
        "payment": "PENALTY_PAYMENT_DEBIT_CHALLENGER",
    },
    "soloExchanges": 3,
}
DEBIT = HOUSE["challengeRule"]
RECORD: dict[str, Any] = {
    "ruleset": "standard-10x10",
    "lexicon": "enable",
    "lexiconDigest": "0" * 64,
    "challengeRule": DEBIT,
    "players": [{"nick": "ann", "name": "Ann Éxample", "rack": "AB"}, {"nick": "bob", "name": "Bob"}],
    "start": "10/10/10/10/10/10/10/10/10/10 ?/? 3/4 0 gid x;",
    "events": [
        {"player": 0, "rack": "ADMOORS", "notation": "5D MOOD", "score": 8, "total": 11, "note": "one\ntwo"},
        {"player": 1, "rack": "EILNSTW", "play": {"placements": [{"row": 4, "column": 3, "tile": "L"}]}},
        {"player": 1, "takeBack": {}, "score": -5, "total": 4, "line": 9},
        {"player": 1, "exchange": {"tiles": "E"}},
        {"player": 0, "passTurn": {}},
        {"player": 1, "notation": "5D W..."},
        {"player": 0, "challengeBonus": {}, "score": -7, "total": 4},
        {"player": 1, "timePenalty": {}, "score": -10},
        {"player": 0, "unplayedTiles": {"tiles": "AB"}, "score": -10},
    ],
    "incomplete": True,
    "title": "A game",
    "description": "At home",
    "id": "g1",
    "date": "2024-02-30",
    "pragmata": [{"name": "table", "value": "7"}],
}
FULL = {
    "ruleset": "standard-10x10",
    "lexicon": "enable",
    "overlay": {"allow": ["ZOOD"], "deny": ["OX"]},
    "lexiconDigest": ENABLE,
    "rulesetDigest": STANDARD,
    "board": {
        "grid": {"letters": "." * 40 + "...MOOD..." + "." * 50, "heights": "0" * 43 + "1121" + "0" * 53}
    },
    "move": {"play": {"placements": [{"row": 4, "column": 3, "tile": "w"}]}},
    "rack": "AEINRSW",
    "bagCount": 60,
    "detail": "DETAIL_FULL",
    "includePosition": True,
}
QUESTIONS: dict[str, tuple[str, Any]] = {
    "judge-move": (REFEREE + "JudgeMove", FULL),
    "judge-move-bonus": (
        REFEREE + "JudgeMove",
        {
            "board": {"stackList": {"rows": 9, "columns": 9}},
            "move": {"notation": "5C TAQAT"},
            "lexicon": "none",
        }
        | {"customRuleset": HOUSE, "includePosition": True},
    ),
    "judge-move-stacks": (
        REFEREE + "JudgeMove",
        {
            "board": {
                "stackList": {"rows": 10, "columns": 10, "stacks": [{"row": 5, "column": 5, "tiles": "AT"}]}
            },
            "move": {"exchange": {"tiles": "EI"}},
            "includePosition": True,
        },
    ),
    "judge-move-word-and-rack": (
        REFEREE + "JudgeMove",
        {"board": MOOD, "move": {"notation": "5D WEED"}, "rack": "", "detail": "DETAIL_FULL"},
    ),
    "judge-move-off-the-board": (
        REFEREE + "JudgeMove",
        {"board": MOOD, "move": {"play": {"placements": [{"row": -1, "column": 99, "tile": "Qu"}]}}},
    ),
    "judge-move-pass": (REFEREE + "JudgeMove", {"board": MOOD, "move": {"passTurn": {}}}),
    "judge-move-blind": (
        REFEREE + "JudgeMove",
        {"board": MOOD, "move": {"notation": "5D W..."}, "detail": "DETAIL_VERDICT_ONLY"},
    ),
    "judge-move-other-lexicon": (
        REFEREE + "JudgeMove",
        {"board": MOOD, "move": {"notation": "5D W..."}, "lexicon": "scowl-60"},
    ),
    "judge-move-flat-qu": (
        REFEREE + "JudgeMove",
        {"board": {"notation": "/".join(["10"] * 10)}, "move": {"notation": "5D QIZ"}},
    ),
    "judge-move-bad-fields": (
        REFEREE + "JudgeMove",
        {"board": {"notation": "?"}, "move": {"notation": "x"}, "overlay": {"allow": [""]}},
    ),
    "judge-move-unknown-ruleset": (
        REFEREE + "JudgeMove",
        {"ruleset": "chess", "board": MOOD, "move": {"passTurn": {}}},
    ),
    "batch": (
        REFEREE + "BatchJudgeMoves",
        {
            "ruleset": "standard-10x10",
            "lexicon": "enable",
            "overlay": {"deny": ["OX"]},
            "board": MOOD,
            "detail": "DETAIL_FULL",
            "requests": [{"move": {"notation": "5D W..."}}, {"move": {"notation": "x"}}],
        },
    ),
    "batch-custom-ruleset": (
        REFEREE + "BatchJudgeMoves",
        {"customRuleset": HOUSE, "lexicon": "none", "requests": [{"move": {"notation": "-"}}]}
        | {"board": {"notation": "9/9/9/9/9/9/9/9/9"}},
    ),
    "stream": (
        REFEREE + "StreamJudgeMoves",
        {"id": "7", "request": {"board": MOOD, "move": {"notation": "-"}}},
    ),
    "stream-error": (REFEREE + "StreamJudgeMoves", {"id": "8", "request": {"board": MOOD}}),
    "find-plays": (
        REFEREE + "FindPlays",
        {"ruleset": "standard-10x10", "lexicon": "enable", "overlay": {"allow": ["ZOOD"]}, "board": MOOD}
        | {"rack": "ZW", "limit": 3},
    ),
    "find-plays-any": (
        REFEREE + "FindPlays",
        {"customRuleset": {"id": "ours"}, "board": MOOD, "rack": "Q", "anyOnly": True},
    ),
    "challenge-falls": (
        REFEREE + "AdjudicateChallenge",
        {
            "ruleset": "standard-10x10",
            "lexicon": "enable",
            "overlay": {"deny": ["OX"]},
            "board": MOOD,
            "move": {"notation": "5D L..."},
            "challenged": ["lood"],
            "player": 2,
            "challenger": 3,
            "detail": "DETAIL_FULL",
        },
    ),
    "challenge-costs-a-turn": (
        REFEREE + "AdjudicateChallenge",
        {
            "customRuleset": {"id": "ours"},
            "board": MOOD,
            "move": {"notation": "5D W..."},
            "challengeRule": {"kind": "CHALLENGE_KIND_DOUBLE"},
            "challenger": 1,
        },
    ),
    "game-message": (
        REFEREE + "JudgeGame",
        {
            "record": RECORD,
            "ruleset": "standard-10x10",
            "lexicon": "enable",
            "overlay": {"deny": ["OX"]},
            "challengeRule": DEBIT,
            "includeRecord": True,
        },
    ),
    "game-text": (
        REFEREE + "JudgeGame",
        {
            "text": "#player1 ann\n#player2 bob\n>ann: ABCDEFG - +0 0\n>bob: ABCDEFG - +0 1\n",
            "customRuleset": {"id": "ours"},
            "stopAtFirstError": True,
            "includeRecord": True,
        },
    ),
    "game-ended": (
        REFEREE + "JudgeGame",
        {"text": "#player1 ann\n#player2 bob\n>ann: AEINRST - +0 0\n>bob: AEINRST - +0 0\n"},
    ),
    "inspect": (
        REFEREE + "InspectPosition",
        {
            "board": {"notation": "10/10/10/10/3(JJ)O4J/10/10/10/10/10"},
            "ruleset": "standard-10x10",
            "racks": ["AB", "QU"],
            "bagCount": 3,
            "lexicon": "enable",
            "overlay": {"allow": ["JO"]},
        },
    ),
    "inspect-custom-ruleset": (REFEREE + "InspectPosition", {"board": MOOD, "customRuleset": {"id": "ours"}}),
    "list-rulesets": (REFEREE + "ListRulesets", {}),
    "get-ruleset": (REFEREE + "GetRuleset", {"id": "classic-8x8"}),
    "get-ruleset-unknown": (REFEREE + "GetRuleset", {"id": "chess"}),
    "check-words": (
        WORDS + "CheckWords",
        {
            "lexicon": "enable",
            "overlay": {"allow": ["ZOOD"], "deny": ["OX"]},
            "words": ["quiz", "ZOOD", "OX", "ÄÖ"],
        }
        | {"detail": "DETAIL_FULL"},
    ),
    "check-words-blind": (WORDS + "CheckWords", {"words": ["quiz"], "detail": "DETAIL_VERDICT_ONLY"}),
    "list-lexicons": (WORDS + "ListLexicons", {}),
    "get-lexicon": (WORDS + "GetLexicon", {"id": "enable"}),
}


def ask(channel: grpc.Channel, method: str, request: bytes) -> tuple[str, bytes]:
    """Return "response" or "status", and its bytes; a stream is one of this request alone."""
    try:
        if method_of(method).streams:
            stream: Any = channel.stream_stream(f"/{method}")
            (answer,) = stream(iter([request]), timeout=20)
        else:
            unary: Any = channel.unary_unary(f"/{method}")
            answer = unary(request, timeout=20)
    except grpc.RpcError as error:
        status = rpc_status.from_call(cast(grpc.Call, error))
        assert status is not None
        return "status", status.SerializeToString()
    return "response", answer


def shown(message: Message) -> Any:
    """Return a message for people."""
    return json_format.MessageToDict(message)


def record(channel: grpc.Channel, name: str) -> None:
    """Ask a question, and write down what was sent and answered."""
    method, question = QUESTIONS[name]
    kinds = method_of(method)
    request: Any = json_format.ParseDict(question, kinds.request())
    outcome, answer = ask(channel, method, request.SerializeToString(deterministic=True))
    read: Any = (kinds.response if outcome == "response" else status_pb2.Status).FromString(answer)
    twin = {"method": method, "request": shown(request), outcome: shown(read)}
    (FOLDER / f"{name}.request.binpb").write_bytes(request.SerializeToString(deterministic=True))
    (FOLDER / f"{name}.{outcome}.binpb").write_bytes(answer)
    text = json.dumps(twin, indent=1, ensure_ascii=False)
    (FOLDER / f"{name}.json").write_text(f"{text}\n", encoding="utf-8")


def main() -> int:
    """Record the questions that have not been."""
    missing = [name for name in QUESTIONS if not (FOLDER / f"{name}.json").exists()]
    if missing:
        FOLDER.mkdir(exist_ok=True)
        with serving() as address, grpc.insecure_channel(address) as channel:
            for name in missing:
                record(channel, name)
    print(f"{len(missing)} recorded")
    return 0


if __name__ == "__main__":
    sys.exit(main())
