"""A domain: types, predicates, functions, axioms and action schemas, as its file says them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches

from relgym.errors import ModelError
from relgym.model.effects import Effect
from relgym.model.formulas import Formula, variable_list
from relgym.model.span import Span
from relgym.model.terms import Object, Variable


@dataclass(frozen=True, slots=True)
class Type:
    """A type and its direct supertypes; a root's only parent is `object`, that of `object` none."""

    name: str
    parents: tuple[str, ...]
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Typed:
    """An object or constant with all types that it was declared with."""

    object: Object
    types: tuple[str, ...]
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Predicate:
    name: str
    parameters: tuple[Variable, ...] = ()
    span: Span | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return f"({' '.join([self.name, variable_list(self.parameters)]).strip()})"


@dataclass(frozen=True, slots=True)
class Function:
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
    them; the others are bound by the precondition. By default all of them are free.
    """

    name: str
    parameters: tuple[Variable, ...]
    free: tuple[str, ...]
    precondition: Formula
    effect: Effect
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Domain:
    """A domain; `types` begins with `object` and holds every type that is used."""

    name: str
    requirements: tuple[str, ...]
    types: tuple[Type, ...]
    constants: tuple[Typed, ...]
    predicates: tuple[Predicate, ...]
    functions: tuple[Function, ...]
    axioms: tuple[Axiom, ...]
    actions: tuple[ActionSchema, ...]
    span: Span | None = field(default=None, compare=False, repr=False)


def with_free(domain: Domain, free: Mapping[str, Sequence[str]]) -> Domain:
    """The domain with other free parameters: for each action named, those that the agent chooses, in their order.

    The question marks may be left out. Raises `ModelError` for what is no action, or no parameter of it.
    """
    known = [schema.name for schema in domain.actions]
    for name in free:
        if name not in known:
            raise _unknown(f"there is no action '{name}' whose parameters could be free", name, known)
    return replace(domain, actions=tuple(_freed(schema, free.get(schema.name)) for schema in domain.actions))


def _freed(schema: ActionSchema, names: Sequence[str] | None) -> ActionSchema:
    if names is None:
        return schema
    if isinstance(names, str):
        raise ModelError(f"the free parameters of '{schema.name}' are not a list: {names!r}", expected=f"[{names!r}]")
    known = [variable.name for variable in schema.parameters]
    chosen = tuple(name if name.startswith("?") else f"?{name}" for name in names)
    for name in chosen:
        if name not in known:
            raise _unknown(f"the action '{schema.name}' has no parameter {name}", name, known, schema.span)
        if chosen.count(name) > 1:
            raise ModelError(f"{name} stands twice among the free parameters of '{schema.name}'", span=schema.span)
    return replace(schema, free=chosen)


def _unknown(message: str, name: str, known: list[str], span: Span | None = None) -> ModelError:
    near = get_close_matches(name, known, n=1)
    return ModelError(
        message,
        span=span,
        expected=f"one of {', '.join(known)}" if known else None,
        hint=f"did you mean '{near[0]}'?" if near else None,
    )
