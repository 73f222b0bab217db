"""Places as cards with their content: in rows and columns, in layers, or as the nodes of a graph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil, dist
from typing import NamedTuple

from relgym.model.pddl.effects import Add
from relgym.model.pddl.problem import Task
from relgym.model.pddl.traversal import primitives
from relgym.render.chips import NARROWEST, TALL, Chip, Chips, filled, floor_first, measured, room_for
from relgym.render.facts import Row, StateView, TaskFacts
from relgym.render.frame import MARGIN, Extent
from relgym.render.goal_conditions import GoalConditions
from relgym.render.layouts.rows import CLOSE, HEAD, LOWEST, Rows, boxes_of, in_rows
from relgym.render.layouts.spread import mapped, placed, spread, squeezed
from relgym.render.looks import Shown, atoms_of, colour_of, marked
from relgym.render.palette import BORDER, CARD, FILL, GOAL, LINE, TEXT, mixed
from relgym.render.scene import Graph, Mark, Places
from relgym.render.shapes import DrawnItem, Line, NamedAtom, Outline, Rect, TextShape, ghost, label, text_width
from relgym.render.spots import changed, contents, members, ordered, told

TITLE, PADDING = 12.0, 6.0
"""The size of a card's title, and the room around what is there."""

ARROW = 8.0

NAME, STRONG = 9.0, 3.0
"""The size of a link's own name, and how thick its line is if it has a colour."""

LARGEST = 210.0, 150.0
"""The largest width and height of the room in a card, in pixels; more things are drawn smaller."""

DENSITIES = (1.0, 0.75, 0.55, 0.42)
"""Graphs are drawn with this part of the room in cards and between them, the first one with which they fit."""

DENSE, SMALL_HEAD, SMALL_TITLE = 0.6, 15.0, 9.5
"""The part of the room up to which graphs have small titles, the room for these, and their size."""

PALE = 0.6
"""The fraction of a card's own colour in the colour of a marked card."""

Box = tuple[float, float, float, float]

Point = tuple[float, float]


class Sign(NamedTuple):
    """The name on a link's line."""

    name: str
    atom: NamedAtom
    line: tuple[Point, Point]
    box: Rect
    words: TextShape


class Cards:
    """Cards of one size at given places; content that does not fit is drawn smaller."""

    def __init__(
        self,
        scene: Places | Graph,
        looks: Mapping[str, Shown],
        boxes: Mapping[str, Box],
        told: Mapping[str, list[Row]],
        beside: bool = False,
        heads: tuple[float, float] = (HEAD, TITLE),
    ) -> None:
        self._scene = scene
        self._looks = looks
        self._boxes = boxes
        self._beside = beside
        self._told = told
        self._heading, self._title = heads
        self.items_of_places = tuple(self._card(place, box) for place, box in boxes.items())

    def _card(
        self, place: str, box: Box, fill: str = CARD, also: str = "", atoms: tuple[NamedAtom, ...] = ()
    ) -> DrawnItem:
        x, y, width, height = box
        card = Rect(x, y, width, height, fill, BORDER, 8, 1.2)
        if self._beside:
            name = label(x + 10, y + height / 2, place, TITLE, TEXT, _head(self._boxes) - 14, "start")
        else:
            name = label(
                x + width / 2, y + self._heading / 2 + 1, _titled(place, self._told), self._title, TEXT, width - 8
            )
        if place in self._scene.areas:
            return DrawnItem("", place, (card, name))
        return DrawnItem(place, self._looks[place].title + also, (card, name), atoms)

    def items(self, view: StateView, wanted: GoalConditions | None = None) -> Iterator[DrawnItem]:
        """Yield the marks and the content of the places, and what is wanted there."""
        marks = marked(self._scene.marks, view)
        wanted_marks = {} if wanted is None else self._wanted(wanted)
        inside = Chips(view, self._scene, self._looks, marks, wanted, wanted_marks)
        head = _head(self._boxes) if self._beside else 0.0
        for place, (x, y, width, height) in self._boxes.items():
            for mark in marks.get(place, ()):
                if mark.glyph is None and mark.colour is not None:
                    fill, also = mixed(colour_of(mark), CARD, PALE), f", {mark.text}"
                    yield self._card(place, self._boxes[place], fill, also, atoms_of((mark,), place, view))
                    break
            chips = [*floor_first(inside.at(place))]
            for mark, goal, objects in wanted_marks.get(place, ()):
                if mark.glyph is None:
                    border = Outline(x + 3, y + 3, width - 6, height - 6, GOAL, 6)
                    yield ghost(f"goal: {goal[1:-1]}", goal, objects, (border,))
                else:
                    title = f"goal: {goal[1:-1]}"
                    chips.append(Chip("", title, mark.glyph, colour_of(mark), mark.text, goal=goal, objects=objects))
            top = 0.0 if self._beside else self._heading
            yield from filled(
                chips,
                x + head + PADDING,
                y + top,
                width - head - 2 * PADDING,
                height - top - (3 if self._beside else PADDING),
                "start" if self._beside else "middle",
            )

    def _wanted(self, wanted: GoalConditions) -> dict[str, list[tuple[Mark, str, tuple[str, ...]]]]:
        """Map objects to the marks that are wanted at them and missing, with the conditions and their objects."""
        found: dict[str, list[tuple[Mark, str, tuple[str, ...]]]] = {}
        seen = set()
        for mark in self._scene.marks:
            if len(mark.holds) == 1 and mark.holds[0] not in seen:
                seen.add(mark.holds[0])
                for row in wanted.rows(mark.holds[0], met=False):
                    goal = f"({' '.join((mark.holds[0], *row))})"
                    found.setdefault(row[-1], []).append((mark, goal, tuple(dict.fromkeys(row))))
        return found


