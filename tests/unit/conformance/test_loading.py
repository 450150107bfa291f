"""Vectors: files that hold something else are refused, and `repeat` multiplies the sole element."""

import json
from pathlib import Path
from typing import Any

import pytest

from upwords_referee.conformance import vectors
from upwords_referee.conformance.vectors import load

ENTRY: dict[str, Any] = {
    "id": "one",
    "rule": "1",
    "proves": "It.",
    "method": "S/M",
    "request": {"words": ["A"]},
    "response": {"words": [{}]},
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(vectors, "FOLDER", tmp_path)
    return tmp_path


def write(folder: Path, **changes: Any) -> None:
    entry = {key: value for key, value in {**ENTRY, **changes}.items() if value is not None}
    (folder / "file.json").write_text(json.dumps([entry]), encoding="utf-8")


def test_a_vector_is_read(folder: Path) -> None:
    write(folder)
    (vector,) = load()
    assert (vector.file, vector.id, vector.expected) == ("file", "one", {"response": {"words": [{}]}})


def test_the_sole_element_of_a_list_is_repeated_in_request_and_response(folder: Path) -> None:
    write(folder, repeat={"request.words": 3, "response.words": 2})
    (vector,) = load()
    assert vector.request == {"words": ["A", "A", "A"]}
    assert vector.expected == {"response": {"words": [{}, {}]}}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"respones": {}}, "unknown keys"),
        ({"response": None}, "needs a response or an error"),
        ({"error": {"code": "NOT_FOUND"}}, "needs a response or an error"),
        ({"response": None, "error": {"field": "x"}}, "unknown keys in error"),
    ],
)
def test_what_is_no_vector_is_refused(folder: Path, changes: dict[str, Any], said: str) -> None:
    write(folder, **changes)
    with pytest.raises(ValueError, match=said):
        load()
