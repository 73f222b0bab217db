"""Aggregates as arrays: over an axis of all items, or of those alone for which a condition on constants holds.

A sum of products whose factors have different variables is a product of matrices.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from math import prod
from string import ascii_letters

from relgym.model.rddl.equations import Part
from relgym.model.rddl.expressions import (
    BOOL,
    INT,
    REAL,
    Aggregate,
    Call,
    Constant,
    Draw,
    DrawAny,
    DrawItem,
    DrawVector,
    Fluent,
    If,
    Operation,
    Value,
)
from relgym.model.rddl.traversal import walk
from relgym.model.terms import Variable
from relgym.translate.arrays.bounds import EXACT, MOST
from relgym.translate.arrays.reads import Terms
from relgym.translate.arrays.rows import ArrayRowWriter
from relgym.translate.arrays.small import SPREAD_ELEMENTS
from relgym.translate.arrays.terms import Axis, Term
from relgym.translate.equations.conditions import chain, conditioned

_LITTLE = 4
"""The largest number of rows that are written out one by one."""

_SEVERAL = 3
"""The number of rows from which on small arrays of one instance are computed together."""

_JOINED = {
    "sum": "{0} + {1}",
    "prod": "{0} * {1}",
    "min": "xp.minimum({0}, {1})",
    "max": "xp.maximum({0}, {1})",
    "exists": "{0} | {1}",
    "forall": "{0} & {1}",
}

_ADDING = frozenset({"sum", "avg", "prod", "det"})
"""Aggregates whose result may be outside the range of their rows."""


class ArraySumWriter(ArrayRowWriter):
    """Writes the values of one program."""

    def aggregate(self, value: Aggregate, terms: Terms) -> Term:
        found = self._aggregated(value, terms)
        return self.heard(found, value, terms) if value.operator in _ADDING else found

    def _aggregated(self, value: Aggregate, terms: Terms) -> Term:
        if value.operator == "det":
            return self._det(value, terms)
        if value.operator in ("sum", "prod", "avg") and not self._fits(value):
            return self._tested_rows(value, terms)
        found = conditioned(value, self.program)
        if found is not None:
            term = self.over_rows(value, *found, terms)
            if term is not None:
                return term
        apart = self._counted_apart(value)
        if apart is not None:
            return self.value(apart, terms)
        rows = prod(self.program.size(variable.types[0]) for variable in value.variables)
        if value.operator in _JOINED and 0 < rows <= _LITTLE:
            if self._pays_whole(value, rows, terms):
                return self._whole_rows(value, terms)
            if self.copies is not None and (rows == 1 or self._is_flat(value, terms)):
                return self._split(value, terms)
            return self._item_by_item(value, terms)
        inner = self.ranged(value.variables, terms)
        axes = self.axes_of(value.variables, inner)
        match value.operator, value.body:
            case "sum", Operation("*" | "^" as operator):
                parts = chain(value.body, operator)
                factors = [self.value(part, inner) for part in parts]
                term = self._contracted(factors, axes, self.range_of(value))
                if term is not None and self.range_of(value) == INT:
                    self._test_factors(value, parts, factors)
            case "exists", Operation("^"):
                # The later parts fail at most where the earlier ones hold: that much is not told apart here.
                factors = [self.value(part, inner) for part in chain(value.body, "^")]
                counted = self._contracted(factors, axes, INT)
                term = None if counted is None else self.written("{0} > 0", counted)
            case _:
                term = None
        if term is not None:
            return term
        return self.folded(value.operator, self.folding(value, value.body, inner), axes)

    def _fits(self, value: Aggregate) -> bool:
        """Tell whether an aggregate of whole numbers and all partial results certainly fit; reals always do."""
        of = self.range_of(value.body)
        if of == REAL or (of == BOOL and value.operator != "avg"):
            return True
        match value.operator:
            case "sum":
                return self.fits(Operation("*", (_absolute(value.body), self._row_count(value))))
            case "avg":
                return self.fits(Operation("*", (_absolute(value.body), self._row_count(value))), EXACT)
            case _:
                return self.fits(value)

    def _row_count(self, value: Aggregate) -> Constant:
        return Constant(prod(self.program.size(variable.types[0]) for variable in value.variables))

    def _tested_rows(self, value: Aggregate, terms: Terms) -> Term:
        """An aggregate of whole numbers that may be too large: the number in each row is tested."""
        inner = self.ranged(value.variables, terms)
        axes = self.axes_of(value.variables, inner)
        body = self.number(value.body, inner)
        rows = max(1, int(self._row_count(value).value))
        if value.operator == "prod":
            sizes = self.written("xp.maximum(xp.abs(1.0 * {0}), 1.0)", body)
            self.fail(self.written(f"xp.logical_not({{0}} <= {float(MOST)})", self.folded("prod", sizes, axes)))
        else:
            most = float((EXACT if value.operator == "avg" else MOST) // rows)
            self.fail(self.written(f"xp.logical_not(xp.abs(1.0 * {{0}}) <= {most})", body))
        return self.folded(value.operator, body, axes)

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
        """Tell whether a body is a truth value, or a truth value times a factor that is the same for all rows."""
        match body:
            case Operation("*", (left, right)) if not _mentions(left, variables):
                return self._counts(right, variables)
            case Operation("*", (left, right)) if not _mentions(right, variables):
                return self._counts(left, variables)
            case _:
                return self.range_of(body) == BOOL

    def _item_by_item(self, value: Aggregate, terms: Terms) -> Term:
        """An aggregate over few items: arrays with an axis that is as short are slow."""
        parts = []
        for row in product(*(range(self.program.size(variable.types[0])) for variable in value.variables)):
            numbers = zip(value.variables, map(self.table, row), strict=True)
            parts.append(self._item(value, {**terms, **dict(numbers)}))
        return self.joined(_JOINED[value.operator], parts)

    def _pays_whole(self, value: Aggregate, rows: int, terms: Terms) -> bool:
        """Tell whether few rows are sooner computed together: they are small arrays, and not just single numbers."""
        if self.copies is not None or rows < _SEVERAL:
            return False
        read = {part for part in walk(value.body) if isinstance(part, Variable) and part in terms}
        axes = {axis for variable in read for axis in terms[variable].axes}
        return 0 < rows * prod(axis.size or 0 for axis in axes) <= SPREAD_ELEMENTS and bool(axes)

    def _whole_rows(self, value: Aggregate, terms: Terms) -> Term:
        """An aggregate along an axis around all others, so that whole arrays are added up in the order of the rows."""
        inner = dict(terms)
        axes = []
        for variable in value.variables:
            axis = self.front(self.program.size(variable.types[0]))
            inner[variable] = self.numbers(axis)
            axes.append(axis)
        return self.folded(value.operator, self.folding(value, value.body, inner), axes)

    def _is_flat(self, value: Aggregate, terms: Terms) -> bool:
        """Tell whether all arrays of a body have all axes, so that its operations go through them as one row each."""
        own = {*value.variables}
        read = own | {part for part in walk(value.body) if isinstance(part, Variable) and part in terms}
        for part in walk(value.body):
            match part:
                case Fluent(name, arguments, primed) if arguments:
                    fixed = self.program.functions[name, primed].part is Part.CONSTANT
                    variables = {argument for argument in arguments if isinstance(argument, Variable)}
                    if variables != (set() if fixed else read):
                        return False
                case Operation() | Constant() | Fluent() | Variable() | If() | Call():
                    pass
                case _:
                    return False
        return True

    def _split(self, value: Aggregate, terms: Terms) -> Term:
        """An aggregate over few items whose body is computed for all at once, and then taken apart."""
        inner = self.ranged(value.variables, terms)
        axes = self.axes_of(value.variables, inner)
        term = self._item(value, inner)
        if term.fixed or not {*axes} <= {*term.axes}:
            return self._item_by_item(value, terms)
        kept = tuple(axis for axis in term.axes if axis not in axes)
        parts = []
        for row in product(*(range(axis.size or 0) for axis in axes)):
            places = dict(zip(axes, row, strict=True))
            index = ", ".join(str(places.get(axis, ":")) for axis in term.axes)
            parts.append(replace(self.made(f"{term.text}[{index}]", kept, False), truth=term.truth))
        return self.joined(_JOINED[value.operator], parts)

    def _item(self, value: Aggregate, terms: Terms) -> Term:
        match value.operator:
            case "exists" | "forall":
                return self.value(value.body, terms)
            case "min" | "max":
                return self.compared(value.body, terms)
            case _:
                return self.number(value.body, terms)

    def _det(self, value: Aggregate, terms: Terms) -> Term:
        inner = self.ranged(value.variables, terms)
        axes = self.axes_of(value.variables, inner)
        entries = self.full(self.real(value.body, inner), axes)
        return self.made(f"xp.linalg.det({entries.text})", entries.axes[:-2], entries.fixed)

    def _test_factors(self, value: Aggregate, parts: Sequence[Value], factors: Sequence[Term]) -> None:
        """Keep where a factor is so large that a product of matrices, which is one of doubles, may not be exact."""
        rows = max(1, int(self._row_count(value).value))
        numbers = [(part, term) for part, term in zip(parts, factors, strict=True) if self.range_of(part) == INT]
        bound = Operation("*", (Constant(rows), Constant(1)))
        for part, _ in numbers:
            bound = Operation("*", (bound, Call("max", (_absolute(part), Constant(1)))))
        if not numbers or self.fits(bound, EXACT):
            return
        most = float(int((EXACT // rows) ** (1 / len(numbers))))
        for _, term in numbers:
            self.fail(self.written(f"xp.logical_not(xp.abs(1.0 * {{0}}) <= {most})", term))

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
                merged[near] = self.multiplied(merged[near], term)
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


def _absolute(value: Value) -> Value:
    return Call("abs", (value,))


def _mentions(value: Value, variables: Sequence[Variable]) -> bool:
    """Tell whether a value may differ between rows; draws may, since each row has its own uniform number."""
    for part in walk(value):
        match part:
            case Variable():
                if part in variables:
                    return True
            case Draw() | DrawItem() | DrawAny() | DrawVector():
                if part.uniform is not None and not {*part.uniform.around}.isdisjoint(variables):
                    return True
    return False
