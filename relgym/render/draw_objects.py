"""Any task at all: its objects as the nodes of a graph, its atoms as words in them and as edges between them.

Above `MOST` objects there is a summary instead: how many objects of each type, how many atoms of each predicate.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from textwrap import wrap

from relgym.model.domain import Function, Predicate
from relgym.model.problem import Task
from relgym.render.draw_places import clipped
from relgym.render.drawing import Item, Line, Rect, Shape, Text, fitted, label, text_width
from relgym.render.facts import Facts, View
from relgym.render.frame import LEAST, MARGIN
from relgym.render.palette import BACKGROUND, CARD, EACH, FILL, LINE, MUTED, TEXT, mixed, tint
from relgym.render.spots import changed
from relgym.render.spread import spread

MOST = 60
"""Up to so many objects a graph can be read."""

LABELLED = 45
"""Up to so many edges have their words at them; more are told apart by colours."""

DENSE = 3
"""Atoms that no action changes are no edges where there are more than so many for each object: they would hide all."""

NAME, WORDS, EDGE = 12.0, 9.5, 9.0
LINES = 3
"""How many lines of words a node has at most."""

PADDING, GAP, FOOT = 7.0, 44.0, 20.0
LETTERS = 22
"""About how many letters a line of words has."""

Box = tuple[float, float, float, float]


class GraphOfObjects:
    """Nodes in the colours of their types; they stand where the start's edges want them, and stay there."""

    def __init__(self, task: Task, facts: Facts) -> None:
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
        words = self._words(start)
        self._lines = {name: self._room(name, words.get(name, [])) for name in self._names}
        sizes = [self._size(name, words.get(name, [])) for name in self._names]
        number = {name: at for at, name in enumerate(self._names)}
        edges = list(self._edges(start))
        self._labelled = len(edges) <= LABELLED
        spread_out = spread(len(sizes), [(number[a], number[b]) for a, b, _, _ in edges], sizes, GAP)
        footers = list(self._footers(kinds))
        wide = max((sum(_key_width(words) for _, words in keys) for keys in footers), default=0.0)
        self.width = max(LEAST, spread_out.width, min(wide, 700.0))
        left = MARGIN + (self.width - spread_out.width) / 2
        self._boxes: dict[str, Box] = {
            name: (left + x - width / 2, MARGIN + y - height / 2, width, height)
            for name, (x, y), (width, height) in zip(self._names, spread_out.places, sizes, strict=True)
        }
        self._foot = MARGIN + spread_out.height + 10
        self._told = bool(self._nullary())
        self.height: float = spread_out.height + 10 + FOOT * (len(footers) + self._told)
        self.backdrop: tuple[Item, ...] = tuple(self._legend(footers))

    def _nullary(self) -> list[str]:
        names: list[Predicate | Function] = [*self._task.predicates.values(), *self._task.functions.values()]
        return [item.name for item in names if not item.parameters and item.name not in self._task.derived]

    def _words(self, view: View) -> dict[str, list[str]]:
        """What is said of each object alone."""
        found: dict[str, list[str]] = {}
        for predicate in self._task.predicates.values():
            if len(predicate.parameters) == 1:
                for (name,) in view.rows(predicate.name):
                    found.setdefault(name, []).append(predicate.name)
            elif len(predicate.parameters) > 1 and predicate.name in self._edges_of:
                for row in view.rows(predicate.name):
                    if row[0] == row[1]:
                        found.setdefault(row[0], []).append(" ".join([predicate.name, "itself", *row[2:]]))
        for function in self._task.functions.values():
            if len(function.parameters) == 1:
                for (name,), value in view.values(function.name).items():
                    found.setdefault(name, []).append(f"{function.name} = {value}")
        return found

    def _room(self, name: str, words: list[str]) -> int:
        """How many lines an object's words have: those of the start, and one more where more may come."""
        number = self._task.number[name]
        items: list[Predicate | Function] = [*self._task.predicates.values(), *self._task.functions.values()]
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

    def _edges(self, view: View) -> Iterator[tuple[str, str, str, str]]:
        """The ends, what is said of them, and the predicate or function that says it."""
        for name in self._edges_of:
            if name in self._task.functions:
                for (one, other, *rest), value in view.values(name).items():
                    if one != other:
                        yield one, other, f"{' '.join([name, *rest])} = {value}", name
            else:
                for one, other, *rest in view.rows(name):
                    if one != other:
                        yield one, other, " ".join([name, *rest]), name

    def items(self, view: View) -> Iterator[Item]:
        """Edges, then nodes upon them, then the words of edges, and what is said of no object."""
        said: dict[tuple[str, str], list[tuple[str, str]]] = {}
        for one, other, words, name in self._edges(view):
            said.setdefault((one, other), []).append((words, name))
        yield from self._lines_of(said)
        told = self._words(view)
        for name in self._names:
            yield self._node(name, told.get(name, []))
        if self._labelled:
            yield from self._labels(said)
        if self._told:
            yield self._sayings(view)

    def _sayings(self, view: View) -> Item:
        """What is said of no object."""
        words = []
        for name in self._nullary():
            if name in self._task.functions:
                words += [f"{name} = {value}" for value in view.values(name).values()]
            elif view.rows(name):
                words.append(name)
        text = ", ".join(words) or "nothing holds of no object"
        return Item("", "", (label(MARGIN, self._foot + FOOT / 2, text, 11, TEXT, self.width, "start"),))

    def _lines_of(self, said: Mapping[tuple[str, str], list[tuple[str, str]]]) -> Iterator[Item]:
        for (one, other), several in said.items():
            start, end = clipped(self._boxes[one], self._boxes[other]), clipped(self._boxes[other], self._boxes[one])
            colour = LINE if self._labelled else self._edge_colours[several[0][1]]
            title = ", ".join(f"{one} {words} {other}" for words, _ in several)
            yield Item("", title, (Line((start, end), colour, 1.5, 8.0),))

    def _node(self, name: str, words: list[str]) -> Item:
        x, y, width, height = self._boxes[name]
        colour = self._colours[self._kinds[name]]
        shapes: list[Shape] = [
            Rect(round(x, 1), round(y, 1), width, height, tint(colour), FILL[colour], 8, 1.6),
            label(round(x + width / 2, 1), round(y + PADDING + NAME / 2, 1), name, NAME, TEXT, width - 8),
        ]
        lines = _wrapped(words)
        room = self._lines[name]
        if len(lines) > room:
            lines = [*lines[: room - 1], f"{lines[room - 1].rstrip(',')}..."] if room else []
        for number, line in enumerate(lines):
            middle = y + PADDING + NAME + 3 + (number + 0.5) * (WORDS + 3)
            shapes.append(label(round(x + width / 2, 1), round(middle, 1), line, WORDS, TEXT, width - 8))
        return Item(name, ", ".join([f"{name}: {self._kinds[name]}", *words]), tuple(shapes))

    def _labels(self, said: Mapping[tuple[str, str], list[tuple[str, str]]]) -> Iterator[Item]:
        for (one, other), several in said.items():
            words = [text for text, _ in several]
            part = 0.5
            if (other, one) in said:
                if [text for text, _ in said[other, one]] == words:
                    if one > other:
                        continue
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
            yield Item("", "", (back, Text(x, y, text, EDGE, TEXT, width)))

    def _footers(self, kinds: list[str]) -> Iterator[list[tuple[str, str]]]:
        """Lines of colours and what they mean."""
        if len(kinds) > 1:
            yield [(FILL[self._colours[kind]], kind) for kind in kinds]
        if not self._labelled:
            yield [(colour, name) for name, colour in self._edge_colours.items()]
        if self._left_out:
            yield [(MUTED, "not drawn: " + ", ".join(f"{name} ({count})" for name, count in self._left_out.items()))]

    def _legend(self, footers: list[list[tuple[str, str]]]) -> Iterator[Item]:
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
                yield Item("", "", tuple(shapes))


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


