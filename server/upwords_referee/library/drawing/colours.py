"""The colours of a picture, in a light and in a dark scheme."""

from typing import NamedTuple


class Colours(NamedTuple):
    """The colours of one scheme, each as #rrggbb.

    `faces` are those of the top tile of a stack, by height from one on; higher stacks have the last.
    """

    board: str
    label: str
    square: str
    centre: str
    centre_mark: str
    seam: str
    edge: str
    faces: tuple[str, ...]
    ink: str
    height: str
    played: str
    played_face: str

    def by_role(self) -> dict[str, str]:
        """Return the colours by role: the fields but `faces`, and face1, face2 and so on.

        >>> LIGHT.by_role()["face1"] == LIGHT.faces[0]
        True
        """
        colours = {name: colour for name, colour in self._asdict().items() if name != "faces"}
        return colours | {f"face{height}": face for height, face in enumerate(self.faces, start=1)}


LIGHT = Colours(
    board="#eef1ec",
    label="#56635b",
    square="#dde4dc",
    centre="#cbd9d0",
    centre_mark="#9db5a7",
    seam="#7d6a45",
    edge="#e2cfa2",
    faces=("#fffaf0", "#fdefd2", "#fae3b4", "#f5d597", "#f0c67a"),
    ink="#2a2419",
    height="#8a3512",
    played="#1f5f8b",
    played_face="#1f5f8b",
)
DARK = Colours(
    board="#1d2321",
    label="#a3b0a9",
    square="#2a322f",
    centre="#37453f",
    centre_mark="#5d7368",
    seam="#4a3d24",
    edge="#a48f62",
    faces=("#dcd3bf", "#dbcba9", "#d9c193", "#d7b77e", "#d4ac69"),
    ink="#211c13",
    height="#6e2509",
    played="#7cc4f0",
    played_face="#17507a",
)
