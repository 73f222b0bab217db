"""The layout of the values of an RDDL instance: objects as numbers, fluents as flat lists.

An object's number is its index among those of its type. A fluent with parameters is a list in which its last
parameter runs fastest; one without is a plain value.

>>> from relgym.read.rddl.loading import read_instance, read_domain
>>> domain = read_domain('''domain d { types { t : object; };
...   pvariables { on(t) : { state-fluent, bool, default = false }; }; cpfs { on'(?x) = ~on(?x); }; }''')
>>> layout = Layout(read_instance('''instance i { domain = d; objects { t : {a, b}; };
...   init-state { on(b); }; }''', domain))
>>> layout.start("on"), layout.names("on")
([False, True], ('on___a', 'on___b'))
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from math import prod

from relgym.model.rddl.domain import Declaration, Instance, Kind, Plain, Setting
from relgym.model.rddl.equations import Number, Values, cell_named, label
from relgym.model.rddl.expressions import BOOL, INT, REAL
from relgym.model.terms import Object


class Layout:
    """The sizes of one instance, and its initial values."""

    def __init__(self, instance: Instance) -> None:
        self.domain = instance.domain
        self.instance = instance
        given = dict(instance.objects)
        self.items: Mapping[str, tuple[Object, ...]] = {
            item.name: given[item.name] if item.values is None else item.values for item in self.domain.types
        }
        self._number = {name: {item.name: n for n, item in enumerate(items)} for name, items in self.items.items()}
        self._names: dict[str, tuple[str, ...]] = {}

    def size(self, of: str) -> int:
        """Return the number of items of a type."""
        return len(self.items[of])

    def sizes(self, fluent: str) -> tuple[int, ...]:
        return tuple(map(self.size, self.domain.declared[fluent].parameters))

    def cells(self, fluent: str) -> int:
        """Return the number of values of a fluent."""
        return prod(self.sizes(fluent))

    def strides(self, fluent: str) -> tuple[int, ...]:
        """Return the distance in the list between neighbours along each parameter."""
        sizes = self.sizes(fluent)
        return tuple(prod(sizes[index + 1 :]) for index in range(len(sizes)))

    def number(self, item: Object, of: str) -> int:
        """Return the number of an item among those of its type."""
        return self._number[of][item.name]

    def of_kind(self, *kinds: Kind) -> tuple[Declaration, ...]:
        """Return the fluents of some kinds, in the order of their declaration."""
        return tuple(fluent for fluent in self.domain.fluents if fluent.kind in kinds)

    def rows(self, fluent: str) -> Iterator[tuple[Object, ...]]:
        """Return the objects of each cell, in order."""
        return product(*(self.items[of] for of in self.domain.declared[fluent].parameters))

    def names(self, fluent: str) -> tuple[str, ...]:
        """Return the usual RDDL names of the cells, such as `on___a__b`."""
        known = self._names.get(fluent)
        if known is None:
            labels = ([label(item) for item in self.items[of]] for of in self.domain.declared[fluent].parameters)
            known = self._names[fluent] = tuple(cell_named(fluent, row) for row in product(*labels))
        return known

    def default(self, fluent: Declaration) -> Number:
        """Return the default value of a fluent."""
        if fluent.default is None:
            return {BOOL: False, INT: 0, REAL: 0.0}.get(fluent.range, 0)
        return self.plain(fluent.default, fluent.range)

    def plain(self, value: Plain, of: str) -> Number:
        """Convert a value of a file to an entry of a list."""
        if isinstance(value, Object):
            name = value.name
            numbers = self._number[of]
            return numbers[name] if name in numbers else numbers[f"@{name}"]
        return float(value) if of == REAL else int(value) if of == INT else value

    def start(self, name: str) -> Values:
        """Return the initial values of a state-fluent, or the values of a non-fluent."""
        fluent = self.domain.declared[name]
        values = [self.default(fluent)] * self.cells(name)
        strides = self.strides(name)
        for setting in self._settings[name]:
            row = zip(setting.objects, fluent.parameters, strides, strict=True)
            place = sum(self.number(item, of) * stride for item, of, stride in row)
            values[place] = self.plain(setting.value, fluent.range)
        return values if fluent.parameters else values[0]

    @cached_property
    def _settings(self) -> Mapping[str, Sequence[Setting]]:
        settings: dict[str, list[Setting]] = {fluent.name: [] for fluent in self.domain.fluents}
        for setting in (*self.instance.constants, *self.instance.start):
            settings[setting.fluent].append(setting)
        return settings