def _head(places: Iterable[str]) -> float:
    """Return the width of the column of places' names, in pixels."""
    return min(140.0, max((text_width(place, TITLE) for place in places), default=0.0) + 20)


def _room(
    scene: Places | Graph, places: Sequence[str], facts: TaskFacts, looks: Mapping[str, Shown], spare: int
) -> tuple[float, float]:
    """Return the room for a card's content: for the fullest one at the start, or for a share of moving things."""
    chips = Chips(facts.start, scene, looks, marked(scene.marks, facts.start))
    full = [room_for(chips.at(place)) for place in places]
    wide, tall = max((w for w, _ in full), default=0.0), max((h for _, h in full), default=0.0)
    inside = len({thing for several in chips.things.values() for thing in several} - set(places))
    count = max(spare, ceil(inside / max(1, len(places))) + 1 if inside else 0)
    across = ceil(count**0.5)
    one = max([NARROWEST * 1.1, *(measured(chip)[0] for place in places for chip in chips.at(place) if not chip.inner)])
    wide, tall = max(wide, across * one), max(tall, ceil(count / max(1, across)) * TALL)
    return min(wide, LARGEST[0]), min(tall, LARGEST[1])


def _bare(task: Task, scene: Places, facts: TaskFacts, places: Sequence[str]) -> frozenset[str]:
    """Return the places in which no thing will ever be: nothing is there at the start, and no action puts it there."""
    put = {
        change.atom.predicate
        for action in task.domain.actions
        for change in primitives(action.effect)
        if isinstance(change, Add)
    }
    if put & {*scene.inside, *scene.holds, *scene.areas, *([scene.upon] if scene.upon else [])}:
        return frozenset()
    return frozenset(places) - contents(facts.start, scene.inside, scene.holds).keys() - {*scene.areas}


def _fixed(task: Task, scene: Places | Graph, facts: TaskFacts) -> Mapping[str, list[Row]]:
    """Map objects to what is told of them and no action changes."""
    moving = changed(task)
    return told(facts.start, [name for name in scene.tells if name not in moving])


def _titled(place: str, known: Mapping[str, list[Row]]) -> str:
    """The name of a place and what is told of it."""
    return ": ".join([place, *([", ".join(map(" ".join, known[place]))] if place in known else [])])


