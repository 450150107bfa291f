"""What a picture is written with."""

import re
from html import escape

# Compiled when first needed: that takes as long as importing the rest of this package.
_NOT_XML = "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"


def xml(text: str) -> str:
    """Return the text as XML can hold it; what it cannot hold at all becomes U+FFFD.

    >>> xml("<Q&A>")
    '&lt;Q&amp;A&gt;'
    """
    return escape(re.sub(_NOT_XML, "\ufffd", text))


def number(value: float) -> str:
    """Return a length as short as it can be written, to a tenth of a unit.

    >>> number(12.0), number(1 / 3)
    ('12', '0.3')
    """
    return f"{value:.1f}".removesuffix(".0")
