"""The values of RDDL states: tables of objects and fluents, and fields of cells for fluents of two objects.

Truth values are boxes that are filled or not, numbers stand in front of bars, items have a colour each.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from math import ceil
from typing import NamedTuple

from relgym.model.numeric import EXACT_DOUBLE
from relgym.model.rddl.equations import Equations, Function, Number, Values, as_list, cell_name, label
from relgym.model.rddl.expressions import BOOL, INT, REAL
from relgym.model.terms import Object
from relgym.render import shapes
from relgym.render.digest import digest_item, is_cut
from relgym.render.frame import MARGIN
from relgym.render.layouts.value_texts import real
from relgym.render.palette import BORDER, CARD, EACH, FILL, MUTED, TEXT, mixed, on
from relgym.render.shapes import DrawnItem, Rect, Shape, TextShape, fitted, text_width

SIZE, HEADING = 11.0, 13.0
ROW, TITLE, GAP = 24.0, 26.0, 22.0
"""The heights of a row and of a table's title, and the gap between tables, in pixels."""

LISTED_OBJECTS_LIMIT = 8
"""The number of objects above which truth values are drawn as fields of cells, a field for each fluent."""

LISTED, LINES = 40, 30
"""The largest number of a table's rows, and of a field's columns; the rest is shown as a number."""

NARROW, WIDE = 30.0, 104.0
WIDEST, TALLEST = 900.0, 720.0
"""The largest width of tables beside each other, and the lower end of compact ones, in pixels."""


class _Cell(NamedTuple):
    """A value: its function, its place among the values, its items, its box, and what is written into that."""

    function: int
    place: int
    row: tuple[Object, ...]
    x: float
    y: float
    width: float
    height: float
    words: str = ""


