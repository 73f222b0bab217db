"""The values of an RDDL instance one by one: `on___a__b` is a cell of the fluent `on`.

>>> from relgym.read.rddl.loading import read_instance, read_domain
>>> domain = read_domain('''domain d { types { t : object; };
...   pvariables { push(t) : { action-fluent, bool, default = false }; }; cpfs {}; }''')
>>> layout = Layout(read_instance("instance i { domain = d; objects { t : {a, b}; }; }", domain))
>>> cells = cells_of(layout, layout.domain.fluents)
>>> changed(cells, ([False, False],), {"push___b": 1})
([False, True],)
"""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import accumulate
from math import inf
from operator import ne
from typing import Any, Protocol

from relgym.arguments import check_mapping
from relgym.errors import InvalidAction, ModelError, RelgymError, did_you_mean
from relgym.model.portable import HEX_BITS
from relgym.model.rddl.domain import Declaration
from relgym.model.rddl.equations import Number, Shown, Values, as_list, label
from relgym.model.rddl.expressions import BOOL, INT, REAL
from relgym.read.rddl.words import listed
from relgym.runtime.bounds import Bounds, Interval
from relgym.translate.equations.layout import Layout

LARGEST = (2 - 2**-23) * 2.0**127
"""The bound of real values without other bounds: the largest 32-bit float. Random draws need finite bounds."""

LARGEST_INT = 2**31 - 1
"""The bound of whole numbers without other bounds: the largest 32-bit integer."""

Plain = bool | int | float | str
"""A value as files write it."""

_TRUTHS: Mapping[Any, Number] = {False: False, True: True}

_TRUTH = {"true": True, "false": False, "1": True, "0": False}


class Plains(Protocol):
    """Plain values by the numbers that somebody may give."""

    def __getitem__(self, number: Any, /) -> Number: ...


@dataclass(frozen=True, slots=True)
class _Between:
    """Numbers between two ends, both included; whole ones alone if asked for."""

    low: float
    high: float
    whole: bool

    def __getitem__(self, given: Any, /) -> Number:
        if isinstance(given, str):
            raise KeyError(given)
        try:
            number = float(given)
        except OverflowError:
            raise KeyError(given) from None
        if not self.low <= number <= self.high:
            raise KeyError(given)
        if not self.whole:
            return number
        if not number.is_integer():
            raise KeyError(given)
        return int(given)


@cache
def _numbers(count: int) -> Mapping[Any, Number]:
    """Each number below a limit by itself."""
    return {number: number for number in range(count)}


