"""The generated code is that of the protos, and the protos keep what was published."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BUF = Path(sys.executable).parent / "buf"
PUBLISHED = ROOT / "protos/published.binpb"
PACKAGE = Path("protos/upwords/referee/v1")


def buf(*arguments: str | Path, folder: Path = ROOT) -> "subprocess.CompletedProcess[str]":
    command = [str(BUF), *map(str, arguments)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)


def code_in(folder: Path) -> dict[str, str]:
    """Return the generated files by their path in the folder."""
    return {
        str(path.relative_to(folder)): path.read_text(encoding="utf-8")
        for suffix in ("py", "pyi")
        for path in folder.rglob(f"upwords/**/*_pb2*.{suffix}")
    }


def test_the_committed_code_is_that_of_the_protos(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHON": sys.executable}
    subprocess.run([ROOT / "scripts/generate", tmp_path], env=environment, check=True, timeout=60)
    fresh = code_in(tmp_path)
    assert len(fresh) > 15
    assert code_in(ROOT / "server") == fresh


def test_the_protos_pass_lint() -> None:
    outcome = buf("lint", "protos")
    assert outcome.returncode == 0, outcome.stdout


def test_the_protos_keep_what_was_published() -> None:
    outcome = buf("breaking", "protos", "--against", PUBLISHED)
    assert outcome.returncode == 0, outcome.stdout


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the protos, to be changed."""
    for name in ("protos", "third_party"):
        shutil.copytree(ROOT / name, tmp_path / name)
    shutil.copy(ROOT / "buf.yaml", tmp_path)
    return tmp_path


BREAKING = {
    "type of a field": ("verdict.proto", "string reference = 5;", "int32 reference = 5;"),
    "number of a field": ("verdict.proto", "string reference = 5;", "string reference = 6;"),
    "name of a field": ("verdict.proto", "string reference = 5;", "string section = 5;"),
    "field removed": ("board.proto", "  string heights = 2;", ""),
    "presence of a field": (
        "referee_service.proto",
        "optional uint32 bag_count = 10;",
        "uint32 bag_count = 10;",
    ),
    "name of an enum value": ("verdict.proto", "RULE_BARE_S = 15;", "RULE_SINGLE_S = 15;"),
    "method removed": ("lexicon_service.proto", "rpc GetLexicon(", "rpc FetchLexicon("),
    "package of the Go code": ("board.proto", "clients/go/", "go/"),
    "side effects of a method": ("lexicon_service.proto", "NO_SIDE_EFFECTS", "IDEMPOTENT"),
}


@pytest.mark.parametrize("change", BREAKING)
def test_a_change_that_breaks_callers_is_refused(copy: Path, change: str) -> None:
    name, old, new = BREAKING[change]
    file = copy / PACKAGE / name
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    outcome = buf("breaking", "protos", "--against", PUBLISHED, folder=copy)
    assert outcome.returncode == 100, outcome.stdout + outcome.stderr
    assert name in outcome.stdout


def test_an_added_field_is_no_break(copy: Path) -> None:
    file = copy / PACKAGE / "verdict.proto"
    text = file.read_text(encoding="utf-8")
    old = "string reference = 5;"
    assert old in text
    file.write_text(text.replace(old, f"{old}\n  // More.\n  string more = 6;"), encoding="utf-8")
    outcome = buf("breaking", "protos", "--against", PUBLISHED, folder=copy)
    assert outcome.returncode == 0, outcome.stdout


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('  // Section of docs/rules.md, for example "3.8".\n', ""),
        ("RULE_UNSPECIFIED = 0", "RULE_NOTHING = 0"),
        ("string reference = 5;", "string theReference = 5;"),
    ],
    ids=["no comment", "no zero value", "no snake case"],
)
def test_a_proto_without_style_does_not_pass_lint(copy: Path, old: str, new: str) -> None:
    file = copy / PACKAGE / "verdict.proto"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    assert buf("lint", "protos", folder=copy).returncode == 100