class PlacesFrame:
    """Cards in rows and columns; or, where places lie above each other, each as wide as the picture."""

    whole = True

    def __init__(self, task: Task, scene: Places, facts: TaskFacts, looks: Mapping[str, Shown], room: Extent) -> None:
        places = [*ordered(members(task, scene.place), facts.start, scene.above), *scene.areas]
        fixed = _fixed(task, scene, facts)
        wide, tall = _room(scene, places, facts, looks, 2)
        if scene.above is not None:
            width = max(room.least, _head(places) + max(wide, 5 * NARROWEST) + 2 * PADDING)
            height = max(LOWEST, min(TALL + 6, room.height / max(1, len(places)) - CLOSE))
            rows = [Rows(places, 1, width, height, CLOSE)]
        else:
            titles = max([60.0, *(min(150.0, text_width(_titled(place, fixed), TITLE) + 16) for place in places)])
            content = wide + 2 * PADDING, tall + HEAD + PADDING
            rows = in_rows(places, _bare(task, scene, facts, places), content, titles, room)
        self.width, self.height, boxes = boxes_of(rows, room.least)
        self._cards = Cards(scene, looks, boxes, fixed, scene.above is not None)
        self.backdrop = self._cards.items_of_places
        self.items = self._cards.items


class GraphFrame:
    """Cards beside those to which links lead; a link in one direction only has an arrow."""

    whole = True

    def __init__(self, task: Task, scene: Graph, facts: TaskFacts, looks: Mapping[str, Shown], room: Extent) -> None:
        places = [*members(task, scene.place), *scene.areas]
        fixed = _fixed(task, scene, facts)
        number = {place: at for at, place in enumerate(places)}
        pairs = list(_pairs(facts.start, scene.links, number))
        wide, tall = _room(scene, places, facts, looks, 1)
        ends = [(number[a], number[b]) for a, b in pairs]
        for part in DENSITIES:
            head, title = (HEAD, TITLE) if part > DENSE else (SMALL_HEAD, SMALL_TITLE)
            titles = (min(110.0, text_width(_titled(place, fixed), title) + 2 + title) for place in places)
            width = max([wide * part + 2 * PADDING, 52.0 * part, *titles])
            height = tall * part + head + PADDING
            sizes = [(width, height)] * len(places)
            pushed = False
            if scene.positions and places:
                found, pushed = mapped(placed(places, ends, scene.positions), sizes, 16 * part, room[1:])
            else:
                found = spread(len(places), ends, sizes, 30 * part, (room.width + MARGIN) / room.height)
                found = squeezed(found, sizes, 16 * part, room[1:])
            if found.width <= room.width and found.height <= room.height and not pushed:
                break
        self.width = max(room.least, found.width)
        self.height: float = found.height
        left = MARGIN + (self.width - found.width) / 2
        boxes = {
            place: (
                round(left + x - width / 2, 1),
                round(MARGIN + y - height / 2, 1),
                round(width, 1),
                round(height, 1),
            )
            for place, (x, y) in zip(places, found.positions, strict=True)
        }
        self._boxes = boxes
        self._number = number
        self._cards = Cards(scene, looks, boxes, fixed, heads=(head, title))
        self._colours = {name: FILL[colour] for name, colour in scene.colours.items()}  # type: ignore[index]  # checked
        moving = changed(task)
        self._moving = tuple(name for name in scene.links if name in moving)
        static = [name for name in scene.links if name not in moving]
        lines = _lines(_pairs(facts.start, static, number), boxes, self._colours)
        self.backdrop = (*lines, *self._cards.items_of_places)
        self._scene = scene
        self._looks = looks
        self._signs: tuple[dict[str, tuple[str, str, NamedAtom]], list[Sign]] | None = None

    def items(self, view: StateView, wanted: GoalConditions | None = None) -> Iterator[DrawnItem]:
        """Yield the links that change, those that have names, the content of the places, and what is wanted."""
        if self._moving:
            yield from _lines(_pairs(view, self._moving, self._number), self._boxes, self._colours)
        yield from self._named(view)
        yield from self._cards.items(view, wanted)

    def _named(self, view: StateView) -> list[DrawnItem]:
        marks = marked(self._scene.marks, view)
        names = _names(view, self._scene.named, self._number)
        if self._signs is None or self._signs[0] != names:
            self._signs = names, _signs(names, self._boxes)
        drawn_items: list[DrawnItem] = []
        for name, atom, line, box, words in self._signs[1]:
            own = marks.get(name, ())
            atoms = (atom, *atoms_of(own, name, view))
            title = self._looks[name].title + "".join(f", {mark.text}" for mark in own)
            colour = next((colour_of(mark) for mark in own if mark.glyph is None and mark.colour), None)
            if colour is None:
                drawn_items.append(DrawnItem(name, title, (box, words), atoms))
            else:
                box = box._replace(fill=mixed(colour, CARD, PALE), border=colour)
                drawn_items.append(DrawnItem(name, title, (Line(line, colour, STRONG), box, words), atoms))
        return drawn_items


