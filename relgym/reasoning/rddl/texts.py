"""Values of an RDDL instance as people write them: `true`, `@red`, `2.5`, by the names of their cells.

>>> from relgym.reasoning.rddl.cells import cells_of
>>> from relgym.read.rddl.loading import read_instance, read_domain
>>> domain = read_domain('''domain d { types { t : object; };
...   pvariables { at : { state-fluent, t, default = a }; go(t) : { action-fluent, bool, default = false }; };
...   cpfs { at' = at; }; }''')
>>> layout = Layout(read_instance("instance i { domain = d; objects { t : {a, b}; }; horizon = 5; }", domain))
>>> cells = cells_of(layout, domain.fluents)
>>> written(cells, {"at": 1, "go___a": 0}), read(cells, "go___b = true")
({'at': 'b', 'go___a': False}, {'go___b': True})
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from relgym.errors import InvalidAction, did_you_mean
from relgym.model.rddl.equations import Number
from relgym.model.rddl.expressions import BOOL
from relgym.model.rddl.state import RDDLState
from relgym.read.rddl.plans import NOOP
from relgym.read.rddl.query import read_value
from relgym.read.rddl.words import MOST_LISTED, listed
from relgym.reasoning.rddl.cells import CellMap, Plain
from relgym.translate.equations.layout import Layout

if TYPE_CHECKING:
    from relgym.reasoning.rddl.reasoner import RDDLReasoner


def written(cells: CellMap, values: Mapping[str, Any]) -> dict[str, Plain]:
    """Values of cells as files write them, given as numbers or by the names of items."""
    return {name: cells[name].written(value) for name, value in values.items()}


def action_text(action: Mapping[str, Plain]) -> str:
    """An action as it is written: the values of cells, as `written` gives them."""
    return ", ".join(f"{name} = {text(value)}" for name, value in action.items()) or NOOP


def read(cells: CellMap, line: str) -> dict[str, Number]:
    """The values in `name = value, name = value`; raises `InvalidAction` where there is no such name or value."""
    numbers: dict[str, Number] = {}
    for part in [] if line == NOOP else line.split(","):
        name, sign, text = (word.strip() for word in part.partition("="))
        if name not in cells:
            raise InvalidAction(
                f"there is no action '{name}'",
                expected=f"{NOOP}, or NAME = VALUE with {_names(cells)}",
                hint=did_you_mean(name, cells),
                code="E201",
            )
        if not sign:
            raise InvalidAction(f"'{name}' has no value", expected=f"{name} = VALUE", code="E203")
        if name in numbers:
            raise InvalidAction(f"'{name}' is named twice", expected="each name once", code="E202")
        cell = cells[name]
        value = cell.read(text)
        if value is None:
            hint = did_you_mean(text, cell.words())
            raise InvalidAction(f"{text!r} is no value of '{name}'", expected=cell.expected(), hint=hint, code="E204")
        numbers[name] = value
    return numbers


def _names(cells: CellMap) -> str:
    names = [*cells]
    return listed(names) if len(names) <= MOST_LISTED else f"{', '.join(names[:MOST_LISTED])} and so on"


def item_name(layout: Layout, of: str, shown: str) -> str:
    """The name that files have for an item, `@red` for `red`."""
    return next(item.name for item in layout.items[of] if item.name.removeprefix("@") == shown)


def answer_form(reasoner: RDDLReasoner, state: RDDLState, question: str) -> dict[str, Any]:
    """Answer a question as JSON: the value of an expression, the truth of a formula, or the rows of its variables."""
    layout = reasoner.dynamics.layout
    value, variables = read_value(question, layout.instance)
    of = reasoner.dynamics.writer.range_of(value)
    if of != BOOL:
        answer = reasoner.value(state, question)
        return {"value": item_name(layout, of, answer) if isinstance(answer, str) else answer}
    answers = reasoner.answers(state, question)
    if not variables:
        return {"holds": len(answers) > 0}
    types = [variable.types[0] for variable in variables]
    rows = [[item_name(layout, of, item) for of, item in zip(types, row, strict=True)] for row in answers]
    return {"variables": list(answers.variables), "answers": sorted(rows)}


def text(value: Plain) -> str:
    """A value for people, numbers with six digits."""
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:.6g}" if isinstance(value, float) else str(value)
