"""The true atoms of one state, as answered by an engine, for look-up and iteration."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from relgym.model.effects import NumericEffect
from relgym.model.numeric import Expression, Value
from relgym.model.pddl.formulas import Atom
from relgym.model.pddl.problem import Task
from relgym.model.terms import Object, Variable

Row = tuple[Object, ...]

Draw = Hashable
"""A draw of an action: its outcomes and the objects of the variables around it."""


class NumericUpdate(NamedTuple):
    """A numeric effect that takes place, the objects of its variables, and the outcome of each draw around it.

    It is not `possible` in an outcome whose probability is 0.
    """

    effect: NumericEffect
    binding: Mapping[str, Object]
    choices: Mapping[Draw, int]
    possible: bool


Updates = Callable[[str, Mapping[str, Object]], Iterable[NumericUpdate]]
"""Gives the numeric effects of an action, by its name and the objects of its parameters, in any outcome."""


class World:
    """The atoms of a state, the derived ones included, and the values of its numeric expressions.

    Loops over its rows call `look` now and then, which raises `TimeoutError` when the limits are passed.
    """

    def __init__(
        self,
        task: Task,
        facts: Callable[[], frozenset[Atom]],
        derived: Callable[[], frozenset[Atom]],
        value: Callable[[Expression], Value | None],
        look: Callable[[], None],
        updates: Updates,
    ) -> None:
        self.task = task
        self.value = value
        self.look = look
        self.updates = updates
        # Derived atoms are computed on demand: of a long history only few states are looked at.
        self._facts = facts
        self._derived = derived
        self._buckets: dict[tuple[str, int, Object], list[Row]] = {}

    @cached_property
    def facts(self) -> frozenset[Atom]:
        return self._facts()

    @cached_property
    def derived(self) -> frozenset[Atom]:
        return self._derived()

    def __contains__(self, atom: Atom) -> bool:
        return atom in (self.derived if atom.predicate in self.task.derived else self.facts)

    @cached_property
    def _rows(self) -> dict[str, list[Row]]:
        by_predicate: dict[str, list[Row]] = {}
        for atom in self.facts | (self.derived if self.task.derived else frozenset()):
            row = tuple(term for term in atom.terms if isinstance(term, Object))
            by_predicate.setdefault(atom.predicate, []).append(row)
        for rows in by_predicate.values():
            rows.sort(key=self._numbers)
        for predicate, rows in by_predicate.items():
            for row in rows:
                for column, term in enumerate(row):
                    self._buckets.setdefault((predicate, column, term), []).append(row)
        return by_predicate

    def _numbers(self, row: Row) -> tuple[int, ...]:
        return tuple(self.task.number[term.name] for term in row)

    def rows(self, predicate: str, known: Iterable[tuple[int, Object]] = ()) -> Sequence[Row]:
        """Rows of a predicate in the objects' order: all that have the `known` objects, and maybe others."""
        candidates: Sequence[Row] = self._rows.get(predicate, ())
        for column, term in known:
            bucket = self._buckets.get((predicate, column, term), ())
            if len(bucket) < len(candidates):
                candidates = bucket
        return candidates

    def ranged(self, variable: Variable) -> list[Object]:
        """The objects that a variable ranges over, in their order."""
        return [self.task.objects[number] for number in sorted(self.task.ranged(variable.types))]

    def within(self, term: Object, variable: Variable) -> bool:
        """Return True if a variable ranges over an object."""
        return self.task.number[term.name] in self.task.ranged(variable.types)
