"""Chips: a glyph with a name below it and its content beside it, and the layout of chips in a room.

>>> chip = Chip("k", "k: key", "key", "#e69f00", "k")
>>> measured(chip)
(40.0, 46.0)
>>> [item.object for item in filled([chip], 0, 0, 100, 50)]
['k']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from relgym.render.facts import StateView
from relgym.render.glyphs import GLYPHS
from relgym.render.goal_conditions import GoalConditions
from relgym.render.looks import Shown, atoms_of, colour_of
from relgym.render.palette import BORDER, CARD, GOAL, MUTED, TEXT, mixed, on
from relgym.render.scene import Graph, Mark, Places
from relgym.render.shapes import (
    LEAST_TEXT,
    Anchor,
    DrawnItem,
    Glyph,
    NamedAtom,
    Outline,
    Rect,
    Shape,
    bounds,
    ghost,
    label,
    shortened,
    text_width,
)
from relgym.render.spots import contents, told

GLYPH, NAME = 28.0, 10.0
"""The size of a chip's glyph and of its name."""

NARROWEST, WIDEST, TALL = 40.0, 84.0, 46.0
PADDING = 5.0
NAMED, TOLD = 0.4, 0.6
"""The smallest scales at which chips have names, and words below their names."""

BLOCK, UNDER = 28.0, 11.0
"""The height of a block, and of the words below a name."""

SCALES = (1.0, 0.86, 0.74, 0.62, 0.52, 0.43, 0.36, 0.3, 0.25)
"""Chips are drawn at the first of these scales at which they have room."""


WantedMarks: TypeAlias = Mapping[str, Sequence[tuple[Mark, str, tuple[str, ...]]]]
"""For objects the marks that a goal wants at them and that are missing, with the conditions and their objects."""


class Chip(NamedTuple):
    """A thing with its look and its content; `badges` are glyphs and colours of its marks.

    `under` are the words below its name, and `above` the things that stand on it.
    """

    object: str
    title: str
    glyph: str
    colour: str
    words: str
    badges: tuple[tuple[str, str], ...] = ()
    inner: tuple[Chip, ...] = ()
    atoms: tuple[NamedAtom, ...] = ()
    goal: str = ""
    objects: tuple[str, ...] = ()
    wanted: tuple[tuple[str, tuple[str, ...]], ...] = ()
    under: str = ""
    above: tuple[Chip, ...] = ()


class Chips:
    """Makes the chips of places in a state, from the predicates that say what is inside what."""

    def __init__(
        self,
        view: StateView,
        scene: Places | Graph,
        looks: Mapping[str, Shown],
        marks: Mapping[str, list[Mark]],
        wanted: GoalConditions | None = None,
        wanted_marks: WantedMarks | None = None,
    ) -> None:
        self._view = view
        self._scene = scene
        self._looks = looks
        self._marks = marks
        self._told = told(view, scene.tells)
        self._upon: dict[str, list[str]] = {}
        for upper, lower in view.rows(scene.upon) if scene.upon is not None else ():
            self._upon.setdefault(lower, []).append(upper)
        self.things = contents(view, scene.inside, scene.holds, scene.upon, scene.areas)
        """The things in each container."""
        self._wanted_marks = wanted_marks or {}
        self._wanted: dict[str, list[tuple[str, str]]] = {}
        for name in scene.areas:
            for (thing,) in wanted.rows(name, met=False) if wanted is not None else ():
                self._wanted.setdefault(name, []).append((thing, f"{name} {thing}"))
        for name in scene.inside:
            for thing, container in wanted.rows(name, met=False) if wanted is not None else ():
                self._wanted.setdefault(container, []).append((thing, f"{name} {thing} {container}"))

    def at(self, place: str) -> list[Chip]:
        """Return the chips at a place: its marks, then its content, to any depth."""
        chips = [
            Chip(
                "",
                f"{place}: {mark.text}",
                mark.glyph,
                colour_of(mark),
                mark.text,
                atoms=atoms_of((mark,), place, self._view),
            )
            for mark in self._marks.get(place, ())
            if mark.glyph
        ]
        chips += [self._thing(thing, (place,)) for thing in self.things.get(place, ())]
        return chips + self._ghosts(place)

    def _ghosts(self, container: str) -> list[Chip]:
        """Return the things that are wanted in a container and are not there."""
        return [
            Chip(thing, f"goal: {goal}", self._looks[thing].glyph, self._looks[thing].colour, thing, goal=f"({goal})")
            for thing, goal in self._wanted.get(container, ())
        ]

    def _thing(self, thing: str, around: tuple[str, ...]) -> Chip:
        glyph, colour, title = self._looks[thing]
        marks = self._marks.get(thing, ())
        if marks:
            title += "".join(f", {mark.text}" for mark in marks)
        badges = tuple((mark.glyph, colour_of(mark)) for mark in marks if mark.glyph)
        container, around = around[-1], (*around, thing)
        inner = [self._thing(item, around) for item in self.things.get(thing, ()) if item not in around]
        inner += self._ghosts(thing)
        upon = (self._scene.upon,) if self._scene.upon is not None else ()
        held = [
            (name, thing, container)
            for name in (*self._scene.inside, *upon)
            if (thing, container) in self._view.ending(name).get(container, ())
        ]
        held += [
            (name, container, thing)
            for name in self._scene.holds
            if (container, thing) in self._view.ending(name).get(thing, ())
        ]
        area: list[NamedAtom] = [(container, thing)] if container in self._scene.areas else []
        atoms = (*area, *held, *atoms_of(marks, thing, self._view), *self._told_atoms(thing))
        above = [self._thing(item, around) for item in self._upon.get(thing, ()) if item not in around]
        wanted = tuple((goal, objects) for _, goal, objects in self._wanted_marks.get(thing, ()))
        under = " ".join(" ".join(row) for row in self._told.get(thing, ()))
        title += "".join(f", {' '.join(row[:1] + row[2:])}" for row in self._told_atoms(thing))
        return Chip(
            thing,
            title,
            glyph,
            colour,
            thing,
            badges,
            tuple(inner),
            atoms,
            wanted=wanted,
            under=under,
            above=tuple(above),
        )

    def _told_atoms(self, thing: str) -> list[NamedAtom]:
        """Return the true atoms that tell something of a thing."""
        return [(name, *row) for name in self._scene.tells for row in self._view.rows(name) if row[0] == thing]


