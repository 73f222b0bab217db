"""Positions of objects, computed from predicates: coordinates of cells, piles, contents, an order.

>>> cells_of([("a", "b", "east"), ("b", "c", "south"), ("b", "a", "west")], "east", "south")
[{'a': (0, 0), 'b': (0, 1), 'c': (1, 1)}]
>>> pile("a", [("c", "b"), ("b", "a")])
['a', 'b', 'c']
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from relgym.model.pddl.effects import Assign
from relgym.model.pddl.problem import Task
from relgym.model.pddl.traversal import primitives
from relgym.render.facts import Row, StateView


def kinds(task: Task) -> Mapping[str, list[str]]:
    """Map each type to its objects, as the task orders them.

    In a task without types, static predicates of one argument are types, too, as in the first files of the planning
    competitions: `(room ?x)`, `(ball ?x)`.
    """
    found = {name: [task.objects[number].name for number in sorted(task.members[name])] for name in task.members}
    if task.members.keys() == {"object"}:
        moving = changed(task) | task.derived
        rows = {(atom.predicate, *(term.name for term in atom.terms)) for atom in task.problem.init}
        for predicate in task.predicates.values():
            name = predicate.name
            if len(predicate.parameters) == 1 and name not in moving and name not in found:
                found[name] = [item.name for item in task.objects if (name, item.name) in rows]
    return found


def members(task: Task, type_name: str) -> list[str]:
    """The objects of a type, as the task orders them; raises `KeyError` where there is no such type."""
    return kinds(task)[type_name]


def pile(base: str, on: Iterable[Row]) -> list[str]:
    """Return the tower of things on a base, from bottom to top, the base first."""
    above = {below: top for top, below in on}
    found = [base]
    while found[-1] in above and above[found[-1]] not in found:
        found.append(above[found[-1]])
    return found


def contents(
    view: StateView,
    inside: Iterable[str],
    holds: Iterable[str] = (),
    upon: str | None = None,
    areas: Iterable[str] = (),
) -> dict[str, list[str]]:
    """Map each container and each area to the things in it; what stands upon a thing is in nothing else."""
    rows = [row for predicate in inside for row in view.rows(predicate)]
    rows += [(thing, container) for predicate in holds for container, thing in view.rows(predicate)]
    rows += [(thing, name) for name in areas for (thing,) in view.rows(name)]
    standing = {thing for thing, _ in view.rows(upon)} if upon is not None else set()
    things: dict[str, list[str]] = {}
    for thing, container in rows:
        if thing not in standing:
            things.setdefault(container, []).append(thing)
    return things


def told(view: StateView, tells: Iterable[str]) -> dict[str, list[tuple[str, ...]]]:
    """Map objects to what predicates and functions say of them: the other objects of atoms, or values."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for name in tells:
        for thing, *others in view.rows(name):
            found.setdefault(thing, []).append(tuple(others))
        for row, value in view.values(name).items():
            found.setdefault(row[0], []).append((*row[1:], value))
    return found


def ordered(places: Sequence[str], view: StateView, above: str | None) -> list[str]:
    """Sort places from the top to the bottom, by a predicate that says which place is above another."""
    if above is None:
        return list(places)
    below: dict[str, int] = {}
    for upper, _ in view.rows(above):
        below[upper] = below.get(upper, 0) + 1
    return sorted(places, key=lambda place: -below.get(place, 0))


def cells_of(steps: Iterable[Row], right: str, down: str) -> list[dict[str, tuple[int, int]]]:
    """Row and column of each cell, for each part of a grid that hangs together by steps `(from, to, way)`."""
    ways: dict[str, list[tuple[str, int, int]]] = {}
    for start, end, way in steps:
        rows, columns = int(way == down), int(way == right)
        if rows or columns:
            ways.setdefault(start, []).append((end, rows, columns))
            ways.setdefault(end, []).append((start, -rows, -columns))
    parts: list[dict[str, tuple[int, int]]] = []
    placed: set[str] = set()
    for first in ways:
        if first not in placed:
            parts.append(_coordinates(first, ways))
            placed.update(parts[-1])
    return parts


def _coordinates(first: str, ways: dict[str, list[tuple[str, int, int]]]) -> dict[str, tuple[int, int]]:
    where, todo = {first: (0, 0)}, [first]
    while todo:
        cell = todo.pop()
        for other, rows, columns in ways[cell]:
            if other not in where:
                where[other] = (where[cell][0] + rows, where[cell][1] + columns)
                todo.append(other)
    return where


def changed(task: Task) -> frozenset[str]:
    """The predicates and functions that an action, or chance at the start, may change."""
    effects = [*(action.effect for action in task.domain.actions), *task.problem.chances]
    return frozenset(
        change.fluent.function if isinstance(change, Assign) else change.atom.predicate
        for effect in effects
        for change in primitives(effect)
    )
