"""States as text pictures, drawn as the `[render]` table of the domain says, or else as a list by type.

>>> from relgym.catalogue import spec
>>> from relgym.read.pddl import load
>>> from relgym.reasoner import Reasoner
>>> blocks = spec("blocks")
>>> task = load(blocks.domain, blocks.problems("train")[0])
>>> print(render_ansi(task, Reasoner(task).initial_state, blocks.render))
    b2
b1  b3
------
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import assert_never

from relgym.errors import RelgymError
from relgym.model.problem import Task
from relgym.model.state import State
from relgym.model.terms import Term
from relgym.render.layouts import Grid, Layout, Pegs, Places, Stacks

_WIDTH = 100


def render_ansi(task: Task, state: State, layout: Layout | None = None) -> str:
    """A picture of the state, at most 100 columns wide where names allow it, without blanks at the ends of lines.

    Raises `RelgymError` for a layout that names what the domain does not have.
    """
    picture = Picture(task, state)
    match layout:
        case Stacks():
            lines = _stacks(picture, layout)
        case Grid():
            lines = _grid(picture, layout)
        case Pegs():
            lines = _pegs(picture, layout)
        case Places():
            lines = _places(picture, layout)
        case None:
            lines = _by_type(picture)
        case _:
            assert_never(layout)
    notes = picture.notes(layout.notes) if layout else []
    return "\n".join(line.rstrip() for line in [*lines, *notes])


class Picture:
    """What is true in a state, as tuples of names, in the order in which the task names the objects."""

    def __init__(self, task: Task, state: State) -> None:
        self.task = task
        self.state = state
        self._rows: dict[str, list[tuple[str, ...]]] = {}
        for atom in sorted(state.atoms, key=lambda atom: self._order(atom.terms)):
            self._rows.setdefault(atom.predicate, []).append(tuple(map(str, atom.terms)))
        self._values: dict[str, dict[tuple[str, ...], str]] = {}
        for fluent in sorted(state.fluents, key=lambda fluent: self._order(fluent.terms)):
            row = tuple(map(str, fluent.terms))
            self._values.setdefault(fluent.function, {})[row] = str(state.fluents[fluent])

    def _order(self, terms: tuple[Term, ...]) -> list[int]:
        return [self.task.number[term.name] for term in terms]

    def rows(self, predicate: str, arity: int) -> list[tuple[str, ...]]:
        """The true atoms of a predicate. Raises `RelgymError` if there is none of the name and arity."""
        declared = self.task.predicates.get(predicate)
        if declared is None or predicate in self.task.derived or len(declared.parameters) != arity:
            what = "a predicate that is not derived, with that many arguments"
            raise RelgymError(f"the layout draws '{predicate}' with {arity} arguments", expected=what)
        return self._rows.get(predicate, [])

    def holding(self, predicate: str) -> list[str]:
        """The last arguments of a predicate's true atoms."""
        declared = self.task.predicates.get(predicate)
        return [row[-1] for row in self.rows(predicate, max(1, len(declared.parameters)) if declared else 1)]

    def members(self, type_name: str) -> list[str]:
        """The objects of a type. Raises `RelgymError` if there is none of that name."""
        if type_name not in self.task.members:
            raise RelgymError(f"the layout draws type '{type_name}'", expected="a type of the domain")
        return [self.task.objects[number].name for number in sorted(self.task.members[type_name])]

    def notes(self, names: Iterable[str]) -> list[str]:
        """A line for each predicate or function that has something to say."""
        lines = []
        for name in names:
            if name in self.task.functions:
                values = self._values.get(name, {})
                words = [" = ".join([" ".join(row), value] if row else [value]) for row, value in values.items()]
            else:
                declared = self.task.predicates.get(name)
                rows = self.rows(name, len(declared.parameters) if declared else 0)
                words = [" ".join(row) or "yes" for row in rows]
            if words:
                lines += _wrapped(f"{name}: ", words)
        return lines

    def changing(self) -> Iterator[tuple[str, tuple[str, ...], str]]:
        """What actions may change: predicate and names, with "", or function and names, with the value."""
        vocabulary = self.state.vocabulary
        static = {name for name, _ in vocabulary.static_atoms}
        for predicate, rows in self._rows.items():
            if predicate not in static:
                yield from ((predicate, row, "") for row in rows)
        constant = {name for (name, _), _ in vocabulary.static_values}
        for function, values in self._values.items():
            if function not in constant:
                yield from ((function, row, f" = {value}") for row, value in values.items())


def _wrapped(head: str, words: list[str]) -> list[str]:
    # Lines break between the words, not inside them.
    text = ", ".join(word.replace(" ", "\0") for word in words)
    lines = wrap(text, max(20, _WIDTH - len(head)), break_on_hyphens=False, break_long_words=False)
    return [(" " * len(head) if number else head) + line.replace("\0", " ") for number, line in enumerate(lines)]


