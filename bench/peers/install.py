"""The installation of the peers, under build/, so that the source tree stays clean."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

from bench.peers.missing import PeersMissingError

OLDEST_NODE = 20

_HOME = Path(__file__).parents[2] / "build" / "bench-peers"
_SOURCE = Path(__file__).with_name("node")
_PROGRAM = "peer.mjs"
_INSTALL = ["install", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts"]
_INSTALL_SECONDS = 300
_TOLD_LINES = 5


class Installed(NamedTuple):
    """The peers, ready to run: the program, the command that runs it, and the versions of the packages."""

    home: Path
    command: list[str]
    versions: dict[str, str]


def install(home: Path = _HOME) -> Installed:
    """Install the peers unless they are there, and return them; PeersMissingError says what is missing."""
    node, npm = _program("node"), _program("npm")
    _check_node(node)
    versions = wanted()
    home.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", _PROGRAM):
        shutil.copyfile(_SOURCE / name, home / name)
    if installed(home, versions) != versions:
        _run(npm, home)
        if (there := installed(home, versions)) != versions:
            raise PeersMissingError(f"npm installed {_told(there)} in place of {_told(versions)}")
    return Installed(home, [node, _PROGRAM], versions)


def wanted() -> dict[str, str]:
    """Return the exact versions that are compared, by package."""
    described = json.loads((_SOURCE / "package.json").read_text("utf-8"))
    return dict(described["dependencies"])


def installed(home: Path, names: dict[str, str]) -> dict[str, str]:
    """Return the versions of those packages that are installed there."""
    found = {}
    for name in names:
        path = home / "node_modules" / name / "package.json"
        if path.is_file():
            found[name] = str(json.loads(path.read_text("utf-8"))["version"])
    return found


def _program(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        raise PeersMissingError(
            f"{name} is not installed; the comparison needs Node.js {OLDEST_NODE} or later, with npm"
        )
    return path


def _check_node(node: str) -> None:
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout.strip()
    version = re.match(r"v(\d+)\.", said)
    if version is None or int(version[1]) < OLDEST_NODE:
        raise PeersMissingError(f"node is {said or 'broken'}; the comparison needs {OLDEST_NODE} or later")


def _run(npm: str, home: Path) -> None:
    try:
        done = subprocess.run(
            [npm, *_INSTALL], cwd=home, capture_output=True, text=True, timeout=_INSTALL_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise PeersMissingError(f"npm did not install the peers in {_INSTALL_SECONDS} s") from None
    if done.returncode:
        last = "\n".join(done.stderr.strip().splitlines()[-_TOLD_LINES:])
        raise PeersMissingError(f"npm could not install the peers (exit code {done.returncode}):\n{last}")


def _told(versions: dict[str, str]) -> str:
    return ", ".join(f"{name} {version}" for name, version in versions.items()) or "nothing"
