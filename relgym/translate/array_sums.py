"""Aggregates as arrays: over an axis of all items, or of those alone for which a condition on constants holds.

`sum_{?y : t} [ROAD(?x, ?y) ^ busy(?y)]` goes through the neighbours of each item where these are few, with as many
places as the item with the most of them needs. A sum of products whose factors have different variables is a product of
matrices.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import prod
from string import ascii_letters
from typing import Any

import numpy as np

from relgym.model.equations import Equations
from relgym.model.rddl_expressions import BOOL, INT, REAL, Aggregate, Operation, Value
from relgym.model.rddl_walk import walk
from relgym.model.terms import Variable
from relgym.translate.array_draws import ArrayDrawWriter
from relgym.translate.array_reads import Terms
from relgym.translate.array_terms import Axis, Term
from relgym.translate.conditions import chain, conditioned

_FEW = 3
"""Of how many rows at most one may be gone through, for a list of them to be made."""

_NOTHING = {"sum": 0, "exists": False, "forall": True}

_LITTLE = 4
"""Up to how many rows are written out one by one."""

_JOINED = {
    "sum": "{0} + {1}",
    "prod": "{0} * {1}",
    "min": "xp.minimum({0}, {1})",
    "max": "xp.maximum({0}, {1})",
    "exists": "{0} | {1}",
    "forall": "{0} & {1}",
}

_NARROW = (("int8", 127), ("int16", 2**15 - 1), ("int32", 2**31 - 1))
"""Types of whole numbers, and what is the largest of each."""

_FOLDS = {
    "sum": "xp.add.reduce({0}, {1})",
    "prod": "xp.multiply.reduce({0}, {1})",
    "min": "xp.minimum.reduce({0}, {1})",
    "max": "xp.maximum.reduce({0}, {1})",
    "exists": "xp.logical_or.reduce({0}, {1})",
    "forall": "xp.logical_and.reduce({0}, {1})",
    "argmin": "{0}.argmin(axis={1})",
    "argmax": "{0}.argmax(axis={1})",
}
"""Aggregates over some axes of an array: the ufuncs that NumPy's own methods come to, but sooner."""

_ADDING = frozenset({"sum", "avg", "prod", "det"})
"""Aggregates that may be beyond what they are of."""


