"""A `switch` over items with fixed branches as a look-up in a table.

>>> from relgym.runtime.array_scope import scope_of_arrays
>>> from relgym.model.rddl.equations import Part
>>> from relgym.read.rddl.loading import read_instance, read_domain
>>> from relgym.translate.arrays.equations import array_question
>>> from relgym.translate.equations.equations import equations_of
>>> domain = read_domain('''domain d { types { light : {@red, @green}; };
...   pvariables { now : { state-fluent, light, default = @red }; };
...   cpfs { now' = switch (now) { case @red : @green, case @green : @red }; }; }''')
>>> program = equations_of(read_instance("instance i { domain = d; }", domain))
>>> print(array_question(program, scope_of_arrays({}), program.of_part(Part.NEXT), copies=True).text)
def question(xp, special, constants, state, action, u):
    (c1,) = constants
    return ((c1.take((state[0]))),), None
<BLANKLINE>
"""

from __future__ import annotations

from dataclasses import replace
from math import prod
from typing import Any

import numpy as np

from relgym.model.rddl.expressions import BOOL, INT, REAL, Item, Switch, Value
from relgym.translate.arrays.bounds import EXACT
from relgym.translate.arrays.reads import Terms
from relgym.translate.arrays.small import SmallWriter
from relgym.translate.arrays.terms import TYPES, Axis, Term

_LARGEST = 50_000
"""The largest number of entries in a table, which must fit into the cache."""


class SwitchWriter(SmallWriter):
    """Writes what is looked up by an item."""

    def switched(self, value: Switch, terms: Terms) -> Term | None:
        """The branch of an item out of a table of all; None where branches change, or may fail."""
        items = self._items(value)
        if items is None:
            return None
        before = len(self.fails), len(self.reals)
        branches = [term for branch in items if (term := self._fixed_branch(branch, value, terms)) is not None]
        failed = (len(self.fails), len(self.reals)) != before
        del self.fails[before[0] :], self.reals[before[1] :]
        axes = tuple(sorted({axis for term in branches for axis in term.axes}))
        shape = [axis.size or 0 for axis in axes]
        if failed or len(branches) < len(items) or prod(shape) * len(items) > _LARGEST:
            return None
        parts = [np.broadcast_to(self.known(self.aligned(term, axes)), shape) for term in branches]
        of = self.range_of(value)
        table: Any = np.stack(parts).astype(TYPES.get(of, np.int64))
        return replace(self._looked_up_in(table, axes, self.value(value.subject, terms)), truth=of == BOOL)

    def _fixed_branch(self, branch: Value, switch: Switch, terms: Terms) -> Term | None:
        """A branch that never changes; None for others, and where a whole number is no double but is to be one."""
        term = self.value(branch, terms)
        if not term.fixed:
            return None
        mixed = self.range_of(switch) == REAL and self.range_of(branch) == INT
        return None if mixed and np.any(np.abs(np.asarray(self.known(term), float)) > EXACT) else term

    def _looked_up_in(self, table: Any, axes: tuple[Axis, ...], subject: Term) -> Term:
        """Entries of a table whose first axis is that of the subject's items."""
        rows = self.kept(np.ascontiguousarray(table)).text
        if not axes:
            if not subject.axes:
                return self.made(f"{rows}[{subject.text}]", (), subject.fixed)
            return self.made(f"{rows}.take({subject.text})", subject.axes, subject.fixed)
        if not subject.axes:
            return self.made(f"{rows}[{subject.text}]", axes, subject.fixed)
        size = table[0].size
        offsets = self.kept(np.arange(size).reshape(table.shape[1:]), axes)
        places = self.written(f"{{0}} * {size} + {{1}}", subject, offsets)
        return self.made(f"{rows}.take({places.text})", places.axes, places.fixed)

    def _items(self, value: Switch) -> list[Value] | None:
        """The branch of each item of the subject's type; None where the subject is none, or an item has no branch."""
        of = self.range_of(value.subject)
        if of not in self.program.types:
            return None
        branches: dict[int, Value] = {}
        for label, branch in value.cases:
            if not isinstance(label, Item):
                return None
            branches.setdefault(label.number, branch)
        found = [branches.get(number, value.default) for number in range(self.program.size(of))]
        every = [branch for branch in found if branch is not None]
        return every if len(every) == len(found) > 0 else None
