"""The status of an error is small whatever the error holds, and says how much it leaves out."""

from urllib.parse import quote

import pytest
from google.rpc import error_details_pb2
from hypothesis import example, given
from hypothesis import strategies as st

from upwords_referee.service.errors import (
    DOMAIN,
    FailedPreconditionError,
    FieldFault,
    InternalError,
    InvalidArgumentError,
    NotFoundError,
    Reason,
    RefereeError,
    ResourceExhaustedError,
)

FACE = "\N{GRINNING FACE}"
# What HTTP/2 counts for the two trailers that a status becomes; 8 KB is what clients take.
OVERHEAD = len("grpc-message") + len("grpc-status-details-bin") + 2 * 32
OTHER_TRAILERS = 200
MOST_HEADER_BYTES = 8192
FAULTS = st.builds(FieldFault, st.text(max_size=150), st.text(max_size=400))
LONG_FAULTS = st.builds(
    FieldFault,
    st.just("custom_ruleset.tiles.kinds[10].spelling"),
    st.builds(str.__mul__, st.sampled_from([FACE, "あ", "x"]), st.integers(1, 400)),
)


def sent_bytes(error: RefereeError) -> int:
    status = error.status()
    details: int = 4 * ((status.ByteSize() + 2) // 3)
    return len(quote(status.message, safe=" ")) + details + OVERHEAD + OTHER_TRAILERS


def bad_request(error: RefereeError) -> error_details_pb2.BadRequest:
    bad = error_details_pb2.BadRequest()
    assert any(detail.Unpack(bad) for detail in error.status().details)
    return bad


@given(st.lists(st.one_of(FAULTS, LONG_FAULTS), min_size=1, max_size=40))
@example([FieldFault("field", FACE * 400)] * 40)
@example([FieldFault("field", FACE * 400), *[FieldFault("f" * 39, "x" * 62)] * 30])
def test_any_faults_make_a_status_that_can_be_sent(faults: list[FieldFault]) -> None:
    error = InvalidArgumentError.of_fields(faults)
    assert error.status().ByteSize() < 4096
    assert sent_bytes(error) < MOST_HEADER_BYTES


@given(st.lists(st.one_of(FAULTS, LONG_FAULTS), min_size=1, max_size=60))
def test_all_faults_are_listed_or_counted(faults: list[FieldFault]) -> None:
    violations = bad_request(InvalidArgumentError.of_fields(faults)).field_violations
    if len(violations) == len(faults) <= 20:
        return
    *listed, last = violations
    assert len(listed) <= 20
    assert last.field == ""
    assert last.description == f"and {len(faults) - len(listed)} more"


@given(st.text(max_size=2000), st.text(max_size=2000))
@example(FACE * 2000, FACE * 2000)
def test_any_text_makes_a_status_that_can_be_sent(message: str, known: str) -> None:
    error = NotFoundError(message, Reason.UNKNOWN_RULESET, metadata={"known": known, "asked": known})
    assert error.status().ByteSize() < 4096
    assert sent_bytes(error) < MOST_HEADER_BYTES


def test_one_fault_is_the_message() -> None:
    status = InvalidArgumentError.of_fields([FieldFault("move", "is missing")]).status()
    assert status.message == "move: is missing"


def test_of_several_faults_the_first_is_the_message_and_the_others_are_counted() -> None:
    faults = [FieldFault("move", "is missing"), FieldFault("rack", "is long"), FieldFault("board", "is odd")]
    assert InvalidArgumentError.of_fields(faults).status().message == "move: is missing (and 2 more)"


def test_a_long_text_is_cut_with_a_mark() -> None:
    message = NotFoundError("x" * 1000, Reason.UNKNOWN_RULESET).status().message
    assert len(message) <= 300
    assert message.endswith("…")


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (InvalidArgumentError("m", Reason.UNREADABLE_BYTES), 3),
        (NotFoundError("m", Reason.UNKNOWN_LEXICON), 5),
        (ResourceExhaustedError("m", Reason.REPLY_TOO_LARGE), 8),
        (FailedPreconditionError("m", Reason.LEXICON_DIGEST_MISMATCH), 9),
        (InternalError("abc"), 13),
    ],
)
def test_every_error_has_its_code_and_our_domain(error: RefereeError, code: int) -> None:
    status = error.status()
    assert status.code == code
    info = error_details_pb2.ErrorInfo()
    assert status.details[0].Unpack(info)
    assert (info.domain, info.reason) == (DOMAIN, error.reason)


def test_every_reason_says_what_it_means() -> None:
    for reason in Reason:
        assert reason == reason.name
        assert reason.meaning.endswith(".")
