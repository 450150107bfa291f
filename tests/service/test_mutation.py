"""The conformance vectors can tell a server that forgets one rule from one that knows them all."""

from collections.abc import Iterator

import pytest

from tests.service.referee import Referee, serving
from upwords_referee.conformance.asking import send
from upwords_referee.conformance.comparing import compare
from upwords_referee.conformance.vectors import Vector, load
from upwords_referee.lexicons.embedded import embedded
from upwords_referee.rules import inspection, judging
from upwords_referee.rules.inspection import CHECKS, FindingKind
from upwords_referee.rules.rule import Rule
from upwords_referee.rules.table import RULES

VECTORS = load()
BENCH = judging.BENCH


@pytest.fixture(scope="module")
def own() -> Iterator[Referee]:
    """A server in this process, whose rules the tests may take away."""
    with serving(embedded()) as referee:
        yield referee


def failing(referee: Referee, vectors: list[Vector]) -> Iterator[str]:
    """Yield the ids of the vectors that the server fails."""
    for vector in vectors:
        if compare(vector, send(referee.channel, vector)):
            yield vector.id


def of(name: str) -> list[Vector]:
    """Return all vectors, those with this name in front."""
    return sorted(VECTORS, key=lambda vector: name.lower().replace("_", "-") not in vector.id)


def test_a_server_that_knows_all_rules_passes_all_vectors(own: Referee) -> None:
    assert list(failing(own, VECTORS)) == []


@pytest.mark.parametrize("rule", Rule)
def test_a_server_that_forgets_a_rule_fails_a_vector(
    own: Referee, rule: Rule, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = [entry for entry in RULES if entry.rule is not rule]
    assert len(others) == len(RULES) - 1
    monkeypatch.setattr(judging, "BENCH", judging.Bench(others))
    assert next(failing(own, of(rule.name)), None)


@pytest.mark.parametrize("kind", [kind for kind in FindingKind if kind < FindingKind.SCORE_MISMATCH])
def test_a_server_that_overlooks_a_finding_of_a_position_fails_a_vector(
    own: Referee, kind: FindingKind, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = tuple(check for check in CHECKS if check[0] is not kind)
    assert len(others) == len(CHECKS) - 1
    monkeypatch.setattr(inspection, "CHECKS", others)
    assert next(failing(own, of(kind.name)), None)


def test_the_rules_are_all_back_afterwards(own: Referee) -> None:
    assert judging.BENCH is BENCH
    assert inspection.CHECKS is CHECKS
