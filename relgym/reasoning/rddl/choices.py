"""Values that an action cell may take together with the choices already made: a question to the engine, as equations.

A choice is every precondition with one cell of the action changed: where a precondition reads the fluent `a(args)`, the
equation reads `a(args)` for other items, and another value for the cell's own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product

from relgym.arguments import check_whole
from relgym.errors import ModelError
from relgym.model.rddl.equations import Equation, Function, Number, Part, Values, as_list
from relgym.model.rddl.expressions import BOOL, INT, REAL, Constant, Fluent, If, Operation, Value
from relgym.model.rddl.traversal import rebuilt
from relgym.model.terms import Variable
from relgym.reasoning.rddl.cells import Cell, differing
from relgym.reasoning.rddl.dynamics import Action, Dynamics
from relgym.tuning.reasoning import TESTED_VALUES_LIMIT

Choice = tuple[str, Sequence[Number]]
"""A cell by its name, and the values that it may take."""


class Choices:
    """Asks about the action cells of one simulator."""

    def __init__(self, simulator: Dynamics, cells: Mapping[str, Cell]) -> None:
        self._simulator = simulator
        self._cells = cells
        # By function: the values that each row is about, or none where the last parameter runs through them.
        self._asked: dict[Function, Number | None] | None = None

    def of(self, state: tuple[Values, ...], action: Action) -> list[Choice]:
        """Return for every cell the other values that it may take together with an action."""
        asked = self._functions()
        functions = tuple(asked)
        allowed = dict(zip(functions, self._simulator.values(functions, state, action), strict=True))
        choices: dict[str, list[Number]] = {name: [] for name in self._cells}
        for function, value in asked.items():
            several = allowed[function]
            for name, cell in self._cells.items():
                if cell.fluent.name == function.name:
                    current = cell.of(action)
                    choices[name] += [
                        other for other in self._values(cell, value, several, current) if other != current
                    ]
        return [(name, self._within_limit(self._cells[name], values, action)) for name, values in choices.items()]

    def combinations(self, at_once: int | None, most: int) -> Iterator[dict[str, Number]]:
        """Return every combination of at most `at_once` changes of cells, the smallest first, then in order.

        Raises `ModelError` for more than `most`, or if a cell has too many values.
        """
        several, changes = self.listed(at_once, most)
        for count in range(several + 1):
            for chosen in combinations(changes, count):
                for values in product(*(changes[name] for name in chosen)):
                    yield dict(zip(chosen, values, strict=True))

    def listed(self, at_once: int | None, most: int) -> tuple[int, dict[str, list[Number]]]:
        """Return the number of cells that may change at once, and the other values of each; may raise `ModelError`."""
        check_whole("most", most)
        if at_once is not None:
            check_whole("at_once", at_once)
        limit = self._simulator.layout.instance.most_actions
        several = min(n for n in (at_once, limit, len(self._cells)) if n is not None)
        changes = {name: self._others(name, cell) for name, cell in self._cells.items()}
        if _are_more([len(values) for values in changes.values()], several, most):
            raise ModelError(
                f"more than {most} combinations of actions may be taken",
                expected="fewer actions at once",
                hint="choices() lists what may be done beside what is chosen already",
            )
        return several, changes

    def _others(self, name: str, cell: Cell) -> list[Number]:
        """The values of a cell other than its default."""
        low, high = cell.range()
        if cell.fluent.range == REAL or high - low > TESTED_VALUES_LIMIT:
            raise ModelError(
                f"the actions cannot be listed: '{name}' has too many values",
                expected="action-fluents with few values",
                hint="is_valid() tests a single action",
            )
        default = cell.of(self._simulator.idle)
        return [cell.plain(value) for value in range(int(low), int(high) + 1) if value != default]

    def _values(self, cell: Cell, value: Number | None, allowed: Values, current: Number) -> Iterator[Number]:
        several = as_list(allowed)
        place = cell.place or 0
        if cell.fluent.range == BOOL:
            if several[place]:
                yield not current
        elif value is not None:
            if several[place]:
                yield value
        else:
            yield from (n for n in range(len(cell.items)) if several[place * len(cell.items) + n])

    def _within_limit(self, cell: Cell, values: Sequence[Number], action: Action) -> Sequence[Number]:
        """The values that keep to the limit of concurrent actions."""
        limit = self._simulator.layout.instance.most_actions
        if limit is None:
            return values
        default = cell.of(self._simulator.idle)
        others = differing(action, self._simulator.idle) - (cell.of(action) != default)
        return [value for value in values if others + (value != default) <= limit]

    def _functions(self) -> dict[Function, Number | None]:
        if self._asked is None:
            pairs = [each for function in self._simulator.program.actions for each in self._equations(function)]
            self._simulator.define([equation for equation, _ in pairs])
            # Only now that the engine knows all of them.
            self._asked = {equation.function: value for equation, value in pairs}
        return self._asked

    def _equations(self, action: Function) -> Iterator[tuple[Equation, Number | None]]:
        """The equations of one action-fluent; each with the value that it is about, unless that is a parameter."""
        cells = [cell for cell in self._cells.values() if cell.fluent.name == action.name]
        if not cells or action.range == REAL:
            return
        variables = tuple(Variable(f"?of-{place}", (of,)) for place, of in enumerate(action.parameters))
        if action.range == BOOL:
            yield self._equation(action, variables, None), None
        elif action.range == INT:
            ranges = [cell.range() for cell in cells]
            low, high = int(min(low for low, _ in ranges)), int(max(high for _, high in ranges))
            if high - low <= TESTED_VALUES_LIMIT:
                for value in range(low, high + 1):
                    yield self._equation(action, variables, Constant(value)), value
        else:
            value_of = Variable("?to", (action.range,))
            yield self._equation(action, (*variables, value_of), value_of), None

    def _equation(self, action: Function, variables: tuple[Variable, ...], value: Value | None) -> Equation:
        own = variables[: len(action.parameters)]

        def chosen(part: Value) -> Value:
            if not isinstance(part, Fluent) or part.name != action.name:
                return part
            same: Value = Constant(True)
            for argument, variable in zip(part.arguments, own, strict=True):
                test = Operation("==", (argument, variable))
                same = test if same == Constant(True) else Operation("^", (same, test))
            if value is None:
                return Operation("~=", (part, same))
            return If(same, value, part)

        formulas = [
            rebuilt(item.value, chosen)
            for item in self._simulator.program.equations
            if item.function.part is Part.PRECONDITION
        ]
        whole: Value = Constant(True)
        for formula in formulas:
            whole = formula if whole == Constant(True) else Operation("^", (whole, formula))
        parameters = tuple(variable.types[0] for variable in variables)
        function = Function(Part.QUERY, action.name, parameters, BOOL, self._simulator.fresh())
        return Equation(function, variables, whole)


def _are_more(sizes: Sequence[int], several: int, most: int) -> bool:
    """Return True if there are more than `most` ways to choose at most `several` of the sets, and an element of each.

    >>> _are_more([1, 2], 2, 5), _are_more([1, 2], 2, 6)
    (True, False)
    """
    # By the number of chosen sets. It ends at `most`, since the numbers of ways of many sets are very large.
    ways = [1]
    for size in filter(None, sizes):
        more = [0, *(size * known for known in ways)]
        ways = [old + new for old, new in zip([*ways, 0], more, strict=True)][: several + 1]
        if sum(ways) > most:
            return True
    return sum(ways) > most
