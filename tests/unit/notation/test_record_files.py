"""Golden game records: what each file of the folder proves stands in its name.

`canonical-*.gcg` is written as it is read; `lenient-*.gcg` is written as the `.canonical` beside it; of
`bad-*.gcg` the `.errors` beside it tells all that is wrong.
"""

from pathlib import Path

import pytest

from upwords_referee.library.rulesets import RulesetBook
from upwords_referee.notation.record import RecordError, parse_record, write_record

FOLDER = Path(__file__).parent / "records"
RULESETS = RulesetBook.builtin()
# The files with letters beyond those of the English tiles are of no ruleset.
OF_NO_RULESET = {"canonical-names-in-other-scripts", "lenient-latin-1"}


def files(kind: str) -> list[Path]:
    found = sorted(FOLDER.glob(f"{kind}-*.gcg"))
    assert found
    return found


def rewritten(path: Path) -> str:
    rulesets = None if path.stem in OF_NO_RULESET else RULESETS.get
    return write_record(parse_record(path.read_bytes(), rulesets=rulesets), rulesets=rulesets)


@pytest.mark.parametrize("path", files("canonical"), ids=lambda path: path.stem)
def test_a_canonical_record_is_written_as_it_is_read(path: Path) -> None:
    assert rewritten(path).encode() == path.read_bytes()


@pytest.mark.parametrize("path", files("lenient"), ids=lambda path: path.stem)
def test_a_lenient_record_is_written_in_canonical_form(path: Path) -> None:
    canonical = path.with_suffix(".canonical")
    assert rewritten(path).encode() == canonical.read_bytes()
    assert path.read_bytes() != canonical.read_bytes()


@pytest.mark.parametrize("path", files("bad"), ids=lambda path: path.stem)
def test_all_that_is_wrong_with_a_bad_record_is_told_with_its_place(path: Path) -> None:
    with pytest.raises(RecordError) as caught:
        parse_record(path.read_bytes(), rulesets=RULESETS.get)
    assert f"{caught.value}\n" == path.with_suffix(".errors").read_text(encoding="utf-8")
