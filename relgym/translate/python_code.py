"""Compilation of generated texts; texts that differ only in numbers are compiled once.

Problems of one domain have nearly the same texts with other objects, and so with other numbers. Compiling a text takes
far longer than replacing numbers in compiled code.

>>> scope = {}
>>> for number in (4, 5):
...     exec(code_of(f"def more(x): return x + {number}"), scope)
...     scope["more"](10)
14
15
>>> for number in (4, 5):
...     exec(code_of(f"def less(x): return (x - {number}, -{number}, -2 - {number}, {number} + 2 - 1, 0.5)"), scope)
...     scope["less"](10)
(6, -4, -6, 5, 0.5)
(5, -5, -7, 6, 0.5)
"""

from __future__ import annotations

import re
from functools import lru_cache
from types import CodeType
from typing import Any

from relgym.tuning.plans import CODE_CACHE_LIMIT

NUMBER = re.compile(r"([^\w.])(\d+)\b")
"""Any whole number in a text, or what a decimal one begins with, and what stands before it."""

HOLE = 10**30
"""The placeholder of a form for the first number of a text, `HOLE` + 1 for the second, and so on.

No text contains numbers of this size.
"""

FILE = "<relgym>"
"""The file name in tracebacks of generated code."""


def code_of(text: str) -> CodeType:
    """The code of the text of a module."""
    parts = NUMBER.split(text)
    numbers = [*map(int, parts[2::3])]
    del parts[2::3]
    form = _form(tuple(parts))
    return form.filled(numbers) if form.whole else compile(text, FILE, "exec")


class CodeForm:
    """A code object with holes for the numbers of its text.

    It is `whole` if all are there. Of several numbers with which Python reckons as it compiles a text at most one
    constant is left, so that some are missing then.
    """

    def __init__(self, code: CodeType) -> None:
        self._code = code
        self._inner = [
            (place, CodeForm(item)) for place, item in enumerate(code.co_consts) if isinstance(item, CodeType)
        ]
        constants = [(place, _holes(item)) for place, item in enumerate(code.co_consts)]
        self._own = [place for place, holes in constants if holes]
        self.holes: set[int] = {hole for _, holes in constants for hole in holes}.union(
            *(form.holes for _, form in self._inner)
        )
        self.whole = True

    def filled(self, numbers: list[int]) -> CodeType:
        """The code with these numbers in the holes."""
        if not self.holes:
            return self._code
        constants = list(self._code.co_consts)
        for place in self._own:
            constants[place] = _filled(constants[place], numbers)
        for place, form in self._inner:
            constants[place] = form.filled(numbers)
        return self._code.replace(co_consts=tuple(constants))


@lru_cache(CODE_CACHE_LIMIT)
def _form(parts: tuple[str, ...]) -> CodeForm:
    """The form of a text that has a number after every other part."""
    numbers = range(HOLE, HOLE + len(parts) // 2)
    text = "".join([f"{parts[2 * n]}{parts[2 * n + 1]}{number}" for n, number in enumerate(numbers)])
    form = CodeForm(compile(text + parts[-1], FILE, "exec"))
    form.whole = form.holes == {*range(len(numbers))}
    return form


def _holes(item: Any) -> list[int]:
    """The places of the holes in a constant; of a number with a minus sign the constant is negative."""
    if isinstance(item, int):
        return [abs(item) - HOLE] if abs(item) >= HOLE else []
    if isinstance(item, tuple | frozenset):
        return [hole for part in item for hole in _holes(part)]
    return []


def _filled(item: Any, numbers: list[int]) -> Any:
    if isinstance(item, int):
        if abs(item) < HOLE:
            return item
        return numbers[item - HOLE] if item > 0 else -numbers[-item - HOLE]
    if isinstance(item, tuple | frozenset):
        return type(item)([_filled(part, numbers) for part in item])
    return item