class ArraySumWriter(ArrayDrawWriter):
    """Writes the values of one program; `counts` are counts by their texts, as narrow numbers, and the most of each."""

    def __init__(self, program: Equations, scope: Mapping[str, Any], copies: Axis | None) -> None:
        super().__init__(program, scope, copies)
        self.counts: dict[str, tuple[Term, int]] = {}

    def aggregate(self, value: Aggregate, terms: Terms) -> Term:
        found = self._aggregated(value, terms)
        return self.heard(found, value, terms) if value.operator in _ADDING else found

    def _aggregated(self, value: Aggregate, terms: Terms) -> Term:
        if value.operator == "det":
            return self._det(value, terms)
        found = conditioned(value, self.program)
        if found is not None:
            term = self._over_rows(value, *found, terms)
            if term is not None:
                return term
        apart = self._counted_apart(value)
        if apart is not None:
            return self.value(apart, terms)
        rows = prod(self.program.size(variable.types[0]) for variable in value.variables)
        if value.operator in _JOINED and 0 < rows <= _LITTLE:
            return self._item_by_item(value, terms)
        inner = self.ranged(value.variables, terms)
        axes = self.axes_of(value.variables, inner)
        match value.operator, value.body:
            case "sum", Operation("*" | "^" as operator):
                factors = [self.value(part, inner) for part in chain(value.body, operator)]
                term = self._contracted(factors, axes, self.range_of(value))
            case "exists", Operation("^"):
                # The later parts fail at most where the earlier ones hold: that much is not told apart here.
                factors = [self.value(part, inner) for part in chain(value.body, "^")]
                counted = self._contracted(factors, axes, INT)
                term = None if counted is None else self.written("{0} > 0", counted)
            case _:
                term = None
        if term is not None:
            return term
        return self._folded(value.operator, self._wanted(value, value.body, inner), axes)

    def _counted_apart(self, value: Aggregate) -> Value | None:
        """The same sum with its truth values in sums of their own: to count them is much less work than to add them."""
        match value.operator, value.body:
            case "sum", Operation("+" | "-" as sign, (left, right)) if any(
                self._counts(part, value.variables) for part in (left, right)
            ):
                return Operation(sign, (replace(value, body=left), replace(value, body=right)))
            case "sum", Operation("*", (left, right)) if self._counts(value.body, value.variables):
                factor, body = (right, left) if _mentions(left, value.variables) else (left, right)
                return Operation("*", (factor, replace(value, body=body)))
            case _:
                return None

    def _counts(self, body: Value, variables: Sequence[Variable]) -> bool:
        """Whether a body is a truth value, or such a one times something that is the same for all rows."""
        match body:
            case Operation("*", (left, right)) if not _mentions(left, variables):
                return self._counts(right, variables)
            case Operation("*", (left, right)) if not _mentions(right, variables):
                return self._counts(left, variables)
            case _:
                return self.range_of(body) == BOOL

    def _wanted(self, value: Aggregate, body: Value, terms: Terms) -> Term:
        """The body as what is folded: sums count truth values by themselves."""
        return self.number(body, terms) if value.operator in ("min", "max") else self.value(body, terms)

    def _item_by_item(self, value: Aggregate, terms: Terms) -> Term:
        """An aggregate over few items: arrays with an axis that is as short are slow."""
        taken = self.value if value.operator in ("exists", "forall") else self.number
        parts = []
        for row in product(*(range(self.program.size(variable.types[0])) for variable in value.variables)):
            numbers = zip(value.variables, map(self.table, row), strict=True)
            parts.append(taken(value.body, {**terms, **dict(numbers)}))
        return self.joined(_JOINED[value.operator], parts)

    def _folded(self, operator: str, term: Term, axes: Sequence[Axis]) -> Term:
        """An aggregate over some axes."""
        missing = prod(axis.size or 1 for axis in axes if axis not in term.axes)
        if operator in ("argmin", "argmax") and not {*axes} & {*term.axes}:
            return self.table(0)
        # What is not folded at all may be a truth value still.
        if operator in ("sum", "prod") and (missing != 1 or not {*axes} & {*term.axes}):
            term = self.written(f"{{0}} {'*' if operator == 'sum' else '**'} {missing}", term)
        if operator == "avg":
            return self.written(
                f"{{0}} / {prod(axis.size or 1 for axis in axes) // missing}", self.folded_present("sum", term, axes)
            )
        return self.folded_present(operator, term, axes)

    def folded_present(self, operator: str, term: Term, axes: Sequence[Axis]) -> Term:
        """An aggregate over those of some axes that an array has."""
        places = [place for place, axis in enumerate(term.axes) if axis in axes]
        if not places:
            return term
        over = str(places[0]) if len(places) == 1 else str(tuple(places))
        kept = tuple(axis for axis in term.axes if axis not in axes)
        if operator == "sum" and term.truth:
            if not kept:
                return self.made(f"xp.count_nonzero({term.text})", kept, term.fixed)
            # Narrow numbers are added much faster, and truth values are such ones already.
            count = prod(axis.size or 1 for axis in axes)
            text = f"xp.add.reduce({term.text}.view(xp.int8), {over}, xp.{narrowest(count)})"
            added = self.made(text, kept, term.fixed)
            found = self.made(f"xp.asarray({added.text}, dtype=xp.int64)", kept, term.fixed)
            self.counts[found.text] = added, count
            return found
        return self.made(_FOLDS[operator].format(term.text, over), kept, term.fixed)

    def _det(self, value: Aggregate, terms: Terms) -> Term:
        inner = self.ranged(value.variables, terms)
        axes = self.axes_of(value.variables, inner)
        entries = self.full(self.real(value.body, inner), axes)
        return self.made(f"xp.linalg.det({entries.text})", entries.axes[:-2], entries.fixed)

    # -- only the rows for which a condition holds -------------------------------------------

    def _over_rows(self, value: Aggregate, condition: Value, body: Value, terms: Terms) -> Term | None:
        """An aggregate over the rows for which a condition on constants holds, if they are few of all."""
        ranged = self.ranged(value.variables, terms)
        axes = self.axes_of(value.variables, ranged)
        holds = self.full(self.cast(self.value(condition, ranged), INT), axes)
        if not holds.fixed:
            return None
        table = np.asarray(self.known(holds), bool)
        outer = holds.axes[: -len(axes)]
        sizes = [axis.size or 0 for axis in axes]
        flat = table.reshape((*table.shape[: len(outer)], prod(sizes)))
        most = int(flat.sum(axis=-1).max(initial=0))
        if not most:
            return self.table(_NOTHING[value.operator])
        if most * _FEW > flat.shape[-1]:
            return None
        chosen = np.argsort(~flat, axis=-1, kind="stable")[..., :most]
        there = np.take_along_axis(flat, chosen, axis=-1)
        axis = self.front(most)
        places = (axis, *outer)
        inner = dict(terms)
        for variable, numbers in zip(value.variables, np.unravel_index(chosen, sizes), strict=True):
            inner[variable] = self.table(np.ascontiguousarray(np.moveaxis(numbers, -1, 0)), places)
        if there.all():
            return self._folded(value.operator, self._wanted(value, body, inner), (axis,))
        mask = self.table(np.ascontiguousarray(np.moveaxis(there, -1, 0)), places)
        term = self.guarded(body, mask, inner)
        match value.operator:
            case "sum":
                counted = "{0} & {1}" if self.range_of(body) == BOOL else "xp.where({0}, {1}, 0)"
                rows = self.written(counted, mask, term)
                return self._folded("sum", replace(rows, truth=self.range_of(body) == BOOL), (axis,))
            case "exists":
                return self._folded("exists", self.written("{0} & {1}", mask, term), (axis,))
            case _:
                return self._folded("forall", self.written("xp.logical_not({0}) | {1}", mask, term), (axis,))

    # -- products of matrices ----------------------------------------------------------------

    def _contracted(self, factors: Sequence[Term], axes: Sequence[Axis], of: str) -> Term | None:
        """The sum of a product over some axes, if that takes no array with the axes of all factors."""
        union = {axis for factor in factors for axis in factor.axes}
        if any({*factor.axes} >= union for factor in factors):
            return None
        single = self._each_alone(factors, axes)
        merged: list[Term] = []
        for term in sorted(single, key=lambda term: len(term.axes)):
            near = next((n for n, other in enumerate(merged) if {*other.axes} <= {*term.axes}), None)
            if near is None:
                merged.append(term)
            else:
                merged[near] = self.written("{0} * {1}", merged[near], term)
        missing = prod(axis.size or 1 for axis in axes if axis not in union)
        if missing != 1:
            merged[0] = self.written(f"{{0}} * {missing}", merged[0])
        merged = self._each_alone(merged, axes)
        over = [axis for axis in axes if axis in union]
        if len(merged) == 1:
            return self.cast(self.folded_present("sum", merged[0], over), of)
        found = self._multiplied([self.cast(term, REAL) for term in merged], over)
        return found if of == REAL else self.written("xp.asarray(xp.round({0}), dtype=xp.int64)", found)

    def _each_alone(self, factors: Sequence[Term], axes: Sequence[Axis]) -> list[Term]:
        """The factors, each summed over the axes that no other has."""
        count = Counter(axis for factor in factors for axis in factor.axes)
        alone = [axis for axis in axes if count[axis] == 1]
        return [self.folded_present("sum", factor, alone) for factor in factors]

    def _multiplied(self, factors: Sequence[Term], over: Sequence[Axis]) -> Term:
        fixed = all(factor.fixed for factor in factors)
        kept = sorted({axis for factor in factors for axis in factor.axes if axis not in over})
        if len(factors) == 2:
            left, right = sorted(factors, key=lambda factor: factor.axes)
            shared = [axis for axis in left.axes if axis in right.axes]
            if shared == [*left.axes[-1:]] and len(right.axes) == 2 and shared[0] in over:
                return self._matrix_product(left, right, shared[0])
            if all(axis in over for axis in shared):
                places = tuple([term.axes.index(axis) for axis in shared] for term in (left, right))
                text = f"xp.tensordot({left.text}, {right.text}, axes={places})"
                return self.in_order(text, [axis for axis in (*left.axes, *right.axes) if axis in kept], fixed)
        union = sorted({axis for factor in factors for axis in factor.axes})
        letters = dict(zip(union, ascii_letters, strict=False))
        inputs = ",".join("".join(letters[axis] for axis in factor.axes) for factor in factors)
        output = "".join(letters[axis] for axis in kept)
        operands = ", ".join(factor.text for factor in factors)
        return self.made(f"xp.einsum('{inputs}->{output}', {operands}, optimize=True)", tuple(kept), fixed)

    def _matrix_product(self, left: Term, right: Term, shared: Axis) -> Term:
        """The sum over the last axis of one factor, of which the other has one more."""
        [own] = [axis for axis in right.axes if axis != shared]
        columns = right.text
        if right.axes[0] != shared:
            # A copy of what never changes, in the order in which it is read.
            text = f"xp.ascontiguousarray(xp.transpose({right.text}))" if right.fixed else f"xp.transpose({right.text})"
            columns = self.made(text, right.axes, right.fixed).text
        fixed = left.fixed and right.fixed
        found = self.made(f"xp.matmul({left.text}, {columns})", (*left.axes[:-1], own), fixed)
        return self.in_order(found.text, (*left.axes[:-1], own), fixed)


def narrowest(most: int) -> str:
    """The narrowest type of whole numbers up to a number."""
    return next((of for of, largest in _NARROW if most <= largest), "int64")


def _mentions(value: Value, variables: Sequence[Variable]) -> bool:
    return any(part in variables for part in walk(value) if isinstance(part, Variable))
