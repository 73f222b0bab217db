"""Output to terminals and files with a limited character set, such as cp1252 or ASCII, or of a width that is unknown.

Known signs are replaced, and other characters are escaped, so that no two names look alike and no output fails.

>>> "3…5 ≤ Größe".encode("ascii", HANDLER).decode()
'3..5 <= Gr\\\\xf6\\\\xdfe'
"""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TextIO

HANDLER = "relgym.spelled"
"""The name under which Python's codecs know how relgym spells what an encoding lacks."""

_SPELLED = {
    "…": "..",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "•": "*",
    "→": "->",
    "←": "<-",
    "✓": "x",
    "█": "#",
    "\N{MULTIPLICATION SIGN}": "x",
    "\N{EN DASH}": "-",
    "\N{EM DASH}": "-",
    "\N{MINUS SIGN}": "-",
    **dict.fromkeys("\N{LEFT SINGLE QUOTATION MARK}\N{RIGHT SINGLE QUOTATION MARK}", "'"),
    **dict.fromkeys("\N{LEFT DOUBLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}", '"'),
    **dict.fromkeys("─━═╌╴╶╸╺", "-"),
    **dict.fromkeys("│┃║", "|"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯╔╗╚╝╠╣╦╩╬┏┓┗┛┡┩╇", "+"),
}
"""ASCII replacements for the characters of relgym's tables, bars and boxes; lines and corners stay one column wide."""


def _spelled(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    parts = [
        _SPELLED.get(c) or c.encode("ascii", "backslashreplace").decode() for c in error.object[error.start : error.end]
    ]
    return "".join(parts), error.end


codecs.register_error(HANDLER, _spelled)

ASCII = "relgym_ascii"
"""ASCII by another name: what prints for us takes a stream of ASCII for a misconfigured one, and writes UTF-8 to it."""


def _ascii(name: str) -> codecs.CodecInfo | None:
    if name != ASCII:
        return None
    plain = codecs.lookup("ascii")
    return codecs.CodecInfo(
        name=ASCII,
        encode=plain.encode,
        decode=plain.decode,
        incrementalencoder=plain.incrementalencoder,
        incrementaldecoder=plain.incrementaldecoder,
        streamwriter=plain.streamwriter,
        streamreader=plain.streamreader,
    )


codecs.register(_ascii)


def printable(text: str, encoding: str) -> str:
    """Return the text as an encoding can show it, to measure its width."""
    return text.encode(encoding, HANDLER).decode(encoding)


@contextmanager
def known_width() -> Iterator[None]:
    """Hide `COLUMNS=0`, by which some programs say that a terminal's width is unknown: nothing fits into no columns."""
    width = os.environ.get("COLUMNS")
    if width is None or width.strip("0"):
        yield
        return
    del os.environ["COLUMNS"]
    try:
        yield
    finally:
        os.environ["COLUMNS"] = width


def carries_all() -> bool:
    """Return True if standard output can show every character."""
    encoding = getattr(sys.stdout, "encoding", None)
    return encoding is None or codecs.lookup(encoding).name.startswith("utf")


@contextmanager
def spelled_output() -> Iterator[None]:
    """Spell what standard output and error cannot show, instead of failing at it."""
    with ExitStack() as restored:
        for stream in (sys.stdout, sys.stderr):
            _spell(stream, restored)
        yield


def _spell(stream: TextIO | None, restored: ExitStack) -> None:
    # Notebooks and tests replace streams by their own; an error handler that somebody has set is kept.
    reconfigure = getattr(stream, "reconfigure", None)
    errors = getattr(stream, "errors", None)
    if stream is None or reconfigure is None or errors not in ("strict", "backslashreplace"):
        return
    encoding = codecs.lookup(stream.encoding).name
    restored.callback(reconfigure, encoding=encoding, errors=errors)
    reconfigure(encoding=ASCII if encoding == "ascii" else encoding, errors=HANDLER)
