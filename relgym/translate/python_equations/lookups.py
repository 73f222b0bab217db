"""Products that stop at a false truth value, and switches that are look-ups by the item that they test."""

from __future__ import annotations

from dataclasses import replace

from relgym.model.rddl.expressions import REAL, Constant, Fluent, Item, Operation, Switch, Value
from relgym.model.terms import Variable
from relgym.translate.equations.conditions import bracketed
from relgym.translate.python_equations.loops import Names
from relgym.translate.python_equations.values import PythonValueWriter


class Lookups:
    """Forms of operations and switches."""

    def __init__(self, values: PythonValueWriter) -> None:
        self._values = values

    def product(self, value: Operation, names: Names) -> str | None:
        """Write a product that is not computed beside a false truth value."""
        values = self._values
        split = bracketed(value, values.program)
        if split is None:
            return None
        condition, rest = split
        nothing = "0.0" if values.range_of(value) == REAL else "0"
        return f"({values.value(rest, names)} if {values.value(condition, names)} else {nothing})"

    def switch(self, value: Switch, names: Names) -> str | None:
        """Write a switch over all items whose branches are constants, or read one fluent for these items."""
        values = self._values
        branches = {label.number: branch for label, branch in value.cases if isinstance(label, Item)}
        of = values.range_of(value.subject)
        if of not in values.program.types or sorted(branches) != [*range(values.program.size(of))]:
            return None
        labels = {label.number: label for label, _ in value.cases if isinstance(label, Item)}
        ordered = [branches[number] for number in range(len(branches))]
        subject = values.value(value.subject, names)
        if all(isinstance(branch, Constant | Item) for branch in ordered):
            return f"({', '.join(values.value(branch, names) for branch in ordered)},)[{subject}]"
        first = ordered[0]
        if isinstance(first, Fluent):
            for index, argument in enumerate(first.arguments):
                read = [_with(first, index, labels[number]) for number in range(len(labels))]
                if argument == labels[0] and read == ordered:
                    variable = Variable("?found", (of,))
                    return values.value(_with(first, index, variable), {**names, variable: subject})
        return None


def _with(value: Fluent, place: int, argument: Value) -> Fluent:
    """Return a fluent with another argument at a place."""
    return replace(value, arguments=(*value.arguments[:place], argument, *value.arguments[place + 1 :]))
