"""One stack of a picture: its tiles seen from the front, one above the other, the letter on the topmost."""

from upwords_referee.library.drawing.paint import Paint
from upwords_referee.library.drawing.text import number, xml

SQUARE = 100
"""The side of a square, in units of the picture."""
MOST_LAYERS = 8
"""The most tiles of a stack that are drawn; its number tells of more."""

_LEFT, _WIDTH, _FACE, _FOOT = 8, 84, 72, 94
_RISE, _MOST_RISE = 5.4, 27
_HALO = 6


def draw_stack(
    paint: Paint, x: float, y: float, height: int, text: str, *, shade: int, played: bool
) -> list[str]:
    """Return the shapes of a stack on the square whose corner is (x, y).

    `text` is what its top tile spells, `shade` the number of the colour of its face.
    """
    layers = min(height, MOST_LAYERS)
    rise = min(_RISE, _MOST_RISE / layers)
    face = y + _FOOT - layers * rise - _FACE
    shapes = []
    if played:
        halo = _box(x + _LEFT - _HALO, face - _HALO, _WIDTH + 2 * _HALO, y + _FOOT - face + 2 * _HALO, 14)
        shapes.append(f"<rect {halo} {paint('played')}/>")
    for layer in range(layers):
        body = _box(x + _LEFT, y + _FOOT - layer * rise - rise - _FACE, _WIDTH, _FACE + rise, 9)
        shapes.append(f'<rect {body} {paint("edge", "seam")} stroke-width="2"/>')
    shapes.append(
        f'<rect {_box(x + _LEFT, face, _WIDTH, _FACE, 9)} {paint(f"face{shade}", "seam")} stroke-width="2"/>'
    )
    if played:
        corner = f"M{number(x + _LEFT + 4)} {number(face + 22)}v-12q0 -6 6 -6h12z"
        shapes.append(f'<path d="{corner}" {paint("played_face")}/>')
    shapes += _letters(paint, x, face, height, text)
    return shapes


def _letters(paint: Paint, x: float, y: float, height: int, text: str) -> list[str]:
    """Return what is written on a face whose top is at y: the letter and, at its right below, the height."""
    count = str(height) if height > 1 else ""
    # The letter makes room for the number, a long spelling more so.
    centre, middle = x + SQUARE / 2 - 7 * len(count), y + _FACE / 2
    size = min(54, (_WIDTH - 12 * len(count)) / (0.5 + 0.62 * len(text)))
    if count:
        middle -= 4 if len(text) == 1 else 10
    at = f'x="{number(centre)}" y="{number(middle + 0.36 * size)}"'
    shapes = [f'<text {at} font-size="{number(size)}" {paint("ink")}>{xml(text)}</text>']
    if count:
        at = f'x="{number(x + _LEFT + _WIDTH - 5)}" y="{number(y + _FACE - 6)}"'
        shapes.append(f'<text {at} font-size="33" text-anchor="end" {paint("height")}>{count}</text>')
    return shapes


def _box(x: float, y: float, width: float, height: float, round: float) -> str:
    names = ("x", "y", "width", "height", "rx")
    return " ".join(f'{n}="{number(v)}"' for n, v in zip(names, (x, y, width, height, round), strict=True))
