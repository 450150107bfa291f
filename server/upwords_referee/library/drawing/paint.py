"""How shapes get their colours."""

from upwords_referee.library.drawing.colours import DARK, LIGHT


class Paint:
    """Gives shapes the colours of one scheme, or (dark: None) the light ones and, where the reader prefers
    dark, the dark ones.
    """

    def __init__(self, dark: bool | None) -> None:
        self._colours = (DARK if dark else LIGHT).by_role()
        self._both = dark is None

    def __call__(self, fill: str = "", stroke: str = "") -> str:
        """Return the attributes that fill and outline a shape by two roles; either may be left out."""
        roles = [(kind, role) for kind, role in (("fill", fill), ("stroke", stroke)) if role]
        attributes = [f'{kind}="{self._colours[role]}"' for kind, role in roles]
        if self._both:
            attributes.append(f'class="{" ".join(_name(kind, role) for kind, role in roles)}"')
        return " ".join(attributes)

    def style(self) -> list[str]:
        """Return the style sheet that the shapes need, if any."""
        if not self._both:
            return []
        rules = "".join(
            f".{_name(kind, role)}{{{kind}:{colour}}}"
            for role, colour in DARK.by_role().items()
            for kind in ("fill", "stroke")
        )
        return [f"<style>@media (prefers-color-scheme:dark){{{rules}}}</style>"]


def _name(kind: str, role: str) -> str:
    # A style sheet holds for the whole page that a picture is put into: its names are our own.
    return f"upwords-{kind}-{role}"
