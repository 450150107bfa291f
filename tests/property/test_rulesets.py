"""Rulesets: out as data, over the wire and back, nothing changes; and whatever is sent is read or refused."""

from typing import Any

import pytest
from google.protobuf.json_format import MessageToDict, ParseDict
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.property.positions import rulesets
from tests.property.slow_judge import SlowRules
from tests.property.translation import ruleset_of
from upwords.referee.v1 import ruleset_pb2
from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.rules.ruleset_data import (
    RulesetError,
    UnknownBaseError,
    canonical_json,
    read_ruleset,
    ruleset_data,
)

STANDARD = RulesetBook.builtin().get("standard-10x10")
FIELDS = list(ruleset_pb2.Ruleset.DESCRIPTOR.fields_by_name)
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-2000, 2000), st.text(max_size=3), st.floats()),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(["squares", "kinds", "row", "column", "letter", "spelling", "count", "bonus"]),
            inner,
        ),
    ),
    max_leaves=8,
)


@settings(max_examples=200)
@given(rulesets())
def test_a_ruleset_reads_back_from_its_data_and_from_the_wire(rules: SlowRules) -> None:
    ruleset = ruleset_of(rules)
    data = ruleset_data(ruleset)
    message = ParseDict(data, ruleset_pb2.Ruleset())
    sent = MessageToDict(message, preserving_proto_field_name=True)
    for again in (data, sent):
        read = read_ruleset(again, lambda _: STANDARD)
        assert read == ruleset
        assert canonical_json(read) == canonical_json(ruleset)


@settings(max_examples=500)
@given(st.dictionaries(st.sampled_from([*FIELDS, "colour"]), VALUES))
def test_data_of_any_shape_is_a_ruleset_or_refused(data: dict[str, Any]) -> None:
    try:
        ruleset = read_ruleset(data, lambda id: STANDARD if id == "standard-10x10" else None)
    except (RulesetError, UnknownBaseError):
        return
    read = read_ruleset(ruleset_data(ruleset), lambda _: STANDARD)
    assert read == ruleset
    assert len(ruleset.digest) == 64


def test_what_is_no_mapping_of_fields_is_refused() -> None:
    with pytest.raises(RulesetError):
        read_ruleset({"scoring": [], "tiles": [], "centre": []}, lambda _: STANDARD)
