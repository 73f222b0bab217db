"""Any task at all: its objects as the nodes of a graph, its atoms as words in them and as edges between them.

Up to `OBJECTS_LIMIT` objects it can be read; `summary.py` has what is drawn above that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from textwrap import wrap
from typing import NamedTuple

from relgym.model.pddl.domain import NumericFunction, Predicate
from relgym.model.pddl.problem import Task
from relgym.render.digest import digest_item
from relgym.render.facts import StateView, TaskFacts
from relgym.render.frame import MARGIN, Extent
from relgym.render.goal_conditions import GoalConditions
from relgym.render.layouts.places import clipped
from relgym.render.layouts.spread import spread
from relgym.render.palette import BACKGROUND, EACH, FILL, GOAL, LINE, MUTED, TEXT, mixed, tint
from relgym.render.shapes import DrawnItem, Line, NamedAtom, Rect, Shape, TextShape, fitted, label, text_width
from relgym.render.spots import changed

OBJECTS_LIMIT = 60
"""The largest number of objects in a readable graph."""

LABELLED = 45
"""The largest number of edges with labels; more edges are told apart by colours."""

DENSE = 3
"""The largest number of static atoms per object that are drawn as edges: more would hide everything else."""

NAME, WORDS, EDGE, SAID = 12.0, 9.5, 9.0, 11.0
WIDEST = 80.0
"""The largest space for the words of edges between nodes, in pixels, besides the gap."""

LINES = 5
"""The largest number of lines of words in a node."""

PADDING, GAP, CLOSE, FOOT = 7.0, 44.0, 14.0, 20.0
LETTERS = 22
"""The approximate number of letters in a line of words."""

Box = tuple[float, float, float, float]


class _Said(NamedTuple):
    """Words of a node or an edge, with their predicate or function and its objects; `valued` for functions."""

    words: str
    name: str
    row: tuple[str, ...]
    valued: bool


class GraphOfObjects:
    """Nodes in the colours of their types; they stand where the start's edges want them, and stay there."""

    def __init__(self, task: Task, facts: TaskFacts, room: Extent) -> None:
        self._task = task
        self._names = facts.names
        self._kinds = {item.object.name: " ".join(item.types) for item in task.typed}
        kinds = list(dict.fromkeys(self._kinds.values()))
        self._colours = {kind: EACH[number % len(EACH)] for number, kind in enumerate(kinds)}
        self._changed = changed(task)
        start = facts.start
        self._edges_of, self._left_out = _edges_of(task, start, self._changed)
        self._edge_colours = {
            name: mixed(FILL[EACH[(number + 2) % len(EACH)]], "#000000", 0.15)
            for number, name in enumerate(self._edges_of)
        }
        self._alone: list[Predicate | NumericFunction] = [
            each
            for each in task.predicates.values()
            if each.parameters and (len(each.parameters) == 1 or each.name in self._edges_of)
        ]
        self._alone += [item for item in task.functions.values() if len(item.parameters) == 1]
        words = {name: [told.words for told in several] for name, several in self._words(start).items()}
        self._lines = {name: self._room(name, words.get(name, [])) for name in self._names}
        sizes = [self._size(name, words.get(name, [])) for name in self._names]
        number = {name: at for at, name in enumerate(self._names)}
        edges = list(self._edges(start))
        self._labelled = len(edges) <= LABELLED
        # Functions of an object and itself have no edge.
        self.whole = not any(
            len(function.parameters) > 1 and function.name in self._changed for function in task.functions.values()
        )
        ends = [(number[a], number[b]) for a, b, _ in edges]
        # Words of an edge take room between the nodes that it joins.
        beside = min(WIDEST, self._widest(edges)) if self._labelled else 0.0
        boxes = [(width + beside, height) for width, height in sizes]
        spread_out = spread(len(sizes), ends, boxes, GAP if self._edges_of else CLOSE)
        footers = list(self._footers(kinds))
        wide = max((sum(_key_width(words) for _, words in keys) for keys in footers), default=0.0)
        self.width = max(room.least, spread_out.width, min(wide, 700.0))
        left = MARGIN + (self.width - spread_out.width) / 2
        self._boxes: dict[str, Box] = {
            name: (left + x - width / 2, MARGIN + y - height / 2, width, height)
            for name, (x, y), (width, height) in zip(self._names, spread_out.positions, sizes, strict=True)
        }
        self._foot = MARGIN + spread_out.height + 10
        self._told = len(_packed([text_width(f"{name} = 0000,", SAID) for name in self._nullary()], self.width))
        self.height: float = spread_out.height + 10 + FOOT * (len(footers) + self._told)
        self.backdrop: tuple[DrawnItem, ...] = tuple(self._legend(footers))

    def _widest(self, edges: Iterable[tuple[str, str, _Said]]) -> float:
        """Return the width of the widest words between two objects, in pixels."""
        said: dict[tuple[str, str], list[str]] = {}
        for one, other, told in edges:
            said.setdefault((one, other), []).append(told.words)
        return max((text_width(", ".join(words), EDGE) for words in said.values()), default=0.0)

    def _nullary(self) -> list[str]:
        names: list[Predicate | NumericFunction] = [*self._task.predicates.values(), *self._task.functions.values()]
        return [item.name for item in names if not item.parameters and item.name not in self._task.derived]

    def _words(self, view: StateView) -> dict[str, list[_Said]]:
        """Map each object to the facts about it alone, those that actions change first."""
        found: dict[str, list[_Said]] = {}
        for item in sorted(self._alone, key=lambda item: item.name not in self._changed):
            if isinstance(item, NumericFunction):
                for row, value in view.values(item.name).items():
                    found.setdefault(row[0], []).append(_Said(f"{item.name} = {value}", item.name, row, True))
            elif len(item.parameters) == 1:
                for row in view.rows(item.name):
                    found.setdefault(row[0], []).append(_Said(item.name, item.name, row, False))
            else:
                for row in view.rows(item.name):
                    if row[0] == row[1]:
                        told = " ".join([item.name, "itself", *row[2:]])
                        found.setdefault(row[0], []).append(_Said(told, item.name, row, False))
        return found

    def _room(self, name: str, words: list[str]) -> int:
        """Return the number of lines for an object's words: those of the start, at least one if some may come."""
        number = self._task.number[name]
        items: list[Predicate | NumericFunction] = [*self._task.predicates.values(), *self._task.functions.values()]
        more = any(
            len(item.parameters) == 1
            and item.name in self._changed
            and number in self._task.ranged(item.parameters[0].types)
            for item in items
        )
        lines = len(_wrapped(words))
        return min(LINES, max(lines, int(more)))

    def _size(self, name: str, words: list[str]) -> tuple[float, float]:
        lines = self._lines[name]
        widest = max((text_width(line, WORDS) for line in _wrapped(words)), default=0.0)
        width = max(48.0, text_width(name, NAME), min(widest, 130.0), 96.0 if lines else 0.0) + 2 * PADDING
        return round(width), NAME + 2 * PADDING + lines * (WORDS + 3)

    def _edges(self, view: StateView) -> Iterator[tuple[str, str, _Said]]:
        """Yield the ends of each edge and what it says."""
        for name in self._edges_of:
            if name in self._task.functions:
                for row, value in view.values(name).items():
                    one, other, *rest = row
                    if one != other:
                        yield one, other, _Said(f"{' '.join([name, *rest])} = {value}", name, row, True)
            else:
                for row in view.rows(name):
                    one, other, *rest = row
                    if one != other:
                        yield one, other, _Said(" ".join([name, *rest]), name, row, False)

    def items(self, view: StateView, wanted: GoalConditions | None = None) -> Iterator[DrawnItem]:
        """Yield the edges, the nodes above them, the words of edges, and the facts about no object."""
        said: dict[tuple[str, str], list[_Said]] = {}
        for one, other, told in self._edges(view):
            said.setdefault((one, other), []).append(told)
        yield from self._lines_of(said)
        if wanted is not None:
            yield from self._wanted(wanted)
        alone = self._words(view)
        for name in self._names:
            yield self._node(name, alone.get(name, []))
        if self._labelled:
            yield from self._labels(said)
        elif not all(map(self._is_told, said.values())):
            yield digest_item(sorted(view.changing()))
        if self._told:
            yield self._sayings(view)

    def _wanted(self, wanted: GoalConditions) -> Iterator[DrawnItem]:
        """Yield the wanted edges that are missing."""
        for name in self._edges_of:
            for row in wanted.rows(name, met=False):
                one, other, *_ = row
                if one == other:
                    continue
                start, end = (
                    clipped(self._boxes[one], self._boxes[other]),
                    clipped(self._boxes[other], self._boxes[one]),
                )
                goal = " ".join((name, *row))
                # Not a ghost: those are drawn above the nodes.
                line = Line((start, end), mixed(GOAL, BACKGROUND, 0.5), 2.5, 9.0)
                yield DrawnItem("", f"goal: {goal}", (line,), objects=(one, other), goal=f"({goal})")

    def _is_told(self, several: Sequence[_Said]) -> bool:
        """Return True if an edge's colour says what may change: one predicate, without values and further objects."""
        changing = [(said.words, said.name) for said in several if said.name in self._changed]
        return not changing or changing == [(changing[0][1],) * 2]

    def _sayings(self, view: StateView) -> DrawnItem:
        """Return the facts about no object, in the number of lines that all possible ones need."""
        said = []
        for name in self._nullary():
            if name in self._task.functions:
                said += [_Said(f"{name} = {value}", name, (), True) for value in view.values(name).values()]
            elif view.rows(name):
                said.append(_Said(name, name, (), False))
        words = [told.words for told in said]
        words = [f"{word}," for word in words[:-1]] + words[-1:] or ["no other facts" if self._boxes else "no facts"]
        shapes = []
        packed = _packed([text_width(word, SAID) for word in words], self.width)
        for line, numbers in enumerate(packed):
            text = " ".join(words[number] for number in numbers)
            text += "..." if line == self._told - 1 and len(packed) > self._told else ""
            shapes.append(label(MARGIN, self._foot + (line + 0.5) * FOOT, text, SAID, TEXT, self.width, "start"))
        return DrawnItem("", "", tuple(shapes[: self._told]), _atoms(said), _fluents(said))

    def _lines_of(self, said: Mapping[tuple[str, str], list[_Said]]) -> Iterator[DrawnItem]:
        for (one, other), several in said.items():
            start, end = clipped(self._boxes[one], self._boxes[other]), clipped(self._boxes[other], self._boxes[one])
            colour = LINE if self._labelled else self._edge_colours[several[0].name]
            title = ", ".join(f"{one} {told.words} {other}" for told in several)
            yield _edge_item(one, other, title, (Line((start, end), colour, 1.5, 8.0),), several)

    def _node(self, name: str, alone: list[_Said]) -> DrawnItem:
        words = [told.words for told in alone]
        x, y, width, height = self._boxes[name]
        colour = self._colours[self._kinds[name]]
        shapes: list[Shape] = [
            Rect(round(x, 1), round(y, 1), width, height, tint(colour), FILL[colour], 8, 1.6),
            label(round(x + width / 2, 1), round(y + PADDING + NAME / 2, 1), name, NAME, TEXT, width - 8),
        ]
        lines = _wrapped(words)
        room = self._lines[name]
        if len(lines) > room:
            lines = [*lines[: room - 1], f"{lines[room - 1].rstrip(',')}..."] if room else ["..."]
        for number, line in enumerate(lines):
            middle = y + PADDING + NAME + 3 + (number + 0.5) * (WORDS + 3)
            shapes.append(label(round(x + width / 2, 1), round(middle, 1), line, WORDS, TEXT, width - 8))
        title = ", ".join([f"{name}: {self._kinds[name]}", *words])
        return DrawnItem(name, title, tuple(shapes), _atoms(alone), _fluents(alone))

    def _labels(self, said: Mapping[tuple[str, str], list[_Said]]) -> Iterator[DrawnItem]:
        for (one, other), several in said.items():
            words = [told.words for told in several]
            part = 0.5
            if (other, one) in said:
                if [told.words for told in said[other, one]] == words:
                    if one > other:
                        continue
                    several = [*several, *said[other, one]]
                else:
                    part = 0.36
            (x1, y1), (x2, y2) = (
                clipped(self._boxes[one], self._boxes[other]),
                clipped(self._boxes[other], self._boxes[one]),
            )
            x, y = round(x1 + (x2 - x1) * part, 1), round(y1 + (y2 - y1) * part, 1)
            text = fitted(", ".join(words), EDGE, 120)
            width = text_width(text, EDGE)
            back = Rect(round(x - width / 2 - 2, 1), y - 6, round(width + 4, 1), 12, BACKGROUND, None, 3)
            shapes = back, TextShape(x, y, text, EDGE, TEXT, width)
            yield _edge_item(one, other, "", shapes, several)

    def _footers(self, kinds: list[str]) -> Iterator[list[tuple[str, str]]]:
        """Return a legend of colours."""
        if len(kinds) > 1:
            yield [(FILL[self._colours[kind]], kind) for kind in kinds]
        if not self._labelled:
            yield [(colour, name) for name, colour in self._edge_colours.items()]
        if self._left_out:
            yield [(MUTED, "not drawn: " + ", ".join(f"{name} ({count})" for name, count in self._left_out.items()))]

    def _legend(self, footers: list[list[tuple[str, str]]]) -> Iterator[DrawnItem]:
        for number, keys in enumerate(footers):
            x, y = MARGIN, self._foot + (number + self._told + 0.5) * FOOT
            room = MARGIN + self.width
            for colour, words in keys:
                if x >= room - 20:
                    break
                shapes: list[Shape] = []
                if colour != MUTED:
                    shapes.append(Rect(x, y - 5, 10, 10, colour, None, 3))
                    x += 15
                shapes.append(label(x, y, words, 10.5, MUTED, max(20.0, room - x), "start"))
                x += text_width(words, 10.5) + 16
                yield DrawnItem("", "", tuple(shapes))


