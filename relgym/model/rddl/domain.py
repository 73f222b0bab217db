"""An RDDL domain and an instance of it, as their files say them (Sanner, RDDL language description, 2010)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from relgym.model.rddl.expressions import Value
from relgym.model.span import Span
from relgym.model.terms import Object, Variable


class Kind(Enum):
    """The kind of a fluent; the value is the language's word."""

    NON = "non-fluent"
    STATE = "state-fluent"
    ACTION = "action-fluent"
    INTERMEDIATE = "interm-fluent"
    DERIVED = "derived-fluent"
    OBSERVED = "observ-fluent"
    PARAMETER = "param-fluent"


COMPUTED = frozenset({Kind.STATE, Kind.INTERMEDIATE, Kind.DERIVED, Kind.OBSERVED})
"""The kinds that have a conditional probability function."""

Plain = bool | int | float | Object
"""A value as files write it for one fluent: numbers, truth values and objects."""


@dataclass(frozen=True, slots=True)
class ItemType:
    """A type of objects, which the instance names, or of enumerated `values`, which the domain does."""

    name: str
    values: tuple[Object, ...] | None = None
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Declaration:
    """A fluent: its parameters' types, and its range, which is `bool`, `int`, `real` or a type."""

    name: str
    kind: Kind
    parameters: tuple[str, ...]
    range: str
    default: Plain | None = None
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Cpf:
    """A conditional probability function: the value of a fluent in the next state, or in this step."""

    fluent: str
    parameters: tuple[Variable, ...]
    value: Value
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class RDDLDomain:
    """A domain; `cpfs` are in the file's order, and the fields after the reward are formulas."""

    name: str
    requirements: tuple[str, ...]
    types: tuple[ItemType, ...]
    fluents: tuple[Declaration, ...]
    cpfs: tuple[Cpf, ...]
    reward: Value
    preconditions: tuple[Value, ...] = ()
    constraints: tuple[Value, ...] = ()
    invariants: tuple[Value, ...] = ()
    termination: tuple[Value, ...] = ()
    span: Span | None = field(default=None, compare=False, repr=False)

    @cached_property
    def declared(self) -> Mapping[str, Declaration]:
        return {item.name: item for item in self.fluents}


@dataclass(frozen=True, slots=True)
class Setting:
    """The value of a fluent for some objects."""

    fluent: str
    objects: tuple[Object, ...]
    value: Plain
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, repr=False)
class Instance:
    """An instance with its domain: objects by type, values that differ from the defaults, and its length.

    `most_actions` is how many action-fluents may differ from their defaults in a step, and `horizon` the number
    of steps; `None` is any number.
    """

    name: str
    domain: RDDLDomain
    objects: tuple[tuple[str, tuple[Object, ...]], ...]
    constants: tuple[Setting, ...]
    start: tuple[Setting, ...]
    most_actions: int | None
    horizon: int | None
    discount: float
    until: Value | None = None
    span: Span | None = field(default=None, compare=False, repr=False)

    def __repr__(self) -> str:
        """Return the names of the instance and the domain: the whole content would fill pages."""
        return f"Instance({self.name} of {self.domain.name})"
