"""Appearance of each object of a task: its glyph, its colour and its tooltip.

>>> from relgym.read.loading import load
>>> from relgym.render.scene import scene_of
>>> task = load("(define (domain d) (:requirements :typing) (:types car))",
...     "(define (problem p) (:domain d) (:objects c - car) (:init) (:goal (and)))")
>>> scene = scene_of({"layout": "places", "place": "car", "looks": {"car": {"glyph": "car", "colour": "blue"}}})
>>> looks_of(task, scene.looks)["c"]
Shown(glyph='car', colour='#0072b2', title='c: car')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import cycle
from typing import NamedTuple

from relgym.model.pddl.problem import Task
from relgym.render.facts import StateView
from relgym.render.palette import EACH, FILL
from relgym.render.scene import Look, Mark
from relgym.render.shapes import NamedAtom
from relgym.render.spots import kinds

DEFAULT = Look()


class Shown(NamedTuple):
    """The appearance of an object; the colour is `#rrggbb`."""

    glyph: str
    colour: str
    title: str


def looks_of(task: Task, looks: Mapping[str, Look]) -> Mapping[str, Shown]:
    """Map every object to its appearance: that of its type, or of the nearest type above it that has a look."""
    colours = {name: cycle(EACH) for name in [*looks, ""]}
    appearances = {}
    told = _told(task, looks)
    for item in task.typed:
        types = told.get(item.object.name, item.types)
        name = _nearest(task, types, looks)
        look = looks[name] if name else DEFAULT
        colour = next(colours[name]) if look.colour == "each" else look.colour
        title = f"{item.object.name}: {' '.join(types)}"
        appearances[item.object.name] = Shown(look.glyph, FILL[colour], title)  # type: ignore[index]  # checked by the scene
    return appearances


def _told(task: Task, looks: Mapping[str, Look]) -> dict[str, list[str]]:
    """Map the objects of a task without types to the predicates in the place of types, in the order of the looks."""
    told: dict[str, list[str]] = {}
    members = kinds(task)
    for name in looks:
        if name not in task.types:
            for thing in members.get(name, ()):
                told.setdefault(thing, []).append(name)
    return told


def hued(looks: Mapping[str, Shown], start: StateView, hues: Iterable[str]) -> Mapping[str, Shown]:
    """Return the appearances with a colour for each last object in the atoms of some predicates."""
    rows = [(name, *row) for name in hues for row in start.rows(name)]
    colours = dict(zip(sorted({row[-1] for row in rows}), cycle(EACH), strict=False))
    found = dict(looks)
    for name, thing, other in rows:
        title = f"{looks[thing].title}, {name} {other}"
        found[thing] = looks[thing]._replace(colour=FILL[colours[other]], title=title)
    return found


def _nearest(task: Task, types: Iterable[str], looks: Mapping[str, Look]) -> str:
    todo = list(types)
    for name in todo:
        if name in looks:
            return name
        todo.extend(upper for upper in (task.types[name].parents if name in task.types else ()) if upper not in todo)
    return ""


def colour_of(mark: Mark) -> str:
    """The colour of a mark as `#rrggbb`."""
    return FILL[mark.colour or "grey"]  # type: ignore[index]  # checked by the scene


def atoms_of(marks: Iterable[Mark], thing: str, view: StateView) -> tuple[NamedAtom, ...]:
    """The true atoms that the marks of a thing show."""
    return tuple(
        dict.fromkeys((name, *row) for mark in marks for name in mark.holds for row in view.ending(name).get(thing, ()))
    )


def marked(marks: Iterable[Mark], view: StateView) -> Mapping[str, list[Mark]]:
    """The marks of each object that has any, in their order."""
    holding: dict[str, dict[str, None]] = {}
    found: dict[str, list[Mark]] = {}
    for mark in marks:
        for name in mark.holds:
            if name not in holding:
                holding[name] = dict.fromkeys(view.holding(name))
        first, *others = mark.holds
        for thing in holding[first]:
            if all(thing in holding[name] for name in others):
                found.setdefault(thing, []).append(mark)
    return found
