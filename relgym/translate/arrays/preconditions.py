"""Find the preconditions that do not hold and the action cells that they read, as arrays, to guide action sampling.

>>> from relgym.read.rddl.loading import read_instance, read_domain
>>> from relgym.runtime.array_scope import scope_of_arrays
>>> from relgym.translate.equations.equations import equations_of
>>> domain = read_domain('''domain d { types { t : object; };
...   pvariables { push(t) : { action-fluent, bool, default = false }; hot : { state-fluent, bool }; };
...   cpfs { hot' = hot; }; action-preconditions { hot; forall_{?x : t} [push(?x) => hot]; }; }''')
>>> program = equations_of(read_instance("instance i { domain = d; objects { t : {a, b}; }; }", domain))
>>> print(ArrayPreconditionsWriter(program, scope_of_arrays({}), None).faults().text)
def question(xp, special, constants, state, action, u):
    (c2, c3,) = constants
    v1 = state[0]
    return ((v1, ()), ((c2 if v1 else (xp.logical_not((action[0])))), ((0, (), (c3,)),)),), None
<BLANKLINE>
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from relgym.model.rddl.equations import Part
from relgym.model.rddl.expressions import Aggregate, Fluent, Operation, Value
from relgym.model.rddl.traversal import walk
from relgym.model.terms import Variable
from relgym.translate.arrays.equations import ArrayEquationsWriter, ArrayQuestion
from relgym.translate.arrays.reads import Terms
from relgym.translate.arrays.terms import Axis

_ONE = Axis(0, 1)


class ArrayPreconditionsWriter(ArrayEquationsWriter):
    """Writes about all preconditions of a program, for one instance by itself."""

    def faults(self) -> ArrayQuestion:
        """A question that is answered by a pair for each formula that all rows of some variables have to fulfil.

        It holds an array of truth values with an axis for each of these variables, and what the formula reads of the
        action. That is the position of an action-fluent, the numbers of items of the variables within the formula,
        and arrays of which the sums are places among the fluent's cells: with all axes, some of which have the size 1.
        """
        self.take_given()
        formulas = [item.value for item in self.program.equations if item.function.part is Part.PRECONDITION]
        outputs = [self._fault(*row) for formula in formulas for row in self._rows(formula, (), {})]
        return self.answering(outputs, self.wrong([]))

    def _rows(
        self, formula: Value, axes: tuple[Axis, ...], terms: Terms
    ) -> Iterator[tuple[Value, tuple[Axis, ...], Terms]]:
        """Yield the formulas that must hold for each row of some variables, with their axes and terms."""
        match formula:
            case Aggregate("forall", variables, body):
                inner = self.ranged(variables, terms)
                yield from self._rows(body, (*axes, *self.axes_of(variables, inner)), inner)
            case Operation("^", (left, right)):
                yield from self._rows(left, axes, terms)
                yield from self._rows(right, axes, terms)
            case _:
                yield formula, axes, terms

    def _fault(self, formula: Value, axes: tuple[Axis, ...], terms: Terms) -> str:
        """The pair of one formula."""
        holds = self.value(formula, terms)
        text = f"xp.asarray({holds.text}, dtype=bool)" if holds.fixed else self.aligned(holds, axes).text
        if holds.axes != axes:
            text = f"xp.broadcast_to({text}, {_sizes(axes)})"
        reads = [self._read(part, axes, terms) for part in walk(formula) if isinstance(part, Fluent)]
        return f"({text}, {_tuple([read for read in dict.fromkeys(reads) if read])})"

    def _read(self, value: Fluent, axes: tuple[Axis, ...], terms: Terms) -> str:
        """The cells of an action that a fluent is, if it is one of an action."""
        function = self.program.functions[value.name, value.primed]
        if function.part is not Part.ACTION:
            return ""
        free = [part for part in dict.fromkeys(walk(value)) if isinstance(part, Variable) and part not in terms]
        inner = self.ranged(free, terms)
        own = self.axes_of(free, inner)
        parts = []
        for argument, stride in zip(value.arguments, self.program.strides(function), strict=True):
            term = self.value(argument, inner)
            sizes = _sizes([axis if axis in term.axes else _ONE for axis in (*axes, *own)])
            part = f"xp.reshape({term.text}, {sizes}) * {stride}"
            parts.append(self.made(part, term.axes, term.fixed).text)
        position = self.program.actions.index(function)
        return f"({position}, {_sizes(own)}, {_tuple(parts)})"


def _sizes(axes: Sequence[Axis]) -> str:
    return _tuple([str(axis.size) for axis in axes])


def _tuple(texts: Sequence[str]) -> str:
    return f"({', '.join(texts)}{',' * (len(texts) == 1)})"
