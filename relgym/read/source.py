"""From a path or a text to a `Source`: bytes checked and decoded, line ends made one; and comments blanked.

>>> read_source("(define (domain d))", "domain").name
'<domain>'
"""

from __future__ import annotations

import os
import re
import reprlib
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Self

from relgym.errors import ParseError, RelgymError
from relgym.model.span import Source, Span
from relgym.read.files import read_bytes

_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x19\x1b-\x1f\x7f]")
"""Bytes that no text has; form feeds and the end mark of DOS are not among them."""

_PDDL_COMMENT = re.compile(r";[^\n]*")
_RDDL_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)

PathOrText = str | os.PathLike[str]
"""A `Text`, a path, or a `str` that is either: `is_text` says which."""


class Text(str):
    r"""A text of PDDL or RDDL that is never taken for a path, whatever it contains.

    Use it for texts from elsewhere: a plain `str` of one line may be the name of a file, which is then read. It ends
    with a line break, by which a plain `str`, for example after JSON, is still recognised as a text.

    >>> Text("/etc/hosts")
    Text('/etc/hosts\n')

    Args:
        text: The text.

    Raises:
        RelgymError: `text` is not a `str`.
    """

    __slots__ = ()

    def __new__(cls, text: str) -> Self:
        """Make a text; a line break is added if it has none."""
        if not isinstance(text, str):
            raise RelgymError(f"{text!r} is not a text", expected="a str", hint="a path is given as it is")
        return super().__new__(cls, text if "\n" in text else f"{text}\n")

    def __repr__(self) -> str:
        return f"Text({super().__repr__()})"


def file_beside(domain: PathOrText, name: str) -> Path | None:
    """Return the path of a file beside a domain's file; `None` if there is none, or the domain is a text."""
    if isinstance(domain, str) and is_text(domain):
        return None
    path = Path(domain).parent / name
    return path if path.is_file() else None


def without_pddl_comments(text: str) -> str:
    """Return a PDDL text with spaces in place of every comment."""
    return _PDDL_COMMENT.sub(lambda match: " " * len(match[0]), text) if ";" in text else text


def without_rddl_comments(text: str) -> str:
    """Return an RDDL text with spaces in place of every comment."""
    return _RDDL_COMMENT.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""The byte order mark, with which some systems begin UTF-8 files."""


def read_source(
    path_or_text: PathOrText, role: str, without_comments: Callable[[str], str] = without_pddl_comments
) -> Source:
    """Read a file, or take a text, and give it a name for messages.

    A `Text`, a `str` with a line break, one that starts a comment, one with `(` or `{` that is no file's name, and an
    empty one are text and called `<role>`; every other `str`, and every `os.PathLike`, is a path.

    Args:
        path_or_text: The path or the text.
        role: The role of the file in messages, such as `domain`.
        without_comments: Blanks the comments of the language.

    Returns:
        The source.

    Raises:
        ParseError: The file is missing, unreadable, too large, binary or (outside comments) not UTF-8.
    """
    if isinstance(path_or_text, str) and is_text(path_or_text):
        # A text may have been read from a file that begins with a byte order mark.
        return Source(f"<{role}>", _one_line_end(path_or_text.removeprefix(MARK)))
    path = as_path(path_or_text)
    try:
        data = read_bytes(path)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ParseError(
            f"cannot read the {role} file {path!r}: {reason}",
            expected="a file's path, or the text itself",
            hint=_beside(Path(path)) if isinstance(error, FileNotFoundError) else None,
            code="E101",
        ) from None
    except ValueError:
        raise ParseError(
            f"cannot read the {role} file {path!r}: no file's name has such characters", code="E101"
        ) from None
    return Source(path, _one_line_end(_decode(data, path, without_comments)))


def role_of(domain: PathOrText, problem: PathOrText, role: str) -> str:
    """Return the role of a problem's text in messages: that of the domain, if one text holds both."""
    return "domain" if problem == domain else role


def listed(given: PathOrText | Iterable[PathOrText]) -> tuple[str, ...]:
    """One path or text, or several, as texts that JSON can hold."""
    many = list(given) if isinstance(given, Iterable) and not isinstance(given, str | bytes) else [given]
    return tuple(map(as_path, many))


def as_path(given: PathOrText) -> str:
    """Return a path or text as a `str`; raises `RelgymError` for other values."""
    path = os.fspath(given) if isinstance(given, str | os.PathLike) else None
    if not isinstance(path, str):
        raise RelgymError(
            f"{reprlib.repr(given)} is neither a path nor a text", expected="a file's path, or the text itself"
        )
    return path


def first_of(files: Sequence[str], role: str) -> str:
    """The first of some paths or texts; raises `RelgymError` if there is none."""
    if not files:
        raise RelgymError(f"there is no {role}", expected="a file's path, or the text itself")
    return files[0]


def _beside(path: Path) -> str | None:
    """A hint at the file of the same folder whose name is spelled most like the one that is not there.

    It must be so without its ending, too: nearly all files there have the same one.
    """
    try:
        there = [file.name for file in sorted(path.parent.iterdir()) if get_close_matches(path.stem, [file.stem])]
    except OSError:
        return None
    near = get_close_matches(path.name, there, n=1)
    return f"did you mean '{path.parent / near[0]}'?" if near else None


def is_text(given: str) -> bool:
    """Return True if the argument is a text itself, by the rules of `read_source`, and not a path."""
    if isinstance(given, Text) or "\n" in given or not given.strip() or given.lstrip().startswith(";"):
        return True
    return ("(" in given or "{" in given) and not os.path.exists(given)


def _one_line_end(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _decode(data: bytes, path: str, without_comments: Callable[[str], str]) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise ParseError(f"{path} is UTF-16 text", expected="text in UTF-8", code="E101")
    if _CONTROL.search(data):
        raise ParseError(f"{path} is a binary file", expected="text in UTF-8", code="E101")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        # Old files have accents in their comments; those do no harm.
        text = data.decode("utf-8-sig", errors="replace")
        at = without_comments(text).find("\N{REPLACEMENT CHARACTER}")
        if at >= 0:
            place = Span(Source(path, text), at, at + 1)
            raise ParseError("this is not UTF-8", span=place, expected="text in UTF-8", code="E101") from None
        return text
