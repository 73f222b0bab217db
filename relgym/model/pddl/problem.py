"""A problem of a domain, and the two together: a `Task`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from relgym.model.numeric import Expression, FluentValue, Value
from relgym.model.pddl.domain import ActionSchema, Domain, NumericFunction, Predicate, Type, Typed, supertypes
from relgym.model.pddl.effects import Assign, Probabilistic
from relgym.model.pddl.formulas import Atom, Formula
from relgym.model.pddl.traversal import primitives
from relgym.model.span import Span
from relgym.model.terms import OBJECT, Object


@dataclass(frozen=True, slots=True)
class Metric:
    """The objective of a problem's plans; `direction` is `minimize` or `maximize`."""

    direction: str
    expression: Expression
    span: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Problem:
    """Objects, start and goal.

    `init` holds each ground atom once, in the file's order; `values` the defined numeric values.
    `chances` are independent draws of further atoms and values (PPDDL's probabilistic :init).
    `undeclared` are the requirements that its file needs, and neither it nor the domain's file declares or needs.
    """

    name: str
    domain: str
    objects: tuple[Typed, ...]
    init: tuple[Atom, ...]
    values: tuple[tuple[FluentValue, Value], ...]
    chances: tuple[Probabilistic, ...]
    goal: Formula
    metric: Metric | None = None
    goal_reward: Expression | None = None
    requirements: tuple[str, ...] = ()
    span: Span | None = field(default=None, compare=False, repr=False)
    undeclared: tuple[str, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True)
class Task:
    """A domain and one of its problems.

    Attributes:
        domain: The domain.
        problem: The problem.
    """

    domain: Domain
    problem: Problem

    def __repr__(self) -> str:
        """Return the names of the problem and the domain: the whole content would fill pages."""
        return f"Task({self.problem.name} of {self.domain.name})"

    @cached_property
    def typed(self) -> tuple[Typed, ...]:
        """Constants, then objects; a name that is declared twice occurs once, with all its types."""
        merged: dict[Object, Typed] = {}
        for item in self.domain.constants + self.problem.objects:
            known = merged.get(item.object)
            if known is not None:
                types = known.types + tuple(t for t in item.types if t not in known.types)
                item = Typed(known.object, types, known.span)
            merged[item.object] = item
        return tuple(merged.values())

    @cached_property
    def objects(self) -> tuple[Object, ...]:
        """All objects; an object's number, by which engines know it, is its position here."""
        return tuple(item.object for item in self.typed)

    @cached_property
    def number(self) -> Mapping[str, int]:
        """The number of each object, by name."""
        return {item.name: i for i, item in enumerate(self.objects)}

    @cached_property
    def types(self) -> Mapping[str, Type]:
        """The types by their names."""
        return {item.name: item for item in self.domain.types}

    @cached_property
    def members(self) -> Mapping[str, frozenset[int]]:
        """The numbers of each type's objects, including those of its subtypes."""
        numbers_of: dict[str, set[int]] = {name: set() for name in self.types}
        for number, item in enumerate(self.typed):
            for name in item.types:
                for upper in self.supertypes(name):
                    numbers_of[upper].add(number)
        numbers_of[OBJECT] = set(range(len(self.typed)))
        return {name: frozenset(numbers) for name, numbers in numbers_of.items()}

    def supertypes(self, name: str) -> frozenset[str]:
        """Return the type itself and all types above it, including `object`.

        Args:
            name: The name of a type.
        """
        return supertypes(self.types, name)

    def ranged(self, types: tuple[str, ...]) -> frozenset[int]:
        """Return the numbers of the objects over which a variable ranges.

        Args:
            types: The names of the variable's types; an object of one of them is in the range.
        """
        if len(types) == 1:
            return self.members[types[0]]
        return frozenset().union(*(self.members[name] for name in types))

    @cached_property
    def predicates(self) -> Mapping[str, Predicate]:
        """The predicates by their names."""
        return {item.name: item for item in self.domain.predicates}

    @cached_property
    def functions(self) -> Mapping[str, NumericFunction]:
        """The numeric functions by their names."""
        return {item.name: item for item in self.domain.functions}

    @cached_property
    def actions(self) -> Mapping[str, ActionSchema]:
        """The action schemas by their names."""
        return {item.name: item for item in self.domain.actions}

    @cached_property
    def derived(self) -> frozenset[str]:
        """The names of the predicates that axioms define."""
        return frozenset(axiom.predicate for axiom in self.domain.axioms)

    @cached_property
    def changing(self) -> frozenset[str]:
        """The names of the predicates that some action changes."""
        changes = [change for schema in self.domain.actions for change in primitives(schema.effect)]
        return frozenset(change.atom.predicate for change in changes if not isinstance(change, Assign))
