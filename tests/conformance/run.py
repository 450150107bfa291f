"""Send every conformance vector to a referee and say which it answers as the rules do.

Usage: python tests/conformance/run.py --target 127.0.0.1:50051 [--only PATTERN] [--junit FILE]

Exit status: 0 if all vectors pass, 1 if one fails, 2 if nothing could be asked.
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import grpc

# As a program it finds the generated code and its own library in the checkout, installed or not.
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "server"))
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.conformance.vectors import DEADLINE, Vector, compare, load, send


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit status."""
    options = _options(arguments)
    vectors = load(options.only)
    if not vectors:
        print(f"no vector matches {options.only!r}")
        return 2
    with grpc.insecure_channel(options.target) as channel:
        try:
            grpc.channel_ready_future(channel).result(timeout=DEADLINE)
        except grpc.FutureTimeoutError:
            print(f"{options.target} did not answer within {DEADLINE:.0f} s")
            return 2
        results = [(vector, compare(vector, send(channel, vector))) for vector in vectors]
    _report(results)
    if options.junit:
        _write_junit(results, options.junit)
    failed = sum(1 for _, faults in results if faults)
    print(f"{len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Send the conformance vectors to a referee.")
    parser.add_argument("--target", required=True, metavar="HOST:PORT", help="address of the referee")
    parser.add_argument(
        "--only", default="*", metavar="PATTERN", help="shell pattern of ids, sections or files"
    )
    parser.add_argument("--junit", type=Path, metavar="FILE", help="also write the results as JUnit XML")
    return parser.parse_args(arguments)


def _report(results: list[tuple[Vector, list[str]]]) -> None:
    for vector, faults in results:
        if faults:
            print(f"FAILED {vector.id} ({vector.rule}): {vector.proves}")
            for fault in faults:
                print(f"    {fault}")
    passed = Counter(vector.rule for vector, faults in results if not faults)
    failed = Counter(vector.rule for vector, faults in results if faults)
    print(f"{'rule':<12}{'passed':>8}{'failed':>8}")
    for rule in sorted({vector.rule for vector, _ in results}, key=_section):
        print(f"{rule:<12}{passed[rule]:>8}{failed[rule]:>8}")


def _section(rule: str) -> tuple[bool, list[int], str]:
    numbers = [int(number) for number in re.findall(r"\d+", rule)]
    return not numbers, numbers, rule


def _write_junit(results: list[tuple[Vector, list[str]]], path: Path) -> None:
    failures = sum(1 for _, faults in results if faults)
    suite = ElementTree.Element(
        "testsuite", name="conformance", tests=str(len(results)), failures=str(failures), errors="0"
    )
    for vector, faults in results:
        case = ElementTree.SubElement(suite, "testcase", classname=vector.file, name=vector.id)
        if faults:
            ElementTree.SubElement(case, "failure", message=faults[0]).text = "\n".join(faults)
    ElementTree.ElementTree(suite).write(path, encoding="utf-8", xml_declaration=True)


if __name__ == "__main__":
    sys.exit(main())