def _edge_item(one: str, other: str, title: str, shapes: tuple[Shape, ...], several: Sequence[_Said]) -> DrawnItem:
    return DrawnItem("", title, shapes, _atoms(several), _fluents(several), (one, other))


def _atoms(several: Iterable[_Said]) -> tuple[NamedAtom, ...]:
    return tuple((told.name, *told.row) for told in several if not told.valued)


def _fluents(several: Iterable[_Said]) -> tuple[str, ...]:
    return tuple(f"({' '.join((told.name, *told.row))})" for told in several if told.valued)


def _key_width(words: str) -> float:
    return text_width(words, 10.5) + 31


def _wrapped(words: Sequence[str]) -> list[str]:
    """Words as lines; not to be changed."""
    return _lines_of(tuple(words))


@lru_cache(maxsize=4096)
def _lines_of(words: tuple[str, ...]) -> list[str]:
    text = ", ".join(word.replace(" ", "\0") for word in words)
    lines = wrap(text, LETTERS, break_long_words=False, break_on_hyphens=False)
    return [line.replace("\0", " ") for line in lines]


def _packed(widths: Sequence[float], room: float) -> list[list[int]]:
    """The numbers of words that stand in each line of a room."""
    lines: list[list[int]] = []
    x = room
    for number, width in enumerate(widths):
        if x + width > room:
            lines.append([])
            x = 0.0
        lines[-1].append(number)
        x += width + SAID / 3
    return lines


def _edges_of(task: Task, start: StateView, changes: frozenset[str]) -> tuple[list[str], dict[str, int]]:
    """The predicates and functions of two objects or more that are edges; how many atoms those have that are none."""
    predicates = (each for each in task.predicates.values() if each.name not in task.derived)
    counts = {each.name: len(start.rows(each.name)) for each in predicates if len(each.parameters) > 1}
    counts |= {each.name: len(start.values(each.name)) for each in task.functions.values() if len(each.parameters) > 1}
    room = max(20, DENSE * len(task.objects))
    drawn: list[str] = []
    left_out: dict[str, int] = {}
    for name in sorted(counts, key=lambda name: (name not in changes, counts[name])):
        if name in changes or counts[name] <= room:
            drawn.append(name)
            room -= 0 if name in changes else counts[name]
        else:
            left_out[name] = counts[name]
    return drawn, left_out
