"""Terms: what an atom is about. Variables carry the types over which they range.

>>> str(Variable("?x", ("block",))), str(Object("a"))
('?x', 'a')
"""

from __future__ import annotations

from dataclasses import dataclass, field

from relgym.model.span import Span

OBJECT = "object"
"""The root of every type hierarchy."""


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable, question mark included in its name, ranging over any of `types` (`either`)."""

    name: str
    types: tuple[str, ...] = (OBJECT,)
    span: Span | None = field(default=None, compare=False, repr=False)

    def __hash__(self) -> int:
        # Terms are looked up all the time; two of one name are mostly the same.
        return hash(self.name)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Object:
    """An object of the problem, or a constant of the domain."""

    name: str
    span: Span | None = field(default=None, compare=False, repr=False)

    def __hash__(self) -> int:
        return hash(self.name)

    def __str__(self) -> str:
        return self.name


Term = Variable | Object