def _stacks(picture: Picture, layout: Stacks) -> list[str]:
    columns = [_pile(base, picture.rows(layout.on, 2)) for (base,) in picture.rows(layout.base, 1)]
    widths = [max(map(len, column)) for column in columns]
    lines = []
    for level in reversed(range(max(map(len, columns), default=0))):
        cells = [column[level] if level < len(column) else "" for column in columns]
        lines.append("  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)))
    return [*lines, "-" * (sum(widths) + 2 * max(0, len(widths) - 1))]


def _pile(base: str, on: list[tuple[str, ...]]) -> list[str]:
    """What stands on the base, from below, the base first."""
    above = {below: top for top, below in on}
    pile = [base]
    while pile[-1] in above and above[pile[-1]] not in pile:
        pile.append(above[pile[-1]])
    return pile


def _grid(picture: Picture, layout: Grid) -> list[str]:
    steps: dict[str, list[tuple[str, int, int]]] = {}
    for start, end, way in picture.rows(layout.step, 3):
        rows, columns = int(way == layout.down), int(way == layout.right)
        if rows or columns:
            steps.setdefault(start, []).append((end, rows, columns))
            steps.setdefault(end, []).append((start, -rows, -columns))
    holding = {name: set(picture.holding(name)) for mark in layout.marks for name in mark.holds}
    lines: list[str] = []
    placed: set[str] = set()
    for first in steps:
        if first not in placed:
            # Parts that do not hang together have no place relative to each other, and become pictures of their own.
            where = _coordinates(first, steps)
            placed.update(where)
            lines += [""] if lines else []
            lines += _drawn(
                {
                    place: next((m.text for m in layout.marks if all(cell in holding[p] for p in m.holds)), " ")
                    for cell, place in where.items()
                }
            )
    return lines


def _coordinates(first: str, steps: dict[str, list[tuple[str, int, int]]]) -> dict[str, tuple[int, int]]:
    where, todo = {first: (0, 0)}, [first]
    while todo:
        cell = todo.pop()
        for other, rows, columns in steps[cell]:
            if other not in where:
                where[other] = (where[cell][0] + rows, where[cell][1] + columns)
                todo.append(other)
    return where


def _drawn(texts: dict[tuple[int, int], str]) -> Iterator[str]:
    """The characters at their rows and columns, `#` elsewhere and around."""
    rows, columns = [row for row, _ in texts], [column for _, column in texts]
    for row in range(min(rows) - 1, max(rows) + 2):
        yield "".join(texts.get((row, column), "#") for column in range(min(columns) - 1, max(columns) + 2))


def _pegs(picture: Picture, layout: Pegs) -> list[str]:
    # The more things are smaller than a disc, the wider it is.
    size: dict[str, int] = {}
    for _, larger in picture.rows(layout.smaller, 2):
        size[larger] = size.get(larger, 0) + 1
    pegs = picture.members(layout.peg)
    piles = [_pile(peg, picture.rows(layout.on, 2))[1:] for peg in pegs]
    discs = [disc for pile in piles for disc in pile]
    width = max([2 * size.get(disc, 0) + 3 for disc in discs] + [len(peg) for peg in pegs], default=0)
    lines = []
    for level in reversed(range(len(discs))):
        bars = ["=" * (2 * size.get(pile[level], 0) + 1) if level < len(pile) else "|" for pile in piles]
        lines.append(" ".join(bar.center(width) for bar in bars))
    return [*lines, " ".join(peg.center(width) for peg in pegs)]


def _places(picture: Picture, layout: Places) -> list[str]:
    things: dict[str, list[str]] = {}
    for predicate in layout.inside:
        for thing, container in picture.rows(predicate, 2):
            things.setdefault(container, []).append(thing)
    marks: dict[str, list[str]] = {}
    for predicate, text in layout.marks.items():
        for place in picture.holding(predicate):
            marks.setdefault(place, []).append(text)

    def told(thing: str, around: tuple[str, ...] = ()) -> str:
        inner = [told(item, (*around, thing)) for item in things.get(thing, []) if item not in around]
        return f"{thing} [{', '.join(inner)}]" if inner else thing

    places = picture.members(layout.place)
    width = max(map(len, places), default=0)
    lines = []
    for place in places:
        words = [*marks.get(place, []), *map(told, things.get(place, []))]
        if words:
            lines += _wrapped(f"{place.ljust(width)}  ", words)
    return lines


def _by_type(picture: Picture) -> list[str]:
    """What may change, as words after the first object that it is about, the objects by their types."""
    words: dict[str, list[str]] = {}
    lines = []
    for name, row, value in picture.changing():
        if row:
            words.setdefault(row[0], []).append(" ".join([name, *row[1:]]) + value)
        else:
            lines.append(name + value)
    kinds: dict[str, list[str]] = {}
    for item in picture.task.typed:
        if item.object.name in words:
            kinds.setdefault(" ".join(item.types), []).append(item.object.name)
    lines.sort()
    for kind, names in kinds.items():
        width = max(map(len, names))
        lines.append(f"{kind}:")
        for name in names:
            lines += _wrapped(f"  {name.ljust(width)}  ", sorted(words[name]))
    return lines