def _pairs(
    view: StateView, links: Iterable[str], known: Mapping[str, int]
) -> dict[tuple[str, str], tuple[NamedAtom, ...]]:
    """Map the pairs of linked places to the atoms that link them."""
    found: dict[tuple[str, str], tuple[NamedAtom, ...]] = {}
    for predicate in links:
        for row in view.rows(predicate):
            # Further arguments of a link, such as the kind of a road, stand before or after the two places.
            match [name for name in row if name in known]:
                case [one, other, *_] if one != other:
                    found[one, other] = (*found.get((one, other), ()), (predicate, *row))
    return found


def _names(view: StateView, named: Iterable[str], known: Mapping[str, int]) -> dict[str, tuple[str, str, NamedAtom]]:
    """The things that are links, each with the places that it links and the atom that says so."""
    found: dict[str, tuple[str, str, NamedAtom]] = {}
    for predicate in named:
        for row in view.rows(predicate):
            match [name for name in row if name in known], [name for name in row if name not in known]:
                case [one, other], [name] if one != other:
                    found.setdefault(name, (one, other, (predicate, *row)))
    return found


def _signs(names: Mapping[str, tuple[str, str, NamedAtom]], boxes: Mapping[str, Box]) -> list[Sign]:
    """Position the names of links, those on long lines first: others are drawn over their lines."""
    lines = {
        name: (clipped(boxes[one], boxes[other]), clipped(boxes[other], boxes[one]))
        for name, (one, other, _) in names.items()
    }
    signs: list[Sign] = []
    # On a long line there is more room to make way.
    for name, line in sorted(lines.items(), key=lambda item: dist(*item[1])):
        box = _beside(name, *line, [sign.box for sign in signs])
        words = label(box.x + box.width / 2, box.y + box.height / 2, name, NAME, TEXT, box.width)
        signs.append(Sign(name, names[name][2], line, box, words))
    return signs[::-1]


def _beside(name: str, start: Point, end: Point, taken: Sequence[Rect]) -> Rect:
    """A box for a name on a line: in the middle, or where it leaves others alone."""
    width, height = text_width(name, NAME) + 8, NAME + 6
    boxes = [
        Rect(
            round(start[0] + (end[0] - start[0]) * part - width / 2, 1),
            round(start[1] + (end[1] - start[1]) * part - height / 2, 1),
            width,
            height,
            CARD,
            BORDER,
            radius=4,
            thick=1.2,
        )
        for part in (0.5, 0.3, 0.7)
    ]
    return next((box for box in boxes if not any(_overlap(box, other) for other in taken)), boxes[0])


def _overlap(one: Rect, other: Rect) -> bool:
    return abs(one.x + one.width / 2 - other.x - other.width / 2) < (one.width + other.width) / 2 and (
        abs(one.y - other.y) < one.height
    )


def _lines(
    pairs: Mapping[tuple[str, str], tuple[NamedAtom, ...]], boxes: Mapping[str, Box], colours: Mapping[str, str]
) -> Iterator[DrawnItem]:
    for (one, other), atoms in pairs.items():
        back = (other, one) in pairs
        if back and one > other:
            continue
        start, end = clipped(boxes[one], boxes[other]), clipped(boxes[other], boxes[one])
        words = (*atoms, *pairs.get((other, one), ()))
        title = ", ".join(" ".join(atom) for atom in words)
        colour = next((colours[name] for name, *_ in words if name in colours), None)
        line = Line((start, end), colour or LINE, STRONG if colour else 1.6, 0.0 if back else ARROW)
        yield DrawnItem("", title, (line,), words)


def clipped(box: Box, other: Box) -> tuple[float, float]:
    """Return the point where the line between the centres of two boxes leaves the first one."""
    x, y, width, height = box
    middle = x + width / 2, y + height / 2
    across = other[0] + other[2] / 2 - middle[0]
    down = other[1] + other[3] / 2 - middle[1]
    parts = [abs(side / 2 / way) for side, way in ((width, across), (height, down)) if way]
    part = min([1.0, *parts])
    return round(middle[0] + across * part, 1), round(middle[1] + down * part, 1)
