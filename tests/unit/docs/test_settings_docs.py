"""The page of settings is what the settings class says, and a setting can be given in all three places."""

import inspect
import subprocess
import sys
from pathlib import Path

from upwords_referee.cli.serve import serve
from upwords_referee.service.settings.lexicons import KINDS
from upwords_referee.service.settings.model import Settings

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs/settings.md"


def settings_docs(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "scripts/settings-docs"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_the_page_is_what_the_class_says() -> None:
    assert settings_docs("--check").returncode == 0


def test_a_stale_page_is_told(tmp_path: Path) -> None:
    stale = tmp_path / "settings.md"
    stale.write_text(PAGE.read_text("utf-8").replace("whole number", "number"), "utf-8")
    told = settings_docs("--check", "--output", str(stale))
    assert (told.returncode, "is stale" in told.stderr) == (1, True)


def test_every_setting_has_its_row() -> None:
    page = PAGE.read_text("utf-8")
    names = [*Settings.model_fields, *(name for kind in KINDS.values() for name in kind.model_fields)]
    assert {name for name in names if f"\n| `{name}` |" not in page} == {"lexicons", "source"}


def test_every_setting_but_a_password_is_a_flag_of_serve() -> None:
    # A password on a command line can be read by everybody on the machine.
    flags = inspect.signature(serve).parameters.keys() - {"config", "sample"}
    assert flags == (Settings.model_fields.keys() - {"redis_password", "lexicons"}) | {"lexicon"}