def measured(chip: Chip) -> tuple[float, float]:
    """Width and height of a chip at full scale."""
    width, height = _alone(chip)
    if chip.above:
        sizes = [measured(item) for item in chip.above]
        return max(width, *(wide for wide, _ in sizes)), height + sum(tall for _, tall in sizes)
    return width, height


def _alone(chip: Chip) -> tuple[float, float]:
    """Width and height of a chip without what stands on it."""
    words = max(text_width(chip.words, NAME), text_width(_short(chip.under), LEAST_TEXT))
    width = min(max(NARROWEST, words + 6), WIDEST)
    if not chip.inner:
        return width, BLOCK if chip.glyph == "block" else TALL + (UNDER if chip.under else 0.0)
    across, down, _ = _inside(chip)
    return width + across + 2 * PADDING, max(TALL, down) + 2 * PADDING


def _inside(chip: Chip) -> tuple[float, float, list[tuple[float, float]]]:
    """Return the room of a chip's content and the positions in it, about as wide as high."""
    sizes = [measured(item) for item in chip.inner]
    return _flowed(sizes, max(max(width for width, _ in sizes), (sum(w * h for w, h in sizes) * 1.6) ** 0.5))


def _flowed(sizes: Sequence[tuple[float, float]], room: float) -> tuple[float, float, list[tuple[float, float]]]:
    """Boxes in rows from left to right: how wide and high they are together, and where each of them is."""
    positions = []
    x = y = tall = wide = 0.0
    for width, height in sizes:
        if x > 0 and x + width > room + 0.01:
            x, y, tall = 0.0, y + tall + 2, 0.0
        positions.append((x, y))
        x += width
        wide = max(wide, x)
        tall = max(tall, height)
    return wide, y + tall, positions


def room_for(chips: Sequence[Chip], aspect: float = 1.5) -> tuple[float, float]:
    """The room of chips at full scale, about `aspect` times as wide as high."""
    sizes = [measured(chip) for chip in chips]
    if not sizes:
        return 0.0, 0.0
    area = sum(width * height for width, height in sizes)
    wide, tall, _ = _flowed(sizes, max(max(width for width, _ in sizes), (area * aspect) ** 0.5))
    return wide, tall


def filled(
    chips: Sequence[Chip], x: float, y: float, width: float, height: float, anchor: Anchor = "middle"
) -> list[DrawnItem]:
    """Chips in the middle of a room or from its start, smaller where there are many."""
    if not chips:
        return []
    sizes = [measured(chip) for chip in chips]
    for scale in SCALES:
        wide, tall, positions = _flowed(sizes, width / scale)
        if tall * scale <= height + 0.01 and wide * scale <= width + 0.01:
            break
    left = x if anchor == "start" else x + max(0.0, width - wide * scale) / 2
    top = y + max(0.0, height - tall * scale) / 2
    items: list[DrawnItem] = []
    for chip, (across, down), (room, _) in zip(chips, positions, sizes, strict=True):
        items.extend(_drawn(chip, left + across * scale, top + down * scale, room, scale))
    return items


