"""Explanations of values of an RDDL instance: a trace of the computation as a tree of lines.

Only parts that decided the value are shown: the item for which a condition fails, the branch that was taken, the items
that contribute to a sum.

>>> from relgym.backends.sld.evaluator import SldEvaluator
>>> from relgym.model.rddl.equations import Part as Kind
>>> from relgym.read.rddl.loading import read_instance, read_domain
>>> from relgym.reasoning.rddl.dynamics import Dynamics
>>> domain = read_domain('''domain d { types { t : object; };
...   pvariables { full(t) : { state-fluent, bool, default = false };
...     fill(t) : { action-fluent, bool, default = false }; }; cpfs { full'(?x) = full(?x) | fill(?x); };
...   action-preconditions { forall_{?x : t} (fill(?x) => ~full(?x)); }; }''')
>>> text = "instance i { domain = d; objects { t : {a, b}; }; init-state { full(b); }; }"
>>> engine = SldEvaluator()
>>> simulator = Dynamics(read_instance(text, domain), engine)
>>> [condition] = simulator.program.of_part(Kind.PRECONDITION)
>>> print(explained(engine.trace(condition, (), simulator.start, ([False, True],)), simulator.program))
forall_{?x : t} (fill(?x) => ~full(?x)) is false, for ?x = b
  fill(b) => ~full(b) is false
    fill(b) is true, by the action
    full(b) is true, in the state
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from relgym.explain.ground import grounded
from relgym.explain.tree import Explanation, short
from relgym.model.rddl import expressions as rddl
from relgym.model.rddl.equations import NUMBERED, Equations, Function
from relgym.model.rddl.equations import Part as Kind
from relgym.model.rddl.traces import EquationPart, Trace
from relgym.model.terms import Variable
from relgym.translate.equations.ranges import range_of

LINES = 20
"""The default limit of an explanation's lines."""

_GIVEN = {Kind.CONSTANT: "always", Kind.STATE: "in the state", Kind.ACTION: "by the action"}

_CUTS = [(depth, width) for depth in (99, 10, 7, 5, 4, 3, 2, 1) for width in (12, 6, 4, 3)]
"""Limits (depth, width) of a tree, from the most detailed one."""


@dataclass(frozen=True, slots=True)
class RDDLExplanation(Explanation):
    """A line about a value, with the lines of its reasons; `omitted` counts further lines that are left out."""

    text: str
    children: tuple[RDDLExplanation, ...] = ()
    omitted: int = 0

    @property
    def line(self) -> str:
        return self.text

    def own(self) -> dict[str, Any]:
        return {"text": self.text}


def explained(
    trace: Trace, program: Equations, lines: int = LINES, look: Callable[[], None] = lambda: None
) -> RDDLExplanation:
    """Explain the value of a function in at most `lines` lines; the first line is never left out.

    `look` is called for each value; it may raise an error when a limit is passed.
    """
    whole = Teller(program, look).of_trace(trace)
    for depth, width in _CUTS:
        cut = _cut(whole, depth, width)
        if len(str(cut).splitlines()) <= lines:
            return cut
    return RDDLExplanation(whole.text)