@dataclass(frozen=True, slots=True)
class Cell:
    """One value of a fluent.

    Attributes:
        fluent: The fluent.
        position: The index of the fluent among those of its kind.
        place: The index of the value in the fluent; `None` for a fluent without parameters.
        interval: The range of an action-fluent within the bounds of preconditions.
        items: The names of the items of an enumerated or object-valued fluent.
        names: The names of the items as files write them, `@red` for `red`.
        free: True for a cell of a state, which may hold any finite number, since nobody draws it.
        plains: Maps each number of the cell to its plain value; raises `KeyError` for others, and for names.
    """

    fluent: Declaration
    position: int
    place: int | None
    interval: Interval
    items: tuple[str, ...]
    names: tuple[str, ...]
    free: bool = False
    low: float = field(init=False)
    high: float = field(init=False)
    plains: Plains = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        # Asked for with every action.
        low, high = self._ends()
        object.__setattr__(self, "low", low)
        object.__setattr__(self, "high", high)
        object.__setattr__(self, "plains", self._plains())

    def _plains(self) -> Plains:
        match self.fluent.range:
            case "bool":
                return _TRUTHS
            case "int" | "real" as of:
                return _Between(self.low, self.high, of == INT)
            case _:
                return _numbers(len(self.items))

    def range(self) -> tuple[float, float]:
        """The least and the largest value, both included."""
        return self.low, self.high

    def _ends(self) -> tuple[float, float]:
        match self.fluent.range:
            case "bool":
                return 0, 1
            case "int" if self.free:
                return -inf, inf
            case "real" if self.free:
                return -sys.float_info.max, sys.float_info.max
            case "int":
                return self.interval.whole(LARGEST_INT)
            case "real":
                return self.interval.real(LARGEST)
            case _:
                return 0, len(self.items) - 1

    def holds(self, value: Any) -> bool:
        """Return True if this is a value of the cell; numbers may be plain Python numbers, and items their names."""
        if isinstance(value, str):
            return value.removeprefix("@") in self.items
        whole = isinstance(value, int) and self.fluent.range == INT
        try:
            # Not every whole number is a double.
            number = value if whole else float(value)
        except (TypeError, ValueError, OverflowError):
            return False
        return self.low <= number <= self.high and (whole or self.fluent.range == REAL or number.is_integer())

    def plain(self, value: Any) -> Number:
        """A value as it stands in a list."""
        if isinstance(value, str):
            return self.items.index(value.removeprefix("@"))
        if self.fluent.range == BOOL:
            return bool(value)
        return float(value) if self.fluent.range == REAL else int(value)

    def shown(self, value: Number) -> Shown:
        """A value as people write it: an item is its name."""
        return self.items[int(value)] if self.items else self.plain(value)

    def written(self, value: Any) -> Plain:
        """A value as files write it, but for truth values: an item is its name, with the `@` of enumerated ones."""
        return self.names[int(self.plain(value))] if self.items else self.plain(value)

    def read(self, text: str) -> Number | None:
        """The value that a text writes, if it is one of the cell's."""
        try:
            match self.fluent.range:
                case "bool":
                    value: Any = _TRUTH.get(text.lower())
                case "int":
                    value = int(text)
                case "real":
                    value = float(text)
                case _:
                    value = text
        except ValueError:
            return None
        return self.plain(value) if self.holds(value) else None

    def words(self) -> Sequence[str]:
        """All values, as people write them; none for numbers."""
        return ("true", "false") if self.fluent.range == BOOL else self.names

    def expected(self) -> str:
        """The cell's values in words."""
        if words := self.words():
            return listed(words)
        kind = "a whole number" if self.fluent.range == INT else "a number"
        match self.low > -LARGEST_INT, self.high < LARGEST_INT:
            case True, True:
                return f"{kind} from {self.low:g} to {self.high:g}"
            case True, False:
                return f"{kind} from {self.low:g} on"
            case False, True:
                return f"{kind} up to {self.high:g}"
            case _:
                return kind

    def of(self, values: Sequence[Values]) -> Number:
        """The cell's value among those of its kind."""
        several = values[self.position]
        return several[self.place or 0] if isinstance(several, list) else several