class ValuesFrame:
    """The layout of the values of a program's states.

    With `names`, only those fluents are drawn, in compact tables: lower rows, narrower columns and no bars. They begin
    at `left` and `top`.

    Attributes:
        fixed: Items that are the same in all states.
    """

    def __init__(
        self,
        program: Equations,
        names: Collection[str] | None = None,
        left: float = MARGIN,
        top: float = MARGIN,
    ) -> None:
        self._program = program
        self._compact = names is not None
        self._row, self._wide, self._most = (
            (18.0, 64.0, max(4, int((TALLEST - top) / 18) - 6)) if self._compact else (ROW, WIDE, LISTED)
        )
        self._high = 18.0 if self._compact else 26.0
        self._cells: list[_Cell] = []
        self._sums: list[tuple[int, float, float]] = []
        # The functions whose values are not all drawn.
        self._cut: list[int] = []
        self.fixed: list[DrawnItem] = []
        self._left = self._x = left
        self._y = top
        self._tall = self._right = 0.0
        states = program.states
        drawn = [number for number, function in enumerate(states) if names is None or function.name in names]
        kinds = dict.fromkeys(states[number].parameters for number in drawn)
        for parameters in kinds:
            functions = [number for number in drawn if states[number].parameters == parameters]
            if len(parameters) <= 1:
                self._table(parameters, functions)
            elif len(parameters) == 2:
                for number in functions:
                    self._field(number)
            else:
                for number in functions:
                    self._sum(number)

    @property
    def ends(self) -> tuple[float, float]:
        """The right and the lower end of the tables, with room for a digest where there may be one."""
        if not self._compact or not (self._cut or self._cells):
            return self._right, self._y + self._tall
        return max(self._right, self._left + text_width("not all is drawn: #000000", SIZE)), self._y + self._tall + SIZE

    @property
    def count(self) -> int:
        """The number of values that are drawn."""
        return len(self._cells)

    def _begun(self, functions: Sequence[int], width: float, height: float) -> tuple[float, float] | None:
        """Return the top left corner of the next table, and reserve its size; None if compact tables have no room."""
        if self._x > self._left and self._x + width > MARGIN + WIDEST:
            self._x, self._y, self._tall = self._left, self._y + self._tall + GAP, 0.0
        if self._compact and (self._x + width > MARGIN + WIDEST or self._y + height > TALLEST):
            self._cut += functions
            return None
        place = self._x, self._y
        self._right = max(self._right, self._x + width)
        self._x += width + GAP
        self._tall = max(self._tall, height)
        return place

    def _words(self, x: float, y: float, words: str, room: float, size: float = SIZE, colour: str = TEXT) -> None:
        self.fixed.append(DrawnItem("", "", (shapes.label(x, y, words, size, colour, room, "start"),)))

    def _head(self, x: float, y: float, item: Object, room: float, colour: str = TEXT) -> None:
        """Write the name of an item before its row."""
        name = label(item)
        words = shapes.label(x, y, name, SIZE, colour, room, "start")
        self.fixed.append(DrawnItem("", "", (words,), objects=(name,)))

    def _single_values(self, functions: Sequence[int]) -> None:
        states = self._program.states
        head = max(text_width(states[number].name, SIZE) for number in functions) + 12
        place = self._begun(functions, head + self._wide, self._row * len(functions))
        if place is None:
            return
        x, y = place
        for row, number in enumerate(functions):
            middle = y + (row + 0.5) * self._row
            self._words(x, middle, states[number].name, head - 6)
            self._cells.append(_Cell(number, 0, (), x + head, middle - 9, self._wide, 18))

    def _table(self, parameters: tuple[str, ...], functions: Sequence[int]) -> None:
        """A row for each object, a column for each fluent; of fluents without parameters, a row for each."""
        states = self._program.states
        if not parameters:
            self._single_values(functions)
            return
        items = self._program.types[parameters[0]]
        if len(items) > LISTED_OBJECTS_LIMIT and all(states[number].range == BOOL for number in functions):
            for number in functions:
                self._truths(number)
            return
        shown = items[: self._most]
        head = max([text_width(parameters[0], SIZE), *(text_width(label(item), SIZE) for item in shown)]) + 12
        head = min(head, 150.0)
        widths = [self._column(states[number]) for number in functions]
        more = len(items) > len(shown)
        place = self._begun(functions, head + sum(widths), TITLE + self._row * (len(shown) + more))
        if place is None:
            return
        x, y = place
        self._words(x, y + HEADING / 2, parameters[0], head - 6, SIZE, MUTED)
        left = x + head
        for number, width in zip(functions, widths, strict=True):
            self._words(left + 2, y + HEADING / 2, states[number].name, width - 6, SIZE, MUTED)
            for row, item in enumerate(shown):
                top = y + TITLE + row * self._row
                box = min(width - 4, NARROW - 6) if states[number].range == BOOL else width - 6
                self._cells.append(_Cell(number, row, (item,), left + 2, top + 3, box, self._row - 6))
            left += width
        for row, item in enumerate(shown):
            self._head(x, y + TITLE + (row + 0.5) * self._row, item, head - 6)
        if more:
            self._cut += functions
            middle = y + TITLE + (len(shown) + 0.5) * self._row
            self._words(x, middle, f"and {len(items) - len(shown)} more", head + sum(widths), SIZE, MUTED)

    def _truths(self, number: int) -> None:
        """A fluent that is true or false of many objects: about as many in a row as there are rows."""
        function = self._program.states[number]
        items = self._program.types[function.parameters[0]]
        across = min(LINES, ceil(len(items) ** 0.5))
        shown = items[: across * self._most]
        cell = max(26.0, min(60.0, max(text_width(label(item), 9) for item in shown) + 8))
        width = max(across * cell, text_width(function.name, HEADING) + 10)
        more = len(items) > len(shown)
        height = TITLE + self._high * ceil(len(shown) / across) + (self._row if more else 0)
        corner = self._begun((number,), width, height)
        if corner is None:
            return
        x, y = corner
        self._words(x, y + HEADING / 2, function.name, width, HEADING)
        for index, item in enumerate(shown):
            left, top = x + index % across * cell, y + TITLE + index // across * self._high
            self._cells.append(_Cell(number, index, (item,), left + 1, top + 1, cell - 2, self._high - 2, label(item)))
        if more:
            self._cut.append(number)
            bottom = y + TITLE + self._high * self._most + self._row / 2
            self._words(x, bottom, f"and {len(items) - len(shown)} more", width, SIZE, MUTED)

    def _column(self, function: Function) -> float:
        """Return the width of a fluent's column with its name, in pixels."""
        least = NARROW if function.range == BOOL else self._wide
        items = self._item_widths(function.range) if self._compact else ()
        return max(least, *items, min(130.0, text_width(function.name, SIZE) + 12))

    def _field(self, number: int) -> None:
        """A fluent of two objects: the first from top to bottom, the second from left to right."""
        function = self._program.states[number]
        first, second = (self._program.types[of] for of in function.parameters)
        rows, columns = first[: self._most], second[:LINES]
        small = SIZE if self._compact else 9.0
        heads = max((text_width(label(item), small) + 4 for item in columns), default=0.0)
        narrow = 26.0 if function.range == BOOL else max(46.0, *self._item_widths(function.range))
        cell = max(narrow, min(64.0 if self._compact else 46.0, heads))
        head = min(110.0, max((text_width(label(item), SIZE) for item in rows), default=0.0) + 10)
        width = max(head + cell * len(columns), text_width(function.name, HEADING) + 10)
        cut = len(rows) < len(first) or len(columns) < len(second)
        corner = self._begun((number,), width, 2 * TITLE + self._high * len(rows) + (self._row if cut else 0))
        if corner is None:
            return
        x, y = corner
        self._words(x, y + HEADING / 2, function.name, width, HEADING)
        for column, item in enumerate(columns):
            words = fitted(label(item), small, cell - 2)
            middle = x + head + (column + 0.5) * cell
            text = TextShape(middle, y + TITLE + 12, words, small, MUTED, text_width(words, small))
            self.fixed.append(DrawnItem("", label(item), (text,), objects=(label(item),)))
        for row, item in enumerate(rows):
            top = y + 2 * TITLE + row * self._high - 4
            self._head(x, top + self._high / 2, item, head - 6, MUTED)
            for column, other in enumerate(columns):
                place = row * len(second) + column
                self._cells.append(
                    _Cell(number, place, (item, other), x + head + column * cell + 1, top + 1, cell - 2, self._high - 2)
                )
        if cut:
            self._cut.append(number)
            words = f"{len(first)} x {len(second)} values" + ("" if self._compact else ", the first ones are shown")
            self._words(x, y + 2 * TITLE + self._high * len(rows) + 6, words, width, SIZE, MUTED)

    def _item_widths(self, of: str) -> list[float]:
        items = self._program.types.get(of, ()) if of not in (BOOL, INT, REAL) else ()
        most = 130.0 if self._compact else 90.0
        return [min(most, text_width(label(item), SIZE) + 10) for item in items] or [46.0]

    def _sum(self, number: int) -> None:
        """Summarise a fluent of three objects or more: the number of true values, or their range."""
        function = self._program.states[number]
        head = text_width(function.name, SIZE) + 12
        corner = self._begun((number,), head + 2 * self._wide, self._row)
        if corner is None:
            return
        x, y = corner
        self._words(x, y + self._row / 2, function.name, head - 6)
        self._sums.append((number, x + head, y + self._row / 2))
        self._cut.append(number)

    def items(self, values: Sequence[Values], beside: Sequence[DrawnItem] = ()) -> list[DrawnItem]:
        """The items of the values of all state-fluents, and a digest if some words are cut, also those `beside`."""
        items = []
        for cell in self._cells:
            several = values[cell.function]
            value = several[cell.place] if isinstance(several, list) else several
            items.append(self._shown(cell, self._program.states[cell.function], value))
        for number, x, y in self._sums:
            words = self._told(self._program.states[number], values[number])
            items.append(DrawnItem("", "", (shapes.label(x, y, words, SIZE, TEXT, 2 * self._wide, "start"),)))
        hidden = range(len(values)) if any(map(is_cut, (*beside, *items))) else self._cut
        if hidden:
            mark = digest_item(_same(value) for number in hidden for value in as_list(values[number]))
            items.append(self._below(mark) if self._compact else mark)
        return items

    def _below(self, mark: DrawnItem) -> DrawnItem:
        """Move the digest from the margin to the room below the tables, as large as other words."""
        [words] = mark.shapes
        assert isinstance(words, TextShape)
        width = text_width(words.words, SIZE)
        return mark._replace(
            shapes=(words._replace(x=self._left, y=self._y + self._tall + SIZE / 2, size=SIZE, width=width),)
        )

    def _shown(self, cell: _Cell, function: Function, value: Number) -> DrawnItem:
        _, _, row, x, y, width, height, told = cell
        name, objects = cell_name(function.name, row), tuple(dict.fromkeys(map(label, row)))
        if function.range == BOOL:
            fill = FILL["sky"] if value else CARD
            parts: list[Shape] = [Rect(x, y, width, height, fill, BORDER, 4)]
            if told:
                parts.append(shapes.label(x + width / 2, y + height / 2, told, 9, on(fill), width - 4))
            title = f"{name} is {'true' if value else 'false'}"
            return DrawnItem(name, title, tuple(parts), (), (name,), objects)
        if function.range in (INT, REAL):
            words = f"{value:.4g}" if function.range == REAL else str(value)
            told_in = shapes.label(x + width / 2, y + height / 2, words, SIZE, TEXT, width)
            bar = (told_in,) if self._compact else tuple(_bar(x, y, width, height, real(value), words))
            return DrawnItem(name, f"{name} = {value}", bar, (), (name,), objects)
        item = int(value)
        fill = mixed(FILL[EACH[item % len(EACH)]], CARD, 0.35)
        words = str(self._program.shown(function, value))
        box = Rect(x, y, width, height, fill, BORDER, 4)
        text = shapes.label(x + width / 2, y + height / 2, words, SIZE, on(fill), width - 4)
        return DrawnItem(name, f"{name} = {words}", (box, text), (), (name,), objects)

    def _told(self, function: Function, values: Values) -> str:
        assert isinstance(values, list)
        if not values:
            return "no values"
        if function.range == BOOL:
            return f"true for {sum(map(bool, values))} of {len(values)}"
        if function.range in (INT, REAL):
            return f"{len(values)} values from {real(min(values)):.4g} to {real(max(values)):.4g}"
        return f"{len(values)} values"


def _same(value: Number) -> Number:
    """Return a value as it is on every engine: some give truth values as numbers."""
    return value if abs(value) > EXACT_DOUBLE else float(value)


def _bar(x: float, y: float, width: float, height: float, value: float, words: str) -> Iterator[Shape]:
    """A number and a bar from the middle to the left or right; half of the way is 1, however large numbers may be."""
    yield Rect(x, y, width, height, CARD, BORDER, 4)
    # Infinities and NaN are shown in words only.
    part = value / (1 + abs(value)) if abs(value) < float("inf") else 0.0
    long = round(abs(part) * (width / 2 - 2), 1)
    middle = x + width / 2
    if long >= 1:
        colour = mixed(FILL["sky" if value > 0 else "orange"], CARD, 0.3)
        yield Rect(round(middle if value > 0 else middle - long, 1), y + height - 5, long, 4, colour)
    yield shapes.label(round(middle, 1), y + height / 2 - 2, words, SIZE, TEXT, width - 6)
