"""Errors and warnings of the readers: raised at once, or collected while reading goes on.

`report` and `warn` do what loading a file wants: they raise, and warn. Inside `collecting` they keep what is wrong,
and the reader goes on with the next part of the file. A reader calls `report` where it can go on, and raises elsewhere.

>>> from relgym.errors import ModelError
>>> with collecting() as reports:
...     report(ModelError("one"))
...     report(ModelError("two"))
>>> [error.message for error in reports.errors]
['one', 'two']
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TypeVar

from relgym.errors import RelgymError, RelgymWarning
from relgym.model.span import Source, Span
from relgym.tuning.read import ERRORS_LIMIT

Item = TypeVar("Item")
Result = TypeVar("Result")

UNKNOWN_NAME, WRONG_TYPE = "E201", "E210"
"""The codes of errors whose place is a name: one that nothing declares, and one of another type than is wanted."""


EVERY_NAME = "*"
"""In doubt where a section that declares names could not be read."""


@dataclass(slots=True)
class Reports:
    """The errors and warnings of some files, in the order in which they were found.

    `doubted` holds names whose declarations are wrong: what depends on them is not looked at. `part` numbers the parts
    of files: a variable that is unknown or of a wrong type is reported once in each part, any other such name once.
    `kept` holds results for files that are read several times.
    """

    errors: list[RelgymError] = field(default_factory=list)
    warnings: list[RelgymWarning] = field(default_factory=list)
    doubted: set[str] = field(default_factory=set)
    met: int = 0
    left_out: int = 0
    part: int = 0
    kept: dict[Source, object] = field(default_factory=dict)
    _seen: set[tuple[object, ...]] = field(default_factory=set)
    _said: set[str] = field(default_factory=set)

    def add_warning(self, warning: RelgymWarning) -> None:
        """Keep a warning, unless an earlier one says the same of the same place."""
        said = str(warning)
        if said not in self._said:
            self._said.add(said)
            self.warnings.append(warning)

    def add(self, error: RelgymError) -> None:
        """Keep an error, unless it is a consequence of an earlier one or says the same."""
        self.met += 1
        key: tuple[object, ...] = (error.message, error.span)
        if error.code in (UNKNOWN_NAME, WRONG_TYPE) and error.span is not None:
            name = _bare(error.span.source.text[error.span.start : error.span.end])
            if name in self.doubted or (EVERY_NAME in self.doubted and not name.startswith("?")):
                return
            key = (error.message, error.span.source.name, self.part if name.startswith("?") else None)
        if key in self._seen:
            return
        if len(self.errors) == ERRORS_LIMIT:
            self.left_out += 1
            return
        self._seen.add(key)
        self.errors.append(error)
        # What was unusual at first may turn out to be wrong.
        same = (error.message, error.span)
        self.warnings = [warning for warning in self.warnings if (warning.message, warning.span) != same]


_REPORTS: ContextVar[Reports | None] = ContextVar("reports", default=None)

_WARNED: ContextVar[int] = ContextVar("warned", default=0)


@contextmanager
def collecting() -> Iterator[Reports]:
    """Keep the errors and warnings of readers inside, including errors that end the reading of a file."""
    reports = Reports()
    token = _REPORTS.set(reports)
    try:
        yield reports
    finally:
        _REPORTS.reset(token)


def reports_now() -> Reports | None:
    """Return the `Reports` that collect errors at present; None outside of `collecting()`."""
    return _REPORTS.get()


def report(error: RelgymError) -> None:
    """Raise the error, or keep it where errors are collected."""
    reports = _REPORTS.get()
    if reports is None:
        raise error
    reports.add(error)


def warn(
    message: str, span: Span | None, expected: str | None = None, hint: str | None = None, code: str | None = None
) -> None:
    """Tell the user, with the place, how something unusual is understood."""
    warning = RelgymWarning(message, span=span, expected=expected, hint=hint, code=code)
    reports = _REPORTS.get()
    if reports is None:
        _WARNED.set(_WARNED.get() + 1)
        warnings.warn(warning, stacklevel=level_of_user())
    else:
        reports.add_warning(warning)


def level_of_user() -> int:
    """Return the `stacklevel` with which a warning of the calling function names the user's line, not one of relgym."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "relgym":
        frame, level = frame.f_back, level + 1
    return level


def warned() -> int:
    """The number of warnings that this thread has given so far, those that are collected left out."""
    return _WARNED.get()


def reported() -> int:
    """The number of errors met so far, consequences of others included; 0 where errors are raised."""
    reports = _REPORTS.get()
    return 0 if reports is None else reports.met


def doubt(*names: str) -> None:
    """Note that the declarations of these names are wrong, so that what uses them is no further error."""
    reports = _REPORTS.get()
    if reports is not None:
        reports.doubted.update(map(_bare, names))


def in_doubt(name: str) -> bool:
    """Return True if the declaration of a name is known to be wrong."""
    reports = _REPORTS.get()
    return reports is not None and _bare(name) in reports.doubted


@contextmanager
def recovering() -> Iterator[None]:
    """Report an error inside, in a part of a file, and go on after this part."""
    _begin_part()
    try:
        yield
    except RelgymError as error:
        report(error)


def each(read: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
    """Yield `read(item)` for each item, a part of a file; items with errors are reported and left out."""
    for item in items:
        _begin_part()
        try:
            result = read(item)
        except RelgymError as error:
            report(error)
        else:
            yield result


def _begin_part() -> None:
    reports = _REPORTS.get()
    if reports is not None:
        reports.part += 1


def _bare(name: str) -> str:
    """A name as its declaration has it: no case, prime or `@`.

    >>> _bare("@Red"), _bare("lit'")
    ('red', 'lit')
    """
    return name.lower().removeprefix("@").removesuffix("'")