class Teller:
    """Tells about the values of one program, about each once."""

    def __init__(self, program: Equations, look: Callable[[], None]) -> None:
        self._program = program
        self._look = look
        self._told: set[tuple[Function, tuple[int, ...]]] = set()

    def of_trace(self, trace: Trace) -> RDDLExplanation:
        function, how = trace.function, trace.how
        if how is not None and function.part in NUMBERED:
            return self.of_part(how)
        text = f"{self._name(trace)} is {self._said(trace.value, function.range)}"
        if how is None:
            return RDDLExplanation(f"{text}, {_GIVEN[function.part]}")
        if (function, trace.row) in self._told:
            return RDDLExplanation(f"{text}, as said")
        self._told.add((function, trace.row))
        return RDDLExplanation(text, tuple(self._telling([how])))

    def of_part(self, part: EquationPart) -> RDDLExplanation:
        """Return a line about a value within an equation; a random draw is shown with its uniform numbers."""
        self._look()
        value = part.of
        text = f"{short(rddl.bare(grounded(value, part.items, self._program)))} is {self._said_of(part)}"
        parts = part.parts
        match value:
            case rddl.Fluent():
                [read] = part.reads
                traced = self.of_trace(read)
                return replace(traced, children=(*self._telling(parts), *traced.children))
            case rddl.Operation("~", _):
                [reason] = self._telling(parts) or [RDDLExplanation(text)]
                return reason
            case rddl.Operation("^" | "|" as operator, _):
                # All of them, unless the last one alone decides.
                return RDDLExplanation(text, self._telling(parts if part.value == (operator == "^") else parts[-1:]))
            case rddl.Operation("<" | "<=" | ">" | ">=" | "==" | "~=" as operator, _):
                left, right = map(self._said_of, parts)
                return RDDLExplanation(f"{text}: {left} {operator} {right}", self._telling(parts))
            case rddl.Aggregate("forall" | "exists" as operator, _, _) if part.value == (operator == "exists"):
                return RDDLExplanation(f"{text}, for {self._items(parts[-1], part)}", self._rows(parts[-1:]))
            case rddl.Aggregate("min" | "max" | "argmin" | "argmax" as operator, _, _):
                best = (min if operator.endswith("min") else max)(parts, key=lambda one: one.value)
                return RDDLExplanation(f"{text}, for {self._items(best, part)}", self._rows([best]))
            case rddl.Aggregate("sum", _, _):
                adding = [one for one in parts if one.value]
                return RDDLExplanation(f"{text}, from {len(adding)} of {len(parts)}", self._rows(adding))
            case rddl.Aggregate():
                return RDDLExplanation(text, self._rows(parts))
            case rddl.If() | rddl.Switch():
                return RDDLExplanation(text, self._telling([part]))
            case rddl.Draw() | rddl.DrawItem() | rddl.DrawAny():
                return RDDLExplanation(f"{text}: {self._drawn(part)}", self._telling(parts))
            case _:
                reads = [self.of_trace(read) for read in part.reads]
                return RDDLExplanation(text, (*self._telling(parts), *reads))

    def _telling(self, parts: Iterable[EquationPart]) -> tuple[RDDLExplanation, ...]:
        """Return lines about all parts that are not obvious; for a choice, its condition and the branch taken."""
        lines: list[RDDLExplanation] = []
        for part in parts:
            if isinstance(part.of, rddl.If | rddl.Switch):
                lines += self._telling((part.parts[0], part.parts[-1]))
            elif not _plain(part):
                lines.append(self.of_part(part))
        return tuple(lines)

    def _rows(self, parts: Iterable[EquationPart]) -> tuple[RDDLExplanation, ...]:
        """A line for each row of an aggregate."""
        return tuple(self.of_part(part) for part in parts if not _plain(part))

    def _drawn(self, part: EquationPart) -> str:
        """The distribution with its parameters' values, and the uniform number."""
        of, weights = part.of, [float(one.value) for one in part.parts]
        number = ", ".join(f"{uniform:.6g}" for uniform in part.uniforms)
        match of:
            case rddl.Draw(name):
                parameters = ", ".join(map(self._said_of, part.parts))
                return f"drawn from {name}({parameters}) by the number {number}"
            case rddl.DrawItem(_, given):
                rest = 1 - sum(weights)
                computed = iter(weights)
                weights = [rest if weight is None else next(computed) for _, weight in given]
        share = weights[int(part.value)] / sum(weights)
        return f"drawn with probability {share:.6g} by the number {number}"

    def _items(self, row: EquationPart, part: EquationPart) -> str:
        """The items of the variables that a row adds."""
        shown = grounded(part.of, part.items, self._program)
        assert isinstance(part.of, rddl.Aggregate)
        assert isinstance(shown, rddl.Aggregate)
        pairs = zip(shown.variables, part.of.variables, strict=True)
        return ", ".join(f"{name} = {self._said(row.items[variable], variable.types[0])}" for name, variable in pairs)

    def _name(self, trace: Trace) -> str:
        function = trace.function
        items = zip(trace.row, function.parameters, strict=True)
        row = ", ".join(self._said(number, of) for number, of in items)
        prime = "'" if function.part is Kind.NEXT else ""
        return f"{function.name}{prime}{f'({row})' if row else ''}"

    def _said_of(self, part: EquationPart) -> str:
        return self._said(part.value, range_of(part.of, self._program.functions))

    def _said(self, value: Any, of: str) -> str:
        match of:
            case "bool":
                return "true" if value else "false"
            case "int":
                return str(int(value))
            case "real":
                return f"{value + 0.0:.6g}"
            case _:
                name: str = self._program.types[of][value].name
                return name


def _plain(part: EquationPart) -> bool:
    """Return True if the value of an expression is obvious from its text."""
    return isinstance(part.of, rddl.Constant | rddl.Item | Variable) or (
        isinstance(part.of, rddl.Operation)
        and len(part.parts) == 1
        and part.of.operator != "~"
        and _plain(part.parts[0])
    )


def _cut(reason: RDDLExplanation, depth: int, width: int) -> RDDLExplanation:
    """Return the tree cut to a depth and to a number of children of each node."""
    kept = reason.children[: width if depth else 0]
    omitted = len(reason.children) - len(kept)
    return RDDLExplanation(reason.text, tuple(_cut(child, depth - 1, width) for child in kept), omitted)
