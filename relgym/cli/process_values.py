"""Values of an RDDL instance as people write them: `true`, `@red`, `2.5`, by the names of their cells.

>>> from relgym.read.rddl import read_instance, read_process
>>> process = read_process('''domain d { types { t : object; };
...   pvariables { at : { state-fluent, t, default = a }; go(t) : { action-fluent, bool, default = false }; };
...   cpfs { at' = at; }; }''')
>>> instance = read_instance("instance i { domain = d; objects { t : {a, b}; }; horizon = 5; }", process)
>>> layout = Layout(process, instance)
>>> Cells(layout, Kind.STATE).plain({"at": 1}), Cells(layout, Kind.ACTION).numbers("go___b = true")
({'at': 'b'}, {'go___b': 1})
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gymnasium import spaces

from relgym.errors import InvalidAction
from relgym.model.equations import Shown
from relgym.model.rddl import Kind
from relgym.model.rddl_expressions import BOOL, INT, REAL
from relgym.read.rddl_words import MOST_LISTED, did_you_mean, listed
from relgym.translate.rddl_layout import Layout

Plain = bool | int | float | str
"""A value as files write it."""

NOOP = "noop"
"""The action in which everything keeps its default."""

UNBOUNDED = float(2**31 - 1)
"""Spaces have bounds of this size, or more, where the files set none."""

_TRUTH = {"true": 1, "false": 0, "1": 1, "0": 0}


class Cells:
    """The values of some kinds of fluents by name; `ranges` has the range of each."""

    def __init__(self, layout: Layout, *kinds: Kind) -> None:
        self._layout = layout
        self.ranges = {name: fluent.range for fluent in layout.of_kind(*kinds) for name in layout.names(fluent.name)}
        self.defaults: Mapping[str, Plain] = self.plain(
            {name: layout.default(fluent) for fluent in layout.of_kind(*kinds) for name in layout.names(fluent.name)}
        )

    def plain(self, numbers: Mapping[str, Any]) -> dict[str, Plain]:
        """The values of an observation or action: truth values, numbers, and the names of items."""
        return {name: self._plain(number, self.ranges[name]) for name, number in numbers.items()}

    def _plain(self, number: Any, of: str) -> Plain:
        match of:
            case "bool":
                return bool(number)
            case "int":
                return int(number)
            case "real":
                return float(number)
            case _:
                return self._layout.items[of][int(number)].name

    def named(self, shown: Mapping[str, Shown]) -> dict[str, Plain]:
        """Values as reasoners show them, items with the names of the files, `@red`."""
        return {
            name: item_name(self._layout, self.ranges[name], value) if isinstance(value, str) else value
            for name, value in shown.items()
        }

    def numbers(self, line: str) -> dict[str, float]:
        """The entries of `name = value, name = value`; raises `InvalidAction` where there is no such name or value."""
        found: dict[str, float] = {}
        for part in [] if line == NOOP else line.split(","):
            name, sign, written = (word.strip() for word in part.partition("="))
            if name not in self.ranges:
                raise InvalidAction(
                    f"there is no action '{name}'",
                    expected=f"{NOOP}, or NAME = VALUE with {self._names()}",
                    hint=did_you_mean(name, self.ranges),
                )
            if not sign:
                raise InvalidAction(f"'{name}' has no value", expected=f"{name} = VALUE")
            if name in found:
                raise InvalidAction(f"'{name}' is named twice", expected="each name once")
            found[name] = self._number(name, written)
        return found

    def _names(self) -> str:
        names = [*self.ranges]
        return listed(names) if len(names) <= MOST_LISTED else f"{', '.join(names[:MOST_LISTED])} and so on"

    def _number(self, name: str, written: str) -> float:
        of = self.ranges[name]
        if of == BOOL:
            found: float | None = _TRUTH.get(written.lower())
        elif of in (INT, REAL):
            found = _read(int if of == INT else float, written)
        else:
            found = self._item(of, written)
        if found is None:
            known = [] if of in (INT, REAL) else self._words(of)
            raise InvalidAction(
                f"{written!r} is no value of '{name}'",
                expected=listed(known) or ("a whole number" if of == INT else "a number"),
                hint=did_you_mean(written, known),
            )
        return found

    def _item(self, of: str, written: str) -> int | None:
        names = [item.name for item in self._layout.items[of]]
        for name in (written, f"@{written}"):
            if name in names:
                return names.index(name)
        return None

    def _words(self, of: str) -> list[str]:
        return ["true", "false"] if of == BOOL else [item.name for item in self._layout.items[of]]

    def allowed(self, name: str, space: spaces.Space[Any]) -> str:
        """What a value may be, in words."""
        if not isinstance(space, spaces.Box):
            return listed(self._words(self.ranges[name]))
        kind = "a whole number" if self.ranges[name] == INT else "a number"
        low, high = float(space.low), float(space.high)
        match low > -UNBOUNDED, high < UNBOUNDED:
            case True, True:
                return f"{kind} from {low:g} to {high:g}"
            case True, False:
                return f"{kind} from {low:g} on"
            case False, True:
                return f"{kind} up to {high:g}"
            case _:
                return kind


def item_name(layout: Layout, of: str, shown: str) -> str:
    """The name that files have for an item, `@red` for `red`."""
    return next(item.name for item in layout.items[of] if item.name.removeprefix("@") == shown)


def within(space: spaces.Space[Any], number: float) -> bool:
    """Whether a number lies between the bounds of a space; for items there are no others."""
    return not isinstance(space, spaces.Box) or float(space.low) <= number <= float(space.high)


def text(value: Plain) -> str:
    """A value for people, numbers with six digits."""
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _read(number: type[int] | type[float], written: str) -> float | None:
    try:
        return number(written)
    except ValueError:
        return None
