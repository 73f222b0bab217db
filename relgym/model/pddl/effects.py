"""Effects: what an action changes. Conditions and right-hand sides read the state before the action.

>>> from relgym.model.pddl.formulas import ground
>>> a = ground("wet", "floor")
>>> str(Probabilistic(((Fraction(1, 4), Add(a)),)))
'(probabilistic 1/4 (wet floor))'
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from relgym.model.numeric import Expression, FluentValue
from relgym.model.pddl.formulas import Atom, Formula, variable_list
from relgym.model.span import Span
from relgym.model.terms import Variable


@dataclass(frozen=True, slots=True)
class Add:
    """An effect that makes an atom true."""

    atom: Atom
    span: Span | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return str(self.atom)


@dataclass(frozen=True, slots=True)
class Delete:
    """An effect that makes an atom false."""

    atom: Atom
    span: Span | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return f"(not {self.atom})"


@dataclass(frozen=True, slots=True)
class Assign:
    """A numeric effect; `operator` one of `assign increase decrease scale-up scale-down`."""

    operator: str
    fluent: FluentValue
    value: Expression
    span: Span | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return f"({self.operator} {self.fluent} {self.value})"


@dataclass(frozen=True, slots=True)
class When:
    """An effect that happens where a condition holds before the step."""

    condition: Formula
    effect: Effect
    span: Span | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return f"(when {self.condition} {self.effect})"


@dataclass(frozen=True, slots=True)
class ForallEffect:
    """An effect for all objects that its variables range over."""

    variables: tuple[Variable, ...]
    effect: Effect
    span: Span | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return f"(forall ({variable_list(self.variables)}) {self.effect})"


@dataclass(frozen=True, slots=True)
class Probabilistic:
    """One of the outcomes happens, each with its probability; the mass missing to 1 is "no change"."""

    outcomes: tuple[tuple[Fraction, Effect], ...]
    span: Span | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return "(probabilistic " + " ".join(f"{p} {e}" for p, e in self.outcomes) + ")"


@dataclass(frozen=True, slots=True)
class All:
    """All parts happen together; no parts is no change."""

    parts: tuple[Effect, ...]
    span: Span | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return "(" + " ".join(["and", *map(str, self.parts)]) + ")"


Effect = Add | Delete | Assign | When | ForallEffect | Probabilistic | All

NO_CHANGE = All(())