class CellMap(Mapping[str, Cell]):
    """The cells of some fluents by their names, in order; each is made when it is first asked for: they may be many.

    `known` gives them sooner to those who ask for one after the other; it raises `KeyError`, too.
    """

    def __init__(self, layout: Layout, fluents: Sequence[Declaration], bounds: Bounds, free: bool = False) -> None:
        self.layout = layout
        self._free = free
        self.fluents = fluents
        self.known: dict[str, Cell] = _Known(self)
        self._bounds = bounds
        self._made: dict[tuple[int, int], Cell] = {}
        self._items = [tuple(map(label, layout.items.get(f.range, ()))) for f in fluents]
        self._words = [tuple(item.name for item in layout.items.get(f.range, ())) for f in fluents]
        # At which number the cells of each fluent begin.
        self._begins = [*accumulate((layout.cells(fluent.name) for fluent in fluents), initial=0)]

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number of each cell among all of them."""
        names = (name for fluent in self.fluents for name in self.layout.names(fluent.name))
        return {name: number for number, name in enumerate(names)}

    def at(self, position: int, place: int) -> Cell:
        """The cell of a fluent, by the places of both; a fluent without parameters has its one cell at 0."""
        cell = self._made.get((position, place))
        if cell is None:
            fluent = self.fluents[position]
            interval = self._bounds.get((fluent.name, place), Interval()).without_beyond(LARGEST)
            number = place if fluent.parameters else None
            cell = Cell(fluent, position, number, interval, self._items[position], self._words[position], self._free)
            self._made[position, place] = cell
        return cell

    def numbered(self, number: int) -> Cell:
        """The cell with a number among all of them."""
        position = bisect_right(self._begins, number) - 1
        return self.at(position, number - self._begins[position])

    def of(self, position: int) -> list[Cell]:
        """All cells of one fluent."""
        return [self.at(position, place) for place in range(self.layout.cells(self.fluents[position].name))]

    def __getitem__(self, name: str) -> Cell:
        return self.known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.numbers)

    def __len__(self) -> int:
        return self._begins[-1]


class _Known(dict[str, Cell]):
    """The cells that were asked for by their names, and a way to the others."""

    def __init__(self, cells: CellMap) -> None:
        self._cells = cells

    def __missing__(self, name: str) -> Cell:
        cell = self[name] = self._cells.numbered(self._cells.numbers[name])
        return cell


def cells_of(
    layout: Layout, fluents: Sequence[Declaration], bounds: Bounds | None = None, free: bool = False
) -> CellMap:
    """The cells of some fluents by their names; raises `ModelError` where bounds leave no value.

    Args:
        layout: The places of the values.
        fluents: The fluents.
        bounds: The bounds of numbers; where there are none, those of 32 bits.
        free: True if numbers have no bounds at all.
    """
    cells = CellMap(layout, fluents, bounds or {}, free)
    for position, fluent in enumerate(fluents):
        # All that have no bounds are as the first.
        bounded = {place for name, place in bounds or {} if name == fluent.name}
        for place in sorted({*range(layout.cells(fluent.name))[:1], *bounded}):
            low, high = cells.at(position, place).range()
            if low > high:
                raise ModelError(
                    f"the preconditions leave no value for '{layout.names(fluent.name)[place]}'",
                    span=fluent.span,
                    expected="bounds of which the lower is at most the upper",
                    hint=f"they ask for at least {low:g} and at most {high:g}",
                )
    return cells


def checked(given: Mapping[str, Any], cells: CellMap, wrong: type[RelgymError]) -> Mapping[str, Any]:
    """Return `given` if it maps known cells to their values; raise an error of the class `wrong` otherwise."""
    kind = "action" if issubclass(wrong, InvalidAction) else "state value"
    known = cells.known
    check_mapping("an action" if kind == "action" else "a state", given, "a dictionary of cells and values", wrong)
    for name, value in given.items():
        try:
            cell = known[name]
        except KeyError:
            raise wrong(
                f"there is no {kind} '{name}'",
                expected=", ".join([*cells][:20]),
                hint=did_you_mean(str(name), cells),
            ) from None
        if not cell.holds(value):
            # Python prints no number of more than 4,300 digits.
            large = isinstance(value, int) and value.bit_length() > HEX_BITS
            said = f"a whole number of {value.bit_length()} bits" if large else repr(value)
            raise wrong(f"{said} is no value of '{name}'", expected=cell.expected())
    return given


def changed_plain(values: Sequence[Values], given: Iterable[tuple[Cell, Number]]) -> tuple[Values, ...]:
    """The values with some cells at other plain values."""
    lists = list(values)
    for cell, value in given:
        position, place = cell.position, cell.place
        if place is None:
            lists[position] = value
            continue
        several = lists[position]
        assert isinstance(several, list)
        if several is values[position]:
            several = lists[position] = several.copy()
        several[place] = value
    return tuple(lists)


def changed(cells: CellMap, values: Sequence[Values], given: Mapping[str, Any]) -> tuple[Values, ...]:
    """The values with some cells as given; raises `KeyError` for one that is none."""
    lists = [list(several) if isinstance(several, list) else several for several in values]
    known = cells.known
    for name, value in given.items():
        cell = known[name]
        if cell.place is None:
            lists[cell.position] = cell.plain(value)
        else:
            several = lists[cell.position]
            assert isinstance(several, list)
            several[cell.place] = cell.plain(value)
    return tuple(lists)


def differing(values: Sequence[Values], others: Sequence[Values]) -> int:
    """In how many cells they differ."""
    count = 0
    for several, other in zip(values, others, strict=True):
        if several != other:
            count += sum(map(ne, as_list(several), as_list(other)))
    return count
