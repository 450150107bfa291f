"""Reports: what they say of every outcome, whatever a server put into its answers."""

from xml.etree import ElementTree

from upwords_referee.conformance.report import as_json, junit, lines
from upwords_referee.conformance.result import Outcome, Result, all_right

PASSED = Result("a", "rules", "3.10", "It proves.", ())
FAILED = Result("b", "rules", "3.9", "It proves.", ("one \x00 fault", "another"))
KNOWN = Result("c", "rules", "client", "It proves.", ("fault",), "a reason")
FIXED = Result("d", "rules", "client", "It proves.", (), "a reason")
ALL = [PASSED, FAILED, KNOWN, FIXED]


def test_outcomes() -> None:
    assert [result.outcome for result in ALL] == [
        Outcome.PASSED,
        Outcome.FAILED,
        Outcome.KNOWN,
        Outcome.FIXED,
    ]
    assert all_right([PASSED, KNOWN])
    assert not all_right([PASSED, FAILED])
    assert not all_right([PASSED, FIXED])


def test_sections_come_in_order_of_their_numbers_and_words_last() -> None:
    table = [line.split()[0] for line in lines(ALL)][-4:-1]
    assert table == ["3.9", "3.10", "client"]


def test_outcomes_that_did_not_happen_have_no_column() -> None:
    assert next(iter(lines([PASSED]))).split() == ["rule", "passed", "failed"]
    assert list(lines(ALL))[-1] == "1 passed, 1 failed, 1 known, 1 fixed"


def test_the_xml_can_be_read_whatever_a_fault_says() -> None:
    suite = ElementTree.fromstring(junit(ALL))
    assert (suite.attrib["tests"], suite.attrib["failures"], suite.attrib["skipped"]) == ("4", "2", "1")
    failure = suite.find("testcase[@name='b']/failure")
    assert failure is not None
    assert failure.text == "one ? fault\nanother"


def test_json_has_the_totals_and_every_result() -> None:
    told = as_json(ALL)
    assert [told[outcome.value] for outcome in Outcome] == [1, 1, 1, 1]
    assert [result["id"] for result in told["results"]] == ["a", "b", "c", "d"]
