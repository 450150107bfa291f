"""Reports of a run: a table by rule, JUnit XML, and JSON."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any
from xml.etree import ElementTree

from upwords_referee.conformance.result import Outcome, Result


def lines(results: Sequence[Result]) -> Iterator[str]:
    """Yield what went wrong, a table by rule, and the totals."""
    for result in results:
        yield from _told(result)
    width = max(len("rule"), *(len(result.rule) for result in results))
    counts = Counter((result.rule, result.outcome) for result in results)
    shown = [Outcome.PASSED, Outcome.FAILED]
    shown += [outcome for outcome in (Outcome.KNOWN, Outcome.FIXED) if _count(results, outcome)]
    yield f"{'rule':<{width}}" + "".join(f"{outcome:>8}" for outcome in shown)
    for rule in sorted({result.rule for result in results}, key=_section):
        yield f"{rule:<{width}}" + "".join(f"{counts[rule, outcome]:>8}" for outcome in shown)
    yield ", ".join(f"{_count(results, outcome)} {outcome}" for outcome in shown)


def _told(result: Result) -> Iterator[str]:
    match result.outcome:
        case Outcome.FAILED:
            yield f"FAILED {result.id} ({result.rule}): {result.proves}"
            yield from (f"    {fault}" for fault in result.faults)
        case Outcome.KNOWN:
            yield f"known failure {result.id} ({result.rule}): {result.known}"
        case Outcome.FIXED:
            yield f"PASSES NOW {result.id} ({result.rule}): take it from the known failures ({result.known})"


def _count(results: Sequence[Result], outcome: Outcome) -> int:
    return sum(1 for result in results if result.outcome is outcome)


def _section(rule: str) -> tuple[bool, list[int], str]:
    numbers = [int(number) for number in re.findall(r"\d+", rule)]
    return not numbers, numbers, rule


def junit(results: Sequence[Result]) -> bytes:
    """Return the results as JUnit XML; a known failure is skipped, one that passes fails."""
    suite = ElementTree.Element(
        "testsuite",
        name="conformance",
        tests=str(len(results)),
        failures=str(_count(results, Outcome.FAILED) + _count(results, Outcome.FIXED)),
        skipped=str(_count(results, Outcome.KNOWN)),
        errors="0",
    )
    for result in results:
        case = ElementTree.SubElement(suite, "testcase", classname=result.group, name=result.id)
        if result.outcome is Outcome.FAILED:
            ElementTree.SubElement(case, "failure", message=_xml(result.faults[0])).text = _xml(
                "\n".join(result.faults)
            )
        elif result.outcome is Outcome.FIXED:
            ElementTree.SubElement(case, "failure", message="a known failure passes now")
        elif result.outcome is Outcome.KNOWN:
            ElementTree.SubElement(case, "skipped", message=_xml(result.known or ""))
    written: bytes = ElementTree.tostring(suite, encoding="utf-8", xml_declaration=True)
    return written


def _xml(text: str) -> str:
    """Return the text without what XML cannot hold: a server may answer anything."""
    return "".join(c if c in "\n\t" or c.isprintable() else "?" for c in text)


def as_json(results: Sequence[Result]) -> dict[str, Any]:
    """Return the results as a value for JSON: the totals, then every question."""
    return {
        **{outcome.value: _count(results, outcome) for outcome in Outcome},
        "results": [
            {
                "id": result.id,
                "group": result.group,
                "rule": result.rule,
                "outcome": result.outcome.value,
                "faults": list(result.faults),
                "known": result.known,
            }
            for result in results
        ],
    }
