"""The id of a request: whose it is, and which are refused."""

import pytest

from upwords_referee.service.request_id import HEADER, TRACE_HEADER, RequestId, current, request_id

TRACE = "0af7651916cd43dd8448eb211c80319c"
PARENT = f"00-{TRACE}-b7ad6b7169203331-01"


def test_the_callers_id_goes_before_its_trace_and_both_are_known() -> None:
    id = RequestId([(TRACE_HEADER, PARENT), (HEADER, "order 66")])
    assert (str(id), id.trace, id.sent) == ("order 66", TRACE, True)


def test_the_trace_is_the_id_of_a_call_without_one() -> None:
    id = RequestId([("user-agent", "x"), (TRACE_HEADER, PARENT)])
    assert (str(id), id.sent) == (TRACE, True)


def test_a_fresh_id_is_made_once_and_is_not_another_ones() -> None:
    id, other = RequestId(), RequestId()
    assert len({str(id), str(id), str(other)}) == 2
    assert (len(str(id)), id.sent, id.trace) == (32, False, "")


@pytest.mark.parametrize("sent", ["", "x" * 65, "a\tb", "é", "a\nb", b"bytes"])
def test_an_id_that_is_no_good_counts_as_none(sent: str | bytes) -> None:
    id = RequestId([(HEADER, sent)])
    assert (id.sent, len(str(id))) == (False, 32)


def test_the_longest_id_is_taken() -> None:
    assert str(RequestId([(HEADER, "x" * 64)])) == "x" * 64


def test_two_ids_count_as_none() -> None:
    assert not RequestId([(HEADER, "a"), (HEADER, "b")]).sent


@pytest.mark.parametrize(
    "parent",
    [
        "",
        TRACE,
        f"ff-{TRACE}-b7ad6b7169203331-01",
        f"00-{'0' * 32}-b7ad6b7169203331-01",
        f"00-{TRACE}-{'0' * 16}-01",
        f"00-{TRACE.upper()}-b7ad6b7169203331-01",
        f"00-{TRACE}-b7ad6b7169203331",
        PARENT.encode(),
    ],
)
def test_what_is_no_trace_parent_counts_as_none(parent: str | bytes) -> None:
    assert RequestId([(TRACE_HEADER, parent)]).trace == ""


def test_a_trace_that_begins_here_gives_its_id_only_to_a_call_without_one() -> None:
    fresh, named = RequestId(), RequestId([(HEADER, "mine")])
    for id in (fresh, named):
        id.join(TRACE)
    assert (str(fresh), str(named), fresh.sent) == (TRACE, "mine", False)


def test_outside_of_a_call_every_id_is_a_fresh_one() -> None:
    assert request_id() != request_id()
    token = current.set(RequestId([(HEADER, "mine")]))
    assert request_id() == request_id() == "mine"
    current.reset(token)