def _drawn(chip: Chip, x: float, y: float, width: float, scale: float) -> Iterator[DrawnItem]:
    for item in chip.above:
        yield from _drawn(item, x, y, width, scale)
        y += measured(item)[1] * scale
    shapes: list[Shape] = []
    inner = width
    if chip.inner:
        across, high, positions = _inside(chip)
        inner = width - across - 2 * PADDING
        tall = max(TALL, high) + 2 * PADDING
        frame = mixed(chip.colour, CARD, 0.78)
        shapes.append(
            Rect(
                _r(x + scale), _r(y + scale), _r((width - 2) * scale), _r((tall - 2) * scale), frame, BORDER, 7 * scale
            )
        )
        y += PADDING * scale + (tall - 2 * PADDING - TALL) * scale / 2
    middle = _r(x + (inner + (PADDING if chip.inner else 0)) * scale / 2)
    down = BLOCK / 2 - 2 if chip.glyph == "block" else 17
    shapes += shown(chip, middle, _r(y + down * scale), scale, inner * scale - 2)
    if chip.goal:
        outline = _outline(shapes, scale)
        objects = (chip.object,) if chip.object else chip.objects
        yield ghost(chip.title, chip.goal, objects, (*shapes, outline))
        return
    yield DrawnItem(chip.object, chip.title, tuple(shapes), chip.atoms)
    for goal, objects in chip.wanted:
        yield ghost(f"goal: {goal[1:-1]}", goal, objects, (_outline(shapes, scale),))
    if chip.inner:
        base = y - (tall - 2 * PADDING - TALL) * scale / 2 + (tall - 2 * PADDING - high) * scale / 2
        for item, (right, below) in zip(chip.inner, positions, strict=True):
            left = x + (inner + PADDING + right) * scale
            yield from _drawn(item, left, base + below * scale, measured(item)[0], scale)


def shown(chip: Chip, x: float, y: float, scale: float, room: float) -> list[Shape]:
    """A glyph around a point with its name below, or on it where it is a block, and badges at its corner."""
    shapes: list[Shape] = []
    size = max(NAME * scale, LEAST_TEXT)
    bottom = (TALL - 17) * scale - LEAST_TEXT / 2 - (UNDER * (1 - scale) if chip.under and scale >= TOLD else 0.0)
    if chip.glyph == "block":
        width = max(GLYPH * scale, room)
        shapes.append(
            Rect(_r(x - width / 2), _r(y - 11 * scale), _r(width), _r(26 * scale), chip.colour, None, 5 * scale)
        )
        shapes.append(label(x, _r(y + 2 * scale), chip.words, size, on(chip.colour), width - 4 * scale))
    else:
        shapes.append(Glyph(chip.glyph, x, y, GLYPH * scale, chip.colour))
        # The word of a mark says no more than its glyph.
        if chip.words and (chip.object or text_width(chip.words, size) <= room):
            # Dots alone are left out, and counted as words that are missing.
            words = chip.words if scale >= NAMED else "..."
            shapes.append(label(x, _r(y + min(15 * scale + size * 0.6, bottom)), words, size, TEXT, room))
        if chip.under and scale >= TOLD:
            under = chip.under if text_width(chip.under, LEAST_TEXT) <= room else _short(chip.under)
            shapes.append(label(x, _r(y + bottom + UNDER - 1), under, LEAST_TEXT, MUTED, room))
    if chip.badges and GLYPHS[chip.glyph].floor:
        # Things on a floor are as large as things beside it.
        (glyph, colour), *badges = chip.badges
        shapes.append(Glyph(glyph, x, y, GLYPH * 0.9 * scale, colour))
    else:
        badges = list(chip.badges)
    for number, (glyph, colour) in enumerate(badges):
        shapes.append(Glyph(glyph, _r(x + (13 - 12 * number) * scale), _r(y - 9 * scale), 13 * scale, colour))
    return shapes


def _short(words: str) -> str:
    """Words with their names shortened."""
    return " ".join(map(shortened, words.split()))


def _outline(shapes: Sequence[Shape], scale: float) -> Outline:
    """Return the outline around shapes."""
    lefts, tops, rights, bottoms = zip(*map(bounds, shapes), strict=True)
    left, top, right, bottom = min(lefts), min(tops), max(rights), max(bottoms)
    return Outline(_r(left - 1), _r(top - 1), _r(right - left + 2), _r(bottom - top + 2), GOAL, _r(6 * scale))


def _r(number: float) -> float:
    return round(number, 1)


def floor_first(chips: Iterable[Chip]) -> list[Chip]:
    """Sort chips so that floor glyphs come before things that stand on them."""
    return sorted(chips, key=lambda chip: not GLYPHS[chip.glyph].floor)
