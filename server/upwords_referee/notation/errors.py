"""What is wrong with a text."""


class NotationError(ValueError):
    """A text that is no notation; `column` is the 1-based place of the fault, 0 when it is the whole text."""

    def __init__(self, message: str, column: int = 0) -> None:
        super().__init__(f"{message} (at character {column})" if column else message)
        self.column = column


def quoted(text: str) -> str:
    """Return the text in quotes for a message, cut when long, with nothing unprintable in it."""
    shown = text if len(text) <= 40 else text[:37] + "..."
    return '"' + "".join(c if c.isprintable() else "?" for c in shown) + '"'
