"""Array operations with named axes as lines of Python: operands are aligned, and fixed values are computed in advance.

An axis stands for a variable, or for the copies of an instance that are stepped together. Axes have ranks, outer ones
first; an array has some of them, in the order of their ranks, so that broadcasting does the rest. No line is written
twice, and a line that nothing needs is left out in the end.

>>> import numpy
>>> lines = Lines({"xp": numpy})
>>> row, column = lines.axis(2), lines.axis(3)
>>> rows, columns = lines.table(numpy.array([10, 20]), (row,)), Term("f1", (column,))
>>> total = lines.written("{0} + {1}", rows, columns)
>>> lines.needed([total.text])
([], ['(c2 + f1)'])
>>> lines.constant("c2").tolist()
[[10], [20]]
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

import numpy as np

from relgym.errors import BackendError
from relgym.model.rddl.expressions import BOOL, INT, REAL

TYPES: Mapping[str, type] = {BOOL: np.bool_, INT: np.int64, REAL: np.float64}
"""The array types of the values of functions; an item is its number."""

_DEEPEST = 20
"""The largest nesting depth of expressions in a line; Python itself allows about a hundred brackets."""

_NAME = re.compile(r"\b[cfvw][0-9]+\b")


@dataclass(frozen=True, slots=True, order=True)
class Axis:
    """One direction of arrays; that of the copies has no size yet."""

    rank: float
    size: int | None = None


@dataclass(frozen=True, slots=True)
class Term:
    """An array, or a number, by the text that gives it; `fixed` if it never changes.

    `whole` is the axis whose numbers it is, where it is just those: the value of a variable; and `truth` says that it
    is known to hold truth values.
    """

    text: str
    axes: tuple[Axis, ...] = ()
    fixed: bool = False
    whole: Axis | None = None
    truth: bool = field(default=False, compare=False)


ROOM = 2**27
"""The most elements of one array of an instance: a gigabyte of doubles, half of the memory of a call by default."""

WATCHED = 2**20
"""Elements of an array from which on a question looks at the clock between its lines."""


PARTS = 50_000
"""The most operations on arrays that are written for one question, in about a second; nests may have more."""


class TooLarge(BackendError):
    """A question needs an array of more than `ROOM` elements, or more than `PARTS` arrays; in lists it needs none."""


class Lines:
    """Lines of one program; `scope` is what they may call, and `xp` in it what is computed beforehand with.

    `largest` is how many elements the largest array has for each copy, `elements` how many all have together.
    """

    def __init__(self, scope: Mapping[str, Any]) -> None:
        self._scope = {**scope}
        self._lines: list[tuple[str, str]] = []
        self._texts: dict[str, str] = {}
        self._axes = 0
        self._fronts = 0
        self._count = 0
        self._constants = 0
        self._made = 0
        self.largest = 1
        self.elements = 0

    def axis(self, size: int | None) -> Axis:
        """A new axis, within all others."""
        self._axes += 1
        return Axis(self._axes, size)

    def front(self, size: int) -> Axis:
        """A new axis around all others but that of the copies: to sum along it is to add whole arrays."""
        self._fronts += 1
        return Axis(1 / (self._fronts + 1), size)

    def table(self, values: Any, axes: tuple[Axis, ...] = (), whole: Axis | None = None) -> Term:
        """Make a fixed array, or a literal for a finite number."""
        if not axes and np.ndim(values) == 0:
            number = values.item() if hasattr(values, "item") else values
            if isinstance(number, int) and not -(2**63) <= number < 2**63:
                # The value that led to it is recorded elsewhere as too large.
                number = 0
            if math.isfinite(number):
                # In brackets: a sign before a name binds less than a power.
                return Term(repr(number) if number >= 0 else f"({number!r})", (), fixed=True)
        return self.kept(values, axes, whole)

    def kept(self, values: Any, axes: tuple[Axis, ...] = (), whole: Axis | None = None) -> Term:
        """Make a fixed array or number under a name."""
        self._constants += 1
        name = f"c{self._constants}"
        self._scope[name] = values
        return Term(name, axes, fixed=True, whole=whole)

    def constant(self, name: str) -> Any:
        """Return the array with a name."""
        return self._scope[name]

    def known(self, term: Term) -> Any:
        """Return the value of a fixed term."""
        assert term.fixed, term
        return eval(term.text, self._scope)

    def written(self, template: str, *terms: Term, axes: Iterable[Axis] | None = None, fixed: bool = True) -> Term:
        """Fill a template with terms aligned to the union of their axes; `axes` are those of the result, if others."""
        union = tuple(sorted({axis for term in terms for axis in term.axes}))
        text = template.format(*(self.aligned(term, union).text for term in terms))
        return self.made(
            text, union if axes is None else tuple(axes), fixed=fixed and all(term.fixed for term in terms)
        )

    def made(self, text: str, axes: tuple[Axis, ...], fixed: bool) -> Term:
        """Return the value of a text, computed now if it is fixed, otherwise by a line."""
        size = prod(axis.size or 1 for axis in axes)
        self._made += 1
        if self._made > PARTS:
            raise TooLarge(
                f"a question has more than {PARTS:,} parts as operations on arrays", hint="nest fewer aggregates"
            )
        if size > ROOM:
            raise TooLarge(
                f"an array of {size:,} numbers is needed, for one instance",
                expected=f"at most {ROOM:,}",
                hint="make the types smaller, or sum over fewer variables at once",
            )
        if fixed:
            name = self._texts.get(text)
            if name is not None:
                return Term(name, axes, fixed=True)
            with np.errstate(all="ignore"):
                try:
                    term = self.table(eval(text, self._scope), axes)
                except ArithmeticError:
                    # The text may stand in a branch that is never taken.
                    term = self.table(np.asarray(np.nan), axes)
            self._texts[text] = term.text
            return term
        name = self._texts.get(text)
        if name is None:
            self._count += 1
            name = self._texts[text] = f"v{self._count}"
            self._lines.append((name, text))
            self.largest = max(self.largest, size)
            self.elements += size
        return Term(name, axes)

    def joined(self, template: str, terms: Sequence[Term]) -> Term:
        """Combine several terms from the left by a template for two."""
        found, *others = terms
        for term in others:
            found = self.written(template, found, term)
        return found

    def aligned(self, term: Term, axes: Sequence[Axis]) -> Term:
        """A term with an axis of size 1 for each of `axes` that it lacks, but for those before all of its own."""
        if not term.axes:
            return term
        wanted = [axis for axis in axes if axis >= term.axes[0]]
        if tuple(wanted) == term.axes:
            return term
        index = ", ".join(":" if axis in term.axes else "None" for axis in wanted)
        text = f"{term.text}[{index}]"
        # The axes stay those that it has: the others are of size 1.
        return self.made(text, term.axes, fixed=True) if term.fixed else Term(text, term.axes)

    def in_order(self, text: str, axes: Sequence[Axis], fixed: bool) -> Term:
        """The value of a text that has its axes in another order."""
        order = sorted(range(len(axes)), key=lambda place: axes[place])
        if order != list(range(len(axes))):
            # The method is four times as fast as the function.
            text = f"{text}.transpose({tuple(order)})"
        elif text.isidentifier():
            return Term(text, tuple(axes), fixed)
        return self.made(text, tuple(sorted(axes)), fixed)

    def resting(self, texts: Sequence[str]) -> tuple[list[tuple[str, str]], Counter[str]]:
        """The names and texts of the lines that some texts rest on, in order, and how often each name is used."""
        uses = Counter(name for text in texts for name in _NAME.findall(text))
        lines = []
        for name, text in reversed(self._lines):
            if uses[name]:
                uses.update(_NAME.findall(text))
                lines.append((name, text))
        return lines[::-1], uses

    def needed(self, texts: Sequence[str]) -> tuple[list[str], list[str]]:
        """The lines that some texts rest on, in order, and these texts.

        A value that is used once is inlined, and a name that is no longer used is deleted, so that the memory of large
        arrays is soon free again.
        """
        lines, uses = self.resting(texts)
        within: dict[str, tuple[str, int]] = {}
        found = []
        for name, text in lines:
            whole, depth = _inserted(text, within)
            if uses[name] == 1 and depth < _DEEPEST:
                within[name] = f"({whole})", depth + 1
            else:
                found.append((name, whole))
        last = [_inserted(text, within)[0] for text in texts]
        return _given_up(found, last), last


def _inserted(text: str, within: Mapping[str, tuple[str, int]]) -> tuple[str, int]:
    """A text with others in the places of their names, and how deep these stand in it."""
    names = [name for name in _NAME.findall(text) if name in within]
    depth = max((within[name][1] for name in names), default=0)
    return _NAME.sub(lambda match: within.get(match[0], (match[0], 0))[0], text) if names else text, depth


def _given_up(lines: Sequence[tuple[str, str]], last: Sequence[str]) -> list[str]:
    """The lines, after each of which the names go that are not used again."""
    kept = {name for text in last for name in _NAME.findall(text)}
    own = {name for name, _ in lines}
    found = []
    for name, text in reversed(lines):
        ended = sorted(({*_NAME.findall(text)} & own) - kept)
        kept.update(ended)
        found += [f"del {', '.join(ended)}"] if ended else []
        found.append(f"{name} = {text}")
    return found[::-1]


def constants_in(texts: Iterable[str]) -> list[str]:
    """The names of tables in some texts, in order."""
    names = {name for text in texts for name in _NAME.findall(text) if name.startswith("c")}
    return sorted(names, key=lambda name: int(name[1:]))
