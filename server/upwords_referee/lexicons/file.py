"""Lexica in files."""

import zlib
from gzip import BadGzipFile, GzipFile
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from upwords_referee.lexicons.build import build_lexicon
from upwords_referee.lexicons.compact import KEPT, MAGIC, CompactLexicon
from upwords_referee.lexicons.errors import LexiconError
from upwords_referee.lexicons.lines import parse_entries, parse_words
from upwords_referee.lexicons.word_list import WordList
from upwords_referee.rules.words import WordStatus

MAX_BYTES = 256 * 2**20
"""Bytes of the largest file, unpacked."""

_GZIP_MAGIC = b"\x1f\x8b"


def open_lexicon(path: str | Path, id: str = "") -> CompactLexicon | WordList:
    """Return the lexicon in a file: a compact one or a word list, either also in gzip, known by its content.

    Lines of a list may have a status, as `parse_entries` takes them. An empty `id` stands for the compact
    lexicon's own, or for the list's file name up to its first dot. LexiconError as for
    `CompactLexicon.from_bytes` and `read_word_list`.
    """
    raw = read_bytes(path)
    if raw.startswith(MAGIC):
        return CompactLexicon.from_bytes(raw, str(path), id)
    id = id or Path(path).name.partition(".")[0]
    entries = parse_entries(raw, str(path), KEPT)
    if all(status is WordStatus.ACCEPTABLE for _, status in entries):
        return WordList(id, [word for word, _ in entries])
    return CompactLexicon.from_bytes(build_lexicon(entries, id="list"), str(path), id)


def read_word_list(
    path: str | Path,
    id: str,
    *,
    name: str = "",
    language: str = "",
    edition: str = "",
    licence: str = "",
) -> WordList:
    """Return the lexicon in a file, plain or gzip (known by its first bytes, whatever the name).

    The text is as `parse_words` takes it, at most 256 MB unpacked. LexiconError if the file cannot be read
    or unpacked, is too large, holds no word, or has a line that is no word.
    """
    words = parse_words(read_bytes(path), str(path))
    return WordList(id, words, name=name, language=language, edition=edition, licence=licence)


def read_bytes(path: str | Path) -> bytes:
    """Return the content of a file, unpacked if it is gzip; LexiconError as for `read_word_list`."""
    try:
        with Path(path).open("rb") as stream:
            raw = _read_bounded(stream, f'word list "{path}" is larger than')
    except FileNotFoundError:
        raise LexiconError(f'word list "{path}" does not exist; check the path') from None
    except IsADirectoryError:
        raise LexiconError(f'word list "{path}" is a directory; name the file in it') from None
    except PermissionError:
        raise LexiconError(f'word list "{path}" may not be read; check its permissions') from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise LexiconError(f'word list "{path}" cannot be read ({reason}); check the path') from error
    return _unpack(raw, path) if raw.startswith(_GZIP_MAGIC) else raw


def _unpack(raw: bytes, path: str | Path) -> bytes:
    try:
        with GzipFile(fileobj=BytesIO(raw)) as stream:
            return _read_bounded(stream, f'word list "{path}" unpacks to more than')
    except (BadGzipFile, EOFError, zlib.error) as error:
        raise LexiconError(f'word list "{path}" is broken gzip ({error}); copy or pack it again') from error


def _read_bounded(stream: BinaryIO | GzipFile, too_large: str) -> bytes:
    raw = stream.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise LexiconError(f"{too_large} {MAX_BYTES // 2**20} MB; bring a smaller list")
    return raw
