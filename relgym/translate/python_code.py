"""Compilation of generated texts; texts that differ only in numbers and names are compiled once.

Problems of one domain have nearly the same texts with other objects, and so with other numbers. A ground task has
thousands of rules that differ only in the names of predicates. Compiling a text takes far longer than replacing numbers
and names in compiled code.

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
>>> for name in ("left_1", "right_1"):
...     exec(code_of(f"{name} = 7\\ndef read_{name}(): return {name}"), scope)
...     scope[f"read_{name}"].__name__, scope[f"read_{name}"]()
('read_left_1', 7)
('read_right_1', 7)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import count
from types import CodeType
from typing import Any

from relgym.tuning.plans import CODE_CACHE_LIMIT

TOKEN = re.compile(r"([a-z0-9](?<![\w.'\"][a-z0-9])(?:(?<=[0-9])[0-9]*\b|(?<=[a-z])[a-z0-9]*_\w*))")
"""Any whole number in a text, or what a decimal one begins with, and any name with an underscore that is no attribute.

Tables, indexes and functions have such names. The pattern begins with a set of characters, for which `re` scans fast.
"""

HOLE = 10**30
"""The placeholder of a form for the first number of a text, `HOLE` + 1 for the second, and so on.

No text contains numbers of this size.
"""

NAME_HOLE = "__"
"""The beginning of the placeholder of a name, before its number. No name in a text begins like this."""

_UNFILLED = ""
"""Stands for holes in strings and in variables of closures, which stay as they are."""

FILE = "<relgym>"
"""The file name in tracebacks of generated code."""


def code_of(text: str) -> CodeType:
    """The code of the text of a module."""
    parts = TOKEN.split(text)
    numbers: list[int] = []
    names: dict[str, int] = {}
    holes: list[int | None] = []
    for token in parts[1::2]:
        if token.isdecimal():
            numbers.append(int(token))
            holes.append(None)
        else:
            holes.append(names.setdefault(token, len(names)))
    form = _form(tuple(parts[::2]), tuple(holes))
    if not form.whole:
        return compile(text, FILE, "exec")
    return form.filled(numbers, {f"{NAME_HOLE}{place}": name for name, place in names.items()})


class CodeForm:
    """A code object with holes for the numbers and the names of its text.

    It is `whole` if all are there, and none where it cannot be filled. Of several numbers with which Python reckons as
    it compiles a text at most one constant is left, so that some are missing then.
    """

    def __init__(self, code: CodeType) -> None:
        self._code = code
        self._inner = [
            (place, CodeForm(item)) for place, item in enumerate(code.co_consts) if isinstance(item, CodeType)
        ]
        constants = [(place, [*_holes(item)]) for place, item in enumerate(code.co_consts)]
        self._own = [place for place, holes in constants if holes]
        self.holes: set[int | str] = {hole for _, holes in constants for hole in holes}
        self.holes.update(name for name in (*code.co_names, *code.co_varnames, code.co_name) if _is_hole(name))
        self.holes.update(_UNFILLED for name in (*code.co_cellvars, *code.co_freevars) if _is_hole(name))
        self.holes.update(*(form.holes for _, form in self._inner))
        self.whole = True

    def filled(self, numbers: list[int], names: Mapping[str, str]) -> CodeType:
        """The code with these numbers and names in the holes."""
        if not self.holes:
            return self._code
        code = self._code
        constants = list(code.co_consts)
        for place in self._own:
            constants[place] = _filled(constants[place], numbers)
        for place, form in self._inner:
            constants[place] = form.filled(numbers, names)
        return code.replace(
            co_consts=tuple(constants),
            co_names=tuple([names.get(name, name) for name in code.co_names]),
            co_varnames=tuple([names.get(name, name) for name in code.co_varnames]),
            co_name=names.get(code.co_name, code.co_name),
            co_qualname=names.get(code.co_qualname, code.co_qualname),
        )


@lru_cache(CODE_CACHE_LIMIT)
def _form(parts: tuple[str, ...], holes: tuple[int | None, ...]) -> CodeForm:
    """The form of a text with a hole after each part but the last: the place of a name, or None for a number."""
    numbers = count()
    placeholders = [f"{HOLE + next(numbers)}" if place is None else f"{NAME_HOLE}{place}" for place in holes]
    text = "".join([part for pair in zip(parts, [*placeholders, ""], strict=True) for part in pair])
    form = CodeForm(compile(text, FILE, "exec"))
    form.whole = form.holes == {*range(next(numbers)), *[each for each in placeholders if _is_hole(each)]}
    return form


def _is_hole(name: str) -> bool:
    return name.startswith(NAME_HOLE)


def _holes(item: Any) -> Iterator[int | str]:
    """Yield the holes in a constant; of a number with a minus sign the constant is negative."""
    if isinstance(item, int):
        if abs(item) >= HOLE:
            yield abs(item) - HOLE
    elif isinstance(item, tuple | frozenset):
        for part in item:
            yield from _holes(part)
    elif isinstance(item, str) and NAME_HOLE in item:
        yield _UNFILLED


def _filled(item: Any, numbers: list[int]) -> Any:
    if isinstance(item, int):
        if abs(item) < HOLE:
            return item
        return numbers[item - HOLE] if item > 0 else -numbers[-item - HOLE]
    if isinstance(item, tuple | frozenset):
        return type(item)([_filled(part, numbers) for part in item])
    return item
