"""What is seen of the answers: moves are counted by verdict and rule, told to the trace, and kept."""

import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from google.protobuf.message import Message
from prometheus_client import Counter as CounterMetric
from prometheus_client import Histogram

from upwords.referee.v1 import verdict_pb2
from upwords_referee.service import metrics, observe
from upwords_referee.service.methods import Method

if TYPE_CHECKING:
    from upwords_referee.service.decisions import Decisions

Handle = Callable[[Any], Message]


class Answers:
    """Sees what the methods answer; `decisions`, if there are any, keep it."""

    def __init__(self, decisions: "Decisions | None" = None) -> None:
        self._decisions = decisions
        self._valid = metrics.VERDICTS.labels("true")
        self._not_valid = metrics.VERDICTS.labels("false")
        self._rules: dict[int, CounterMetric] = {}

    def watch(self, methods: Mapping[str, Method]) -> dict[str, Method]:
        """Return the methods, those that give verdicts watched."""
        watched = {}
        for path, method in methods.items():
            name = path.rpartition("/")[2]
            handle = self._watched(name, method.handle)
            if method.stream:
                handle = _timed(handle, metrics.CALL_SECONDS.labels(name))
            watched[path] = replace(method, handle=handle)
        return watched

    def _watched(self, name: str, handle: Handle) -> Handle:
        look: dict[str, Callable[[Any], None]] = {
            "JudgeMove": self._see_move,
            "StreamJudgeMoves": self._see_item,
            "BatchJudgeMoves": self._see_batch,
            # Their verdicts are no moves to count.
            "AdjudicateChallenge": lambda _: None,
            "JudgeGame": lambda _: None,
        }
        if name not in look:
            return handle
        see, decisions = look[name], self._decisions

        def watch(request: Any) -> Message:
            response = handle(request)
            see(response)
            if decisions:
                decisions.add(name, request, response)
            return response

        return watch

    def _see_move(self, verdict: Any) -> None:
        (self._valid if verdict.valid else self._not_valid).inc()
        if violations := verdict.violations:
            for violation in violations:
                self._rule(violation.rule).inc()
        call = observe.current.get()
        if call and call.span:
            call.span.verdict(verdict.valid, verdict.provenance.lexicon)

    def _see_item(self, response: Any) -> None:
        if response.HasField("verdict"):
            self._see_move(response.verdict)

    def _see_batch(self, response: Any) -> None:
        # Counted first and told once: a batch has a thousand moves.
        valid = judged = 0
        rules: Counter[int] = Counter()
        for result in response.results:
            if result.HasField("verdict"):
                verdict = result.verdict
                judged += 1
                valid += verdict.valid
                if violations := verdict.violations:
                    rules.update(violation.rule for violation in violations)
        self._valid.inc(valid)
        self._not_valid.inc(judged - valid)
        for rule, count in rules.items():
            self._rule(rule).inc(count)

    def _rule(self, rule: int) -> CounterMetric:
        found = self._rules.get(rule)
        if found is None:
            name = verdict_pb2.Rule.Name(rule).removeprefix("RULE_")
            found = self._rules[rule] = metrics.VIOLATIONS.labels(name)
        return found


def _timed(handle: Handle, seconds: Histogram) -> Handle:
    def timed(request: Any) -> Message:
        began = time.monotonic()
        try:
            return handle(request)
        finally:
            seconds.observe(time.monotonic() - began)

    return timed
