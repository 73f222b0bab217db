"""A domain: types, predicates, functions, axioms of derived predicates, and action schemas, as its file says them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from relgym.model.pddl.effects import Effect
from relgym.model.pddl.formulas import Atom, Formula, variable_list
from relgym.model.span import Span
from relgym.model.terms import OBJECT, Object, Variable


@dataclass(frozen=True, slots=True)
class Type:
    """A type and its direct supertypes; a root's only parent is `object`.

    The parents of `object` are those that its file writes above it: they are above all types, as `object` is.
    `is_declared` is false of a type that stands only as a supertype of others.
    """

    name: str
    parents: tuple[str, ...]
    span: Span | None = field(default=None, compare=False, repr=False)
    is_declared: bool = field(default=True, compare=False, repr=False)


def supertypes(types: Mapping[str, Type], name: str) -> frozenset[str]:
    """Return a type with all types above it, `object` among them."""
    # Types that are declared above `object` are above all types.
    seen: set[str] = set()
    todo = [name, OBJECT]
    while todo:
        upper = todo.pop()
        if upper not in seen:
            seen.add(upper)
            todo.extend(types[upper].parents)
    return frozenset(seen)


@dataclass(frozen=True, slots=True)
class Typed:
    """An object or constant with all types that it was declared with."""

    object: Object
    types: tuple[str, ...]
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Predicate:
    """A predicate with its parameters, as `:predicates` declares it."""

    name: str
    parameters: tuple[Variable, ...] = ()
    span: Span | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return f"({' '.join([self.name, variable_list(self.parameters)]).strip()})"


@dataclass(frozen=True, slots=True)
class NumericFunction:
    """A numeric function of objects."""

    name: str
    parameters: tuple[Variable, ...] = ()
    span: Span | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return f"({' '.join([self.name, variable_list(self.parameters)]).strip()})"


@dataclass(frozen=True, slots=True)
class Axiom:
    """`predicate(parameters)` holds if `body` does; several axioms may share a predicate.

    `parameters` are distinct variables with the types written in the axiom's head, or else those
    of the predicate's declaration.
    """

    predicate: str
    parameters: tuple[Variable, ...]
    body: Formula
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ActionSchema:
    """An action with parameters.

    `free` names the parameters that the agent chooses, in the order in which an action prints
    them; the others are bound by the precondition. By default all of them are free. `atom` is the
    atom of PDDLGym's action predicate that chooses them, if the file has one.
    """

    name: str
    parameters: tuple[Variable, ...]
    free: tuple[str, ...]
    precondition: Formula
    effect: Effect
    span: Span | None = field(default=None, compare=False, repr=False)
    atom: Atom | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Domain:
    """A domain; `types` begins with `object` and holds every type that is used.

    `undeclared` are the requirements that its file needs and does not declare.
    """

    name: str
    requirements: tuple[str, ...]
    types: tuple[Type, ...]
    constants: tuple[Typed, ...]
    predicates: tuple[Predicate, ...]
    functions: tuple[NumericFunction, ...]
    axioms: tuple[Axiom, ...]
    actions: tuple[ActionSchema, ...]
    span: Span | None = field(default=None, compare=False, repr=False)
    undeclared: tuple[str, ...] = field(default=(), compare=False, repr=False)
