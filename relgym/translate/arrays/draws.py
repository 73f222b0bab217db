"""Draws as arrays: all items at once, each with its own uniform number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from relgym.model.rddl.equations import Equations
from relgym.model.rddl.expressions import (
    INT,
    Constant,
    Draw,
    DrawAny,
    DrawItem,
    DrawVector,
    External,
    Matrix,
    Value,
)
from relgym.translate.arrays.reads import Terms
from relgym.translate.arrays.terms import Axis, Term
from relgym.translate.arrays.values import ArrayValueWriter

_TOGETHER = 4
"""The number of limits with axes from which on they are compared as one array."""


class Chance(NamedTuple):
    """The two sides of a random truth value, which is true where the number is below the probability."""

    probability: Term
    number: Term


class ArrayDrawWriter(ArrayValueWriter):
    """Writes draws, and entries of values that are computed as a whole, such as inverse matrices."""

    def __init__(self, program: Equations, scope: Mapping[str, Any], copies: Axis | None) -> None:
        super().__init__(program, scope, copies)
        # By the texts of draws.
        self.chances: dict[str, Chance] = {}

    def draw(self, value: Draw | DrawItem | DrawAny | DrawVector, terms: Terms) -> Term:
        match value:
            case Draw(distribution, arguments):
                parameters = [self._parameter(part, terms) for part in arguments]
                number, _ = self.uniform(value.uniform, terms)
                if not self.never_wrong(value, terms):
                    self.fail(self.written(_call(f"{distribution}_wrong", "xp", len(parameters)), *parameters))
                if distribution == "Bernoulli":
                    return self.happens(parameters[0], number)
                found = self._scaled(distribution, parameters, number)
                if found is None:
                    text = _call(f"{distribution}_", "xp, special", len(parameters) + 1)
                    found = self.written(text, *parameters, number)
                if self.range_of(value) == INT:
                    # Only counts that are too large for 64 bits are negative.
                    self.fail(self.written("{0} < 0", found))
                return found
            case DrawItem():
                return self._draw_item(value, terms)
            case DrawAny():
                return self._draw_any(value, terms)
            case DrawVector(distribution, (index,)):
                number, axis = self.uniform(value.uniform, terms)
                assert value.uniform is not None
                if axis is None:
                    axis = self.axis(1)
                    number = Term(f"{number.text}[..., None]", (*number.axes, axis))
                places = {axis: self.place(index, terms)}
                slots = [*(self.slot(slot, terms) for slot in value.arguments), (number, (axis,))]
                return self._entry(f"{distribution}_", slots, places)
            case DrawVector():
                raise AssertionError(f"not one index: {value}")

    def _scaled(self, distribution: str, parameters: Sequence[Term], number: Term) -> Term | None:
        """Write a draw with fixed parameters as a shifted and scaled draw of its standard distribution."""
        if not all(term.fixed for term in parameters):
            return None
        match distribution, parameters:
            case "Normal", (start, variance):
                width = self.written("xp.sqrt({0})", variance)
                number = self.written("standard_normal(xp, special, {0})", number)
            case "Uniform", (start, high):
                width = self.written("{1} - {0}", start, high)
            case _:
                return None
        if not self._is(width, 1):
            number = self.written("{0} * {1}", *self.beside(width, number))
        return number if self._is(start, 0) else self.written("{0} + {1}", *self.beside(start, number))

    def _is(self, term: Term, number: float) -> bool:
        """Tell whether a term is this fixed number."""
        return term.fixed and not term.axes and bool(self.known(term) == number)

    def _parameter(self, value: Value, terms: Terms) -> Term:
        """Write a parameter or a weight as a number that a double holds exactly, so that arithmetic does not wrap."""
        term = self.number(value, terms)
        self.exact(value, term)
        return term

    def happens(self, probability: Term, number: Term) -> Term:
        """Write where numbers are below a probability, as in `arrays.draws.bernoulli`."""
        if number.axes and probability.fixed and not probability.axes:
            # Comparing an array with an array is faster than with a number.
            probability = self.kept(np.asarray(float(self.known(probability))))
        found = self.written("{1} < {0}", probability, number)
        self.chances[found.text] = Chance(probability, number)
        return found

    def _draw_item(self, value: DrawItem, terms: Terms) -> Term:
        """Write the number of the drawn item: the count of cumulative weights that are not above the number drawn."""
        places = [number for number, (_, weight) in enumerate(value.weights) if weight != Constant(0)]
        given = {n: self._parameter(part, terms) for n in places if (part := value.weights[n][1]) is not None}
        if len(given) < len(places):
            [rest] = {*places} - {*given}
            missing = self.written("1.0 - {0}", self.joined("{0} + {1}", [*given.values()] or [self.table(0.0)]))
            self.fail(self.written("wrong_rest(xp, {0})", missing))
            given[rest] = self.written("xp.maximum(0.0, {0})", missing)
        if not places:
            self.fail(self.table(True))
            return self.table(0)
        weights = [given[n] for n in places]
        sums = [weights[0]]
        for weight in weights[1:]:
            sums.append(self.written("{0} + {1}", sums[-1], weight))
        least = self.joined("xp.minimum({0}, {1})", weights)
        self._check_weights(value.normalised, least, sums[-1])
        number, _ = self.uniform(value.uniform, terms)
        aim = number if self._is(sums[-1], 1) else self.written("{0} * {1}", *self.beside(number, sums[-1]))
        found = self._counted_below(sums[:-1], aim)
        if places == list(range(len(places))):
            return self.cast(found, "")
        return self.written("{1}.take({0})", self.cast(found, ""), Term(self._row(places), (), fixed=True))

    def _counted_below(self, limits: Sequence[Term], aim: Term) -> Term:
        """Write the count of nondecreasing limits that are not above a number."""
        if len(limits) > 1 and all(term.fixed for term in limits):
            known = [np.asarray(self.known(term), float) for term in limits]
            if not any(term.axes for term in limits):
                if (np.diff(known) >= 0).all():
                    row = self.kept(np.array(known)).text
                    return self.made(f"{row}.searchsorted({aim.text}, side='right')", aim.axes, aim.fixed)
            elif len(limits) >= _TOGETHER and len({term.axes for term in limits}) == 1:
                axis = self.front(len(limits))
                below = self.written("{0} <= {1}", self.kept(np.stack(known), (axis, *limits[0].axes)), aim)
                return self.folded_present("sum", replace(below, truth=True), [axis])
        found = self.table(0)
        for limit in limits:
            found = self.written("{0} + ({1} <= {2})", found, *self.beside(limit, aim))
        return found

    def folded_present(self, operator: str, term: Term, axes: Sequence[Axis]) -> Term:
        raise NotImplementedError

    def _draw_any(self, value: DrawAny, terms: Terms) -> Term:
        inner = self.ranged((value.variable,), terms)
        [axis] = self.axes_of((value.variable,), inner)
        body = self._parameter(value.body, inner)
        if axis not in body.axes:
            body = self.written("{0} + {1}", body, self.table(np.zeros(axis.size or 0), (axis,)))
        axes = body.axes[:-1]
        sums = self.made(f"xp.cumsum({body.text}, axis=-1)", body.axes, body.fixed)
        total = self.made(f"{sums.text}[..., -1]", axes, body.fixed)
        least = self.made(f"xp.minimum.reduce({body.text}, -1)", axes, body.fixed)
        self._check_weights(value.normalised, least, total)
        number, _ = self.uniform(value.uniform, terms)
        aim = self.written("{0} * {1}", number, total)
        lower = self.written("{0} <= {1}", sums, aim)
        found = self.made(f"xp.add.reduce({lower.text}, -1)", lower.axes[:-1], False)
        return self.written(f"xp.minimum({{0}}, {(axis.size or 1) - 1})", found)

    def _check_weights(self, normalised: bool, least: Term, total: Term) -> None:
        self.fail(self.written(f"wrong_{'chances' if normalised else 'weights'}(xp, {{0}}, {{1}})", least, total))

    def _row(self, numbers: Sequence[int]) -> str:
        return self.table(np.array(numbers), (self.axis(len(numbers)),)).text

    def entry(self, value: Matrix | External, terms: Terms) -> Term:
        match value:
            case Matrix(operator, row, column, body):
                inner = self.ranged((row, column), terms)
                axes = self.axes_of((row, column), inner)
                entries = self.full(self.real(body, inner), axes)
                places = dict(zip(axes, (terms[place] for place in value.places), strict=True))
                return self._entry(f"{operator}_", [(entries, axes)], places)
            case External(function, index):
                slots = [self.slot(slot, terms) for slot in value.arguments]
                places = {self.axis(None): self.place(part, terms) for part in index}
                return self._entry(f"external_{function}", slots, places)

    def full(self, term: Term, axes: Sequence[Axis]) -> Term:
        """Return a term with some axes, whether its value depends on them or not."""
        for axis in axes:
            if axis not in term.axes:
                term = self.written("{0} + {1}", term, self.table(np.zeros(axis.size or 0), (axis,)))
        return term

    def _entry(self, function: str, slots: Sequence[tuple[Term, tuple[Axis, ...]]], places: dict[Axis, Term]) -> Term:
        """Write an entry of the result of a function that takes the last axes of its arguments as plain lists."""
        outer = sorted({axis for term, own in slots for axis in term.axes if axis not in own})
        parts = []
        for term, own in slots:
            text = self.aligned(term, [*outer, *own]).text
            parts.append(f"({text}, {len(own)})")
        whole = self.made(f"rows_({function}, {len(places)}, [{', '.join(parts)}], {len(outer)})", tuple(outer), False)
        self.fail(self.made(f"{whole.text}[1]", tuple(outer), False))
        if not places:
            return self.made(f"{whole.text}[0]", tuple(outer), False)
        return self.picked(f"{whole.text}[0]", [*outer, *places], places)


def _call(name: str, first: str, count: int) -> str:
    return f"{name}({first}, {', '.join(f'{{{n}}}' for n in range(count))})"
