"""Whatever is asked, there is an exit status from 0 to 3 and never a trace."""

import json
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.service.cli.calling import MOOD, Outcome, call
from upwords.referee.v1 import referee_service_pb2 as pb

QUICK = settings(max_examples=60, deadline=None)

letters = st.sampled_from(
    [*"ABMODW?_-./:()0123456789qQ ÉßƁ\x00\x1b\n", "", "QU", "10", "/10/10", "\u0301", "😀"]
)
notation = st.lists(letters, max_size=30).map("".join)
texts = st.one_of(notation, st.text(max_size=30))
positions = st.one_of(texts, st.just(MOOD), texts.map(lambda tail: f"{MOOD} {tail}"))
moves = st.one_of(texts, texts.map(lambda tail: f"5D {tail}"), texts.map(lambda tail: f"-{tail}"))
options = st.lists(
    st.one_of(
        st.sampled_from(["--json", "--strict", "--spelled"]).map(lambda flag: [flag]),
        st.tuples(
            st.sampled_from(["--rack", "--bag", "--ruleset", "--lexicon", "--allow", "--deny", "--request"]),
            texts,
        ).map(list),
        st.tuples(st.sampled_from(["--lexicon", "--ruleset"]), st.just("none")).map(list),
    ),
    max_size=3,
).map(lambda given: [word for words in given for word in words])
values: st.SearchStrategy[Any] = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), texts),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(texts, inner, max_size=3)),
    max_leaves=10,
)


def request_of(descriptor: Any, depth: int = 0) -> st.SearchStrategy[Any]:
    """Return JSON that mostly fits a message."""
    fields = {field.json_name: value_of(field, depth) for field in descriptor.fields}
    return st.fixed_dictionaries({}, optional=fields)


def value_of(field: Any, depth: int) -> st.SearchStrategy[Any]:
    if field.message_type is not None:
        fitting = request_of(field.message_type, depth + 1) if depth < 5 else st.just({})
    elif field.enum_type is not None:
        fitting = st.sampled_from([*field.enum_type.values_by_name, 0, 1, 99])
    elif field.type == FieldDescriptor.TYPE_BOOL:
        fitting = st.booleans()
    elif field.type == FieldDescriptor.TYPE_STRING:
        fitting = st.one_of(
            texts, st.sampled_from([MOOD, "5D W...", "none", "enable", "standard-10x10", "A"])
        )
    else:
        fitting = st.one_of(st.integers(0, 12), st.integers(-(2**31), 2**32 - 1))
    if field.is_repeated:
        fitting = st.lists(fitting, max_size=3)
    return st.one_of(fitting, fitting, fitting, fitting, values)


judge_requests = st.builds(
    lambda base, drawn: {**base, **drawn},
    st.sampled_from([{}, {"board": {"notation": MOOD}, "move": {"notation": "5D W..."}}]),
    request_of(pb.JudgeMoveRequest.DESCRIPTOR),
)
inspect_requests = st.builds(
    lambda base, drawn: {**base, **drawn},
    st.sampled_from([{}, {"board": {"notation": MOOD}}]),
    request_of(pb.InspectPositionRequest.DESCRIPTOR),
)


def check(outcome: Outcome) -> None:
    assert outcome.status in (0, 1, 2), outcome
    assert "Traceback" not in outcome.err
    assert "internal error" not in outcome.err
    assert bool(outcome.err) == (outcome.status == 2)
    assert all(line.startswith("error: ") for line in outcome.err.splitlines()[:1])


@QUICK
@given(positions, moves, options)
def test_judge_answers_any_text(position: str, move: str, more: list[str]) -> None:
    check(call("judge", *more, "--", position, move))
    check(call("judge", position, move, *more))


@QUICK
@given(positions, options)
def test_inspect_answers_any_text(position: str, more: list[str]) -> None:
    check(call("inspect", *(word for word in more if word != "--spelled"), "--", position))


@QUICK
@given(st.lists(texts, max_size=5), st.binary(max_size=60))
def test_words_answers_any_text(words: list[str], stdin: bytes) -> None:
    check(call("words", "--", *words, stdin=stdin))
    check(call("words", "-", *words, stdin=stdin))


@QUICK
@given(st.one_of(st.binary(max_size=200), values.map(lambda value: json.dumps(value).encode())))
def test_judge_and_inspect_answer_any_bytes(stdin: bytes) -> None:
    check(call("judge", "--request", "-", stdin=stdin))
    check(call("inspect", "--request", "-", "--json", stdin=stdin))


@QUICK
@given(judge_requests, st.booleans())
def test_judge_answers_any_request(request: Any, as_json: bool) -> None:
    stdin = json.dumps(request).encode()
    check(call("judge", "--request", "-", *(["--json"] if as_json else []), stdin=stdin))


@QUICK
@given(inspect_requests, st.booleans())
def test_inspect_answers_any_request(request: Any, as_json: bool) -> None:
    stdin = json.dumps(request).encode()
    check(call("inspect", "--request", "-", *(["--json"] if as_json else []), stdin=stdin))


@QUICK
@given(st.lists(texts, max_size=6))
def test_any_command_line_is_answered(words: list[str]) -> None:
    outcome = call("judge", *words)
    assert outcome.status in (0, 1, 2)
    assert "Traceback" not in outcome.err
