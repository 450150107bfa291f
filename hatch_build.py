"""Compiles the engine with mypyc when a wheel is built; without a C compiler the wheel is pure Python.

UPWORDS_COMPILE says otherwise: 0 never compiles, 1 fails where that cannot be done. Run as a program it says
what compiling lacks, if anything.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCE = Path(__file__).resolve().parent / "server"

# What a single play goes through, from the request to the verdict, and the search for plays. Others are not
# worth the compiling.
ENGINE = {
    "rules": "board case exchange_case forming judging letters move rule "
    "ruleset snapshot square table value words",
    "movegen": "crossing errors finder found hand tile_graph",
    "notation": "move",
    "lexicons": "overlay",
    "library": "judge",
    "service": "call known_boards plays question referee wanted",
    "service/conversion": "boards faults moves provenance verdicts words",
}

_COMPILE = """
import sys
from mypyc.build import mypycify
from setuptools import Distribution

into, *files = sys.argv[1:]
flags = ["--ignore-missing-imports", "--explicit-package-bases", "--cache-dir", into + "/types"]
modules = mypycify(
    [*flags, *files], opt_level="3", group_name="upwords_referee", target_dir=into + "/c"
)
command = Distribution({"name": "engine", "ext_modules": modules}).get_command_obj("build_ext")
command.build_lib, command.build_temp = into + "/lib", into + "/objects"
command.ensure_finalized()
command.run()
"""


class EngineBuildHook(BuildHookInterface[Any]):
    """Adds the compiled modules beside their sources, which stay for readers and as a fallback."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Return what compiling needs, if it will be tried."""
        return ["mypy[mypyc]>=1.18"] if _wish() != "0" and not missing() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile into a folder that lives until the wheel is made."""
        if version == "editable" or _wish() == "0":
            return
        if lack := missing():
            self._without(lack)
            return
        self._folder = tempfile.mkdtemp()
        try:
            for path in compile_engine(Path(self._folder)):
                build_data["force_include"][str(path)] = str(path.relative_to(Path(self._folder, "lib")))
        except subprocess.CalledProcessError as error:
            self._without(f"mypyc failed:\n{error.stdout}")
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, *_: object) -> None:
        """Remove the folder."""
        if folder := getattr(self, "_folder", None):
            shutil.rmtree(folder, ignore_errors=True)

    def _without(self, why: str) -> None:
        if _wish() == "1":
            raise RuntimeError(f"UPWORDS_COMPILE=1, but {why}")
        self.app.display_warning(f"The engine stays pure Python: {why}")


def compile_engine(folder: Path) -> list[Path]:
    """Compile the engine into `folder`/lib and return the modules; CalledProcessError with the output."""
    files = [
        f"upwords_referee/{package}/{name}.py" for package, names in ENGINE.items() for name in names.split()
    ]
    command = [sys.executable, "-c", _COMPILE, str(folder), *files]
    environment = {**os.environ, "MYPYPATH": str(SOURCE)}
    subprocess.run(
        command,
        cwd=SOURCE,
        env=environment,
        check=True,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    return sorted((folder / "lib").rglob("*" + sysconfig.get_config_var("EXT_SUFFIX")))


def _wish() -> str:
    wish = os.environ.get("UPWORDS_COMPILE", "auto")
    if wish not in ("0", "1", "auto"):
        raise ValueError(f"UPWORDS_COMPILE is {wish!r}; it can be 0, 1 or auto")
    return wish


def missing() -> str:
    """Return what compiling lacks, in words; empty: nothing."""
    name = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(name) is None:
        return f"there is no C compiler, {name}"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "Python's headers are not installed (on Debian: apt-get install python3-dev)"
    return ""


if __name__ == "__main__":
    sys.exit(missing() or None)
