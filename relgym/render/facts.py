"""True atoms and values of states as tuples of names, in the order in which the task declares the objects.

>>> from relgym.read.loading import load
>>> task = load("(define (domain d) (:predicates (on ?x ?y)))",
...     "(define (problem p) (:domain d) (:objects a b c) (:init (on b c) (on a b)) (:goal (and)))")
>>> TaskFacts(task).start.rows("on")
[('a', 'b'), ('b', 'c')]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from relgym.arguments import wrong
from relgym.errors import ModelError
from relgym.model.numeric import Value
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Key, Vocabulary
from relgym.render.shapes import shortened

Row = tuple[str, ...]


class StateView:
    """The true atoms and the defined values of one state; `changing` are those that are not the same in all states."""

    def __init__(self, facts: TaskFacts, atoms: Iterable[Key], values: Iterable[tuple[Key, Value]]) -> None:
        self._facts = facts
        self._own: dict[str, list[tuple[int, ...]]] = {}
        for name, row in atoms:
            self._own.setdefault(name, []).append(row)
        self._values: dict[str, dict[tuple[int, ...], Value]] = {}
        for (name, row), value in values:
            self._values.setdefault(name, {})[row] = value
        self._rows: dict[str, list[Row]] = {}
        self._ending: dict[str, dict[str, list[Row]]] = {}

    def rows(self, predicate: str) -> list[Row]:
        """The true atoms of a predicate; not to be changed."""
        rows_of = self._rows.get(predicate)
        if rows_of is None:
            fixed = self._facts.fixed_rows(predicate)
            changing = self._own.get(predicate, ())
            rows_of = (
                fixed if not changing else self._facts.named(sorted({*changing, *self._facts.fixed.get(predicate, ())}))
            )
            self._rows[predicate] = rows_of
        return rows_of

    def holding(self, predicate: str) -> list[str]:
        """The last arguments of a predicate's true atoms."""
        return [row[-1] for row in self.rows(predicate)]

    def ending(self, predicate: str) -> dict[str, list[Row]]:
        """Map each object to the true atoms of a predicate with this object as last argument; not to be changed."""
        found = self._ending.get(predicate)
        if found is None:
            found = self._ending[predicate] = {}
            for row in self.rows(predicate):
                found.setdefault(row[-1] if row else "", []).append(row)
        return found

    def values(self, function: str) -> dict[Row, str]:
        """The defined values of a function, as text."""
        found = {**self._facts.fixed_values.get(function, {}), **self._values.get(function, {})}
        names = self._facts.names
        return {tuple(names[number] for number in row): str(found[row]) for row in sorted(found)}

    def changing(self) -> Iterator[tuple[str, Row, str]]:
        """Yield the facts that actions may change: predicate, names and "", or function, names and the value."""
        for predicate, rows in self._own.items():
            yield from ((predicate, row, "") for row in self._facts.named(sorted(rows)))
        names = self._facts.names
        for function, values in self._values.items():
            for row in sorted(values):
                yield function, tuple(names[number] for number in row), f" = {values[row]}"


class TaskFacts:
    """Makes the views of a task; static facts are looked up once."""

    def __init__(self, task: Task) -> None:
        self.names = tuple(item.name for item in task.objects)
        self.short = Counter(map(shortened, self.names))
        """For each shortened name the number of objects that have it."""
        self.fixed: dict[str, list[tuple[int, ...]]] = {}
        self.fixed_values: dict[str, dict[tuple[int, ...], Value]] = {}
        self._fixed_rows: dict[str, list[Row]] = {}
        self._vocabulary: Vocabulary | None = None
        number = task.number
        self.start = StateView(
            self,
            [(atom.predicate, tuple(number[term.name] for term in atom.terms)) for atom in task.problem.init],
            [
                ((fluent.function, tuple(number[term.name] for term in fluent.terms)), value)
                for fluent, value in task.problem.values
            ],
        )
        """The content of the problem's :init; positions are computed from it, the same ones for all states."""

    def at(self, state: State) -> StateView:
        """The view of a state of the task."""
        if not isinstance(state, State):
            raise wrong("a state", state, "a State of the painter's task", ModelError)
        if state.vocabulary is not self._vocabulary:
            self._fix(state.vocabulary)
        return StateView(self, state.own_atoms(), state.own_values())

    def _fix(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        fixed: dict[str, list[tuple[int, ...]]] = {}
        for name, row in vocabulary.static_atoms:
            fixed.setdefault(name, []).append(row)
        values: dict[str, dict[tuple[int, ...], Value]] = {}
        for (name, row), value in vocabulary.static_values:
            values.setdefault(name, {})[row] = value
        self.fixed, self.fixed_values = fixed, values
        self._fixed_rows = {name: self.named(sorted(rows)) for name, rows in fixed.items()}

    def fixed_rows(self, predicate: str) -> list[Row]:
        return self._fixed_rows.get(predicate, [])

    def named(self, rows: Iterable[tuple[int, ...]]) -> list[Row]:
        names = self.names
        return [tuple([names[number] for number in row]) for row in rows]
