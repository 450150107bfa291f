"""What a key may be good for: one table from methods to scopes."""

ALL = "*"
"""The scope that holds every other."""
ANY = ""
"""No scope of its own: any valid key will do."""

SCOPES = {
    "RefereeService/JudgeMove": "judge",
    "RefereeService/BatchJudgeMoves": "judge",
    "RefereeService/StreamJudgeMoves": "judge",
    "RefereeService/InspectPosition": "judge",
    "RefereeService/FindPlays": "find",
    "RefereeService/AdjudicateChallenge": "game",
    "RefereeService/JudgeGame": "game",
    "LexiconService/CheckWords": "words",
    # What there is to ask for, is told to whoever may ask at all.
    "RefereeService/ListRulesets": ANY,
    "RefereeService/GetRuleset": ANY,
    "LexiconService/ListLexicons": ANY,
    "LexiconService/GetLexicon": ANY,
}
NAMES = tuple(sorted({*SCOPES.values()} - {ANY}))
"""The scopes that a key may have, beside "*"."""

_OURS = "/upwords.referee.v1."
_REFLECTION = "/grpc.reflection."


def scope_of(path: str) -> str:
    """Return the scope that a call to "/package.Service/Name" needs; "*" for what is not in the table.

    >>> scope_of("/upwords.referee.v1.RefereeService/JudgeMove"), scope_of("/else.Service/Name")
    ('judge', '*')
    """
    if path.startswith(_REFLECTION):
        return ANY
    return SCOPES.get(path.removeprefix(_OURS), ALL)
