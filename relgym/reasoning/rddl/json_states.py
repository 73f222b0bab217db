"""States of RDDL as JSON: the values of all state cells by their names, large whole numbers as texts."""

from __future__ import annotations

import reprlib
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from relgym.errors import ModelError
from relgym.model import portable
from relgym.model.rddl.expressions import INT
from relgym.reasoning.rddl.cells import CellMap


def values_in_json(cells: CellMap, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of all cells in the JSON form of a state; raises `ModelError` for another form."""
    match data:
        case {"fluents": Mapping() as values}:
            missing = next((name for name in cells if name not in values), None)
            if missing is not None:
                raise ModelError(f"the state has no value of '{missing}'", expected="the values of all cells")
            return {name: _number(cells, name, value) for name, value in values.items()}
        case _:
            raise ModelError(
                f"{reprlib.repr(data)} is no state in JSON",
                expected="a dictionary with the values of cells by their names as 'fluents'",
            )


def _number(cells: CellMap, name: str, value: Any) -> Any:
    """Return a value of a cell as a number: a large whole number is a text in JSON."""
    if isinstance(value, str) and name in cells and cells[name].fluent.range == INT:
        with suppress(ValueError, ZeroDivisionError):
            return portable.read(value)
    return value
