"""Read arrays at given places: values of functions, uniform numbers, entries of matrices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, NamedTuple

import numpy as np

from relgym.model.rddl.equations import Equations, Function
from relgym.model.rddl.expressions import Item, Slot, Uniform, Value
from relgym.model.terms import Variable
from relgym.translate.arrays.terms import Axis, Lines, Term

Terms = Mapping[Variable, Term]
"""The numbers of the items that the variables in scope are."""

_MANY = 100
"""The number of entries from which on they are copied to contiguous memory."""


@dataclass(frozen=True, slots=True)
class Stored:
    """An array with an axis for each parameter, after that of the copies if there is one for each: `batched`."""

    text: str
    sizes: tuple[int, ...]
    batched: bool
    fixed: bool


class TakenOut(NamedTuple):
    """An array of which some entries are taken, and their places in its row of all entries."""

    array: Term
    places: Term


class ReadWriter(Lines):
    """Writes what is read; `copies` is the axis of the copies, none where one instance is computed by itself."""

    def __init__(self, program: Equations, scope: Mapping[str, Any], copies: Axis | None) -> None:
        super().__init__(scope)
        self.program = program
        self.copies = copies
        self.around: tuple[Axis, ...] = () if copies is None else (copies,)
        self._stored: dict[Function, Stored] = {}
        # The constants of which a number is beyond 64 bits.
        self.too_large: set[Function] = set()
        # Of tables, by their texts: the number that each entry is, or the table.
        self._singles: dict[str, Term] = {}
        # Of what was taken out of an array, by its text: the array and the places.
        self.taken_out: dict[str, TakenOut] = {}

    def written(self, template: str, *terms: Term, axes: Iterable[Axis] | None = None, fixed: bool = True) -> Term:
        batched = {axis for term in terms if self.copies in term.axes for axis in term.axes}
        if batched:
            # Along a short axis of a table NumPy goes step by step; a single number is as fast as it can be.
            terms = tuple(self.single(term) if term.fixed and {*term.axes} <= batched else term for term in terms)
        return super().written(template, *terms, axes=axes, fixed=fixed)

    def single(self, term: Term) -> Term:
        """A table of which all entries are the same, as one number."""
        if not term.axes:
            return term
        found = self._singles.get(term.text)
        if found is None:
            known = np.asarray(self.known(term))
            same = known.size > 0 and known.tobytes() == known.size * known.flat[0].tobytes()
            found = self._singles[term.text] = self.table(known.flat[0]) if same else term
        return found

    def ranged(self, variables: Sequence[Variable], terms: Terms) -> Terms:
        """The terms, and those of variables each of which gets an axis of its own."""
        inner = dict(terms)
        for variable in variables:
            axis = self.axis(self.program.size(variable.types[0]))
            inner[variable] = self.numbers(axis)
        return inner

    def numbers(self, axis: Axis) -> Term:
        """The numbers of an axis."""
        return self.table(np.arange(axis.size or 0), (axis,), whole=axis)

    def axes_of(self, variables: Sequence[Variable], terms: Terms) -> tuple[Axis, ...]:
        """The axes of variables that have one each."""
        found = []
        for variable in variables:
            axis = terms[variable].whole
            assert axis is not None
            found.append(axis)
        return tuple(found)

    def read(self, stored: Stored, places: Sequence[Term]) -> Term:
        """Read an array at some places, one for each of its axes except that of the copies."""
        lead = self.around if stored.batched else ()
        if not places:
            return Term(stored.text, lead, stored.fixed)
        axes = [place.whole for place in places if place.whole is not None]
        numbers = [place.text for place in places if not place.axes and place.fixed]
        if len(axes) + len(numbers) == len(places) and len({*axes}) == len(axes):
            text = stored.text
            if numbers and not lead and prod(axis.size or 1 for axis in axes) >= _MANY:
                # Copy strided entries to contiguous memory once; later operations on them are faster.
                for number, place in reversed([*enumerate(places)]):
                    if place.whole is None:
                        text = f"xp.take({text}, {place.text}, axis={number})"
                return self.in_order(text, axes, stored.fixed)
            if numbers:
                index = [":"] * len(lead) + [":" if place.whole else place.text for place in places]
                text = f"{text}[{', '.join(index)}]"
                if len(numbers) < len(places) or lead:
                    return self.in_order(text, (*lead, *axes), stored.fixed)
                return self.made(text, (), stored.fixed)
            return self.in_order(text, (*lead, *axes), stored.fixed)
        return self._taken(stored, places)

    def _taken(self, stored: Stored, places: Sequence[Term]) -> Term:
        """Read an array at computed places, with `take` on the flat array."""
        strides = [prod(stored.sizes[place + 1 :]) for place in range(len(stored.sizes))]
        parts = [
            part if stride == 1 else self.written(f"{{0}} * {stride}", part)
            for part, stride in zip(places, strides, strict=True)
        ]
        index, *others = parts
        for part in others:
            index = self.written("{0} + {1}", index, part)
        if not stored.batched:
            # Without an axis, `take` counts along the whole array.
            found = self.made(f"{stored.text}.take({index.text})", index.axes, stored.fixed and index.fixed)
            self.taken_out[found.text] = TakenOut(Term(stored.text, (), stored.fixed), index)
            return found
        assert self.copies is not None
        size = prod(stored.sizes)
        if self.copies in index.axes:
            index = self.written(f"{{0}} + {{1}} * {size}", index, Term("xp.arange(n)", (self.copies,)))
            return self.made(f"{stored.text}.take({index.text})", index.axes, False)
        rows = stored.text if len(stored.sizes) == 1 else f"{stored.text}.reshape((n, {size}))"
        return self.made(f"{rows}.take({index.text}, axis=1)", (self.copies, *index.axes), False)

    def narrow(self, term: Term) -> Term:
        """Truth values as the narrow numbers that they are; an array of which some are taken is looked at once."""
        taken = self.taken_out.get(term.text)
        if taken is None:
            return self.made(f"{term.text}.view(xp.int8)", term.axes, term.fixed)
        whole = self.made(f"{taken.array.text}.view(xp.int8)", (), term.fixed)
        return self.made(f"{whole.text}.take({taken.places.text})", term.axes, term.fixed)

    def picked(self, text: str, axes: Sequence[Axis], places: Mapping[Axis, Term]) -> Term:
        """The entries of an array at places on some of its axes; the others stay."""
        terms = []
        for axis in axes:
            if axis in places:
                terms.append(places[axis])
            elif axis == self.copies:
                terms.append(Term("xp.arange(n)", (axis,)))
            else:
                terms.append(self.numbers(axis))
        union = sorted({axis for term in terms for axis in term.axes})
        index = ", ".join(self.aligned(term, union).text for term in terms)
        return self.made(f"{text}[{index}]", tuple(union), False)

    def slot(self, slot: Slot, terms: Terms) -> tuple[Term, tuple[Axis, ...]]:
        """A fluent as an array, and the axes that stand for its open arguments, which are the last."""
        function = self.program.functions[slot.fluent, False]
        places, own = [], []
        for argument, of in zip(slot.arguments, function.parameters, strict=True):
            if argument is None:
                axis = self.axis(self.program.size(of))
                own.append(axis)
                places.append(self.numbers(axis))
            else:
                places.append(self.place(argument, terms))
        return self.read(self._stored[function], places), tuple(own)

    def place(self, term: Value | None, terms: Terms) -> Term:
        """The number of an item that is named, or that a variable stands for."""
        match term:
            case Item(_, _, number):
                return Term(str(number), (), fixed=True)
            case Variable():
                return terms[term]
        raise AssertionError(f"not plain: {term}")

    def uniform(self, uniform: Uniform | None, terms: Terms) -> tuple[Term, Axis | None]:
        """The numbers of a draw, and the axis of them if it takes several."""
        assert uniform is not None, "not plain: a draw without a uniform number"
        several = uniform.count != 1
        sizes = (*uniform.sizes, uniform.count) if several else uniform.sizes
        end = uniform.start + prod(sizes)
        text = f"u[{':, ' if self.around else ''}{uniform.start}:{end}]"
        if (uniform.start, end) == (0, self.program.uniforms):
            text = "u"
        whole = ", ".join(["n"] * len(self.around) + [str(size) for size in sizes])
        if len(sizes) != 1:
            text = f"{text}.reshape(({whole}{',' if whole and ',' not in whole else ''}))"
        block = self.made(text, (*self.around, *(Axis(0, size) for size in sizes)), False)
        places = [terms[variable] for variable in uniform.around]
        axis = self.axis(uniform.count) if several else None
        if axis is not None:
            places.append(self.numbers(axis))
        return self.read(Stored(block.text, sizes, bool(self.around), False), places), axis