def _edges_of(task: Task, start: View, changes: frozenset[str]) -> tuple[list[str], dict[str, int]]:
    """The predicates and functions of two objects or more that are edges; how many atoms those have that are none."""
    counts = {}
    for predicate in task.predicates.values():
        if len(predicate.parameters) > 1 and predicate.name not in task.derived:
            counts[predicate.name] = len(start.rows(predicate.name))
    for function in task.functions.values():
        if len(function.parameters) > 1:
            counts[function.name] = len(start.values(function.name))
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


ROW, BAR, HEADING = 20.0, 160.0, 26.0


class Summary:
    """Two tables: how many objects there are of each type, how many atoms are true of each predicate."""

    def __init__(self, task: Task, facts: Facts) -> None:
        self._task = task
        predicates = [name for name in task.predicates if name not in task.derived]
        kinds: dict[str, int] = {}
        for item in task.typed:
            kinds[" ".join(item.types)] = kinds.get(" ".join(item.types), 0) + 1
        self._names = predicates
        self._functions = list(task.functions)
        words = [*kinds, *predicates, *self._functions]
        self._head = min(220.0, max(text_width(word, 11) for word in words) + 16)
        column = self._head + BAR + 50
        self.width = 2 * column
        rows = max(len(kinds), len(predicates) + len(self._functions))
        self.height = HEADING + rows * ROW
        self._most = max([1, *(len(facts.start.rows(name)) for name in predicates)])
        self._left = MARGIN + column
        shapes: list[Shape] = [
            label(MARGIN, MARGIN + 8, f"{len(task.objects)} objects", 13, TEXT, column - 10, "start"),
            label(self._left, MARGIN + 8, "what is true of them", 13, TEXT, column - 10, "start"),
        ]
        for number, (kind, count) in enumerate(kinds.items()):
            shapes += self._row(MARGIN, number, kind, count, max(kinds.values()), FILL[EACH[number % len(EACH)]])
        self.backdrop: tuple[Item, ...] = (Item("", "", tuple(shapes)),)

    def _row(self, x: float, number: int, words: str, count: int, most: int, colour: str) -> list[Shape]:
        y = MARGIN + HEADING + (number + 0.5) * ROW
        bar = max(2.0, round(BAR * min(1.0, count / most), 1)) if count else 0.0
        shapes: list[Shape] = [
            label(x, y, words, 11, TEXT, self._head - 8, "start"),
            Rect(x + self._head, y - 6, BAR, 12, CARD, None, 3),
        ]
        if bar:
            shapes.append(Rect(x + self._head, y - 6, bar, 12, colour, None, 3))
        return [*shapes, label(x + self._head + BAR + 8, y, str(count), 11, TEXT, 40, "start")]

    def items(self, view: View) -> Iterator[Item]:
        """The numbers of a state."""
        shapes: list[Shape] = []
        for number, name in enumerate(self._names):
            shapes += self._row(self._left, number, name, len(view.rows(name)), self._most, FILL["sky"])
        for number, name in enumerate(self._functions, len(self._names)):
            y = MARGIN + HEADING + (number + 0.5) * ROW
            values = view.values(name)
            text = values.get((), f"{len(values)} values")
            shapes.append(label(self._left, y, name, 11, TEXT, self._head - 8, "start"))
            shapes.append(label(self._left + self._head, y, f"= {text}", 11, TEXT, BAR, "start"))
        yield Item("", "", tuple(shapes))
