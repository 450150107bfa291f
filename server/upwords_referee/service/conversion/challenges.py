"""Challenge rules: messages to values of the domain and back."""

from google.protobuf.json_format import MessageToDict, ParseDict

from upwords.referee.v1 import challenge_pb2
from upwords_referee.rules.challenge_rule import ChallengeRule
from upwords_referee.rules.ruleset_data import RulesetError, challenge_rule_data, read_challenge_rule
from upwords_referee.service.conversion.faults import Faults


def read_rule(message: challenge_pb2.ChallengeRule, faults: Faults, path: str = "") -> ChallengeRule | None:
    """Return the challenge rule, None if its kind is unspecified; faults are noted.

    `path` is what stands before "challenge_rule" ("record.").
    """
    try:
        return read_challenge_rule(MessageToDict(message, preserving_proto_field_name=True))
    except RulesetError as error:
        for fault in error.faults:
            faults.add(path + fault.path, fault.message)
        return None


def challenge_rule_message(rule: ChallengeRule) -> challenge_pb2.ChallengeRule:
    """Return the challenge rule as a message."""
    return ParseDict(challenge_rule_data(rule), challenge_pb2.ChallengeRule())
