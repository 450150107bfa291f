"""Make what the package takes from the protos: their image, and the types of its messages.

The build of the package calls it; by hand: python build_contract.py
"""

import re
import tempfile
from importlib import resources
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = Path(__file__).parent
PACKAGE = HERE / "src" / "upwords_referee_client"
# In the repository the protos are shared by all clients; a source distribution carries its own.
ROOT = HERE if (HERE / "protos").is_dir() else HERE.parents[1]

_HEADING = '"""The messages and enums of upwords.referee.v1; generated from the protos."""\n\n'


class ContractHook(BuildHookInterface[Any]):
    """Makes the files before a wheel, an editable install or a source distribution is built."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Make the files."""
        make()


def make() -> None:
    """Write `contract.binpb` and `messages.pyi` into the package."""
    # Not at the top: a build loads this file before it installs what it needs.
    from grpc_tools import protoc  # noqa: PLC0415

    files = sorted(
        str(path.relative_to(ROOT / "protos")) for path in (ROOT / "protos/upwords").rglob("*.proto")
    )
    paths = [ROOT / "protos", ROOT / "third_party", Path(str(resources.files("grpc_tools") / "_proto"))]
    with tempfile.TemporaryDirectory() as folder:
        options = [f"-I{path}" for path in paths]
        options += [
            "--include_imports",
            f"--descriptor_set_out={PACKAGE / 'contract.binpb'}",
            f"--pyi_out={folder}",
        ]
        if protoc.main(["protoc", *options, *files]):
            raise RuntimeError("the protos cannot be compiled")
        stubs = [path.read_text(encoding="utf-8") for path in sorted(Path(folder).rglob("*_pb2.pyi"))]
    (PACKAGE / "messages.pyi").write_text(_HEADING + merged(stubs), encoding="utf-8")


def merged(stubs: list[str]) -> str:
    """Return stubs of one proto package as one: its names are unique in it, and need no module."""
    imports, bodies = set(), []
    for stub in stubs:
        lines = stub.splitlines()
        imports |= {line for line in lines if re.match(r"(from|import) ", line) and " upwords." not in line}
        body = [line for line in lines if not re.match(r"from |import |DESCRIPTOR: ", line)]
        # One module's name for another, but for the one of google.rpc.
        text = re.sub(r"_(?!status_pb2)\w+_pb2\.", "", "\n".join(body)).strip()
        # Of what a message may be made from, the keys are the names of its fields.
        bodies.append(text.replace("_Mapping]", "_Mapping[str, object]]"))
    return "\n".join([*sorted(imports), "", "\n\n".join(bodies), ""])


if __name__ == "__main__":
    make()
