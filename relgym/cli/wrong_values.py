"""Error messages for wrong values of options and arguments, in relgym's words.

Newer versions of Typer read values by pydantic, and print its sentences ("Input should be a valid integer, unable to
parse string as an integer") and the kinds of its errors.

>>> found = {"type": "int_parsing", "input": "many", "msg": "Input should be a valid integer"}
>>> sentence(found)
"'many' is not a whole number"
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import typer


@contextmanager
def reworded() -> Iterator[None]:
    """Reword the errors of wrong values that are raised within."""
    try:
        yield
    except typer.BadParameter as error:
        # Typer, not relgym, imports pydantic, and only some of its versions do.
        details = getattr(error.__cause__, "errors", None)
        if details is not None:
            error.message = sentence(details()[0])
        raise


def sentence(error: Mapping[str, Any]) -> str:
    """Return a sentence that says why a value is wrong.

    Args:
        found: The details of an error of pydantic.
    """
    value, bounds = error["input"], error.get("ctx", {})
    match error["type"]:
        case "int_parsing" | "int_from_float" | "int_parsing_size":
            return f"{value!r} is not a whole number"
        case "float_parsing" | "finite_number":
            return f"{value!r} is not a number"
        case "greater_than_equal":
            return f"{value} is not {bounds['ge']:.12g} or more"
        case "less_than_equal":
            return f"{value} is not {bounds['le']:.12g} or less"
        case "value_error":
            return str(bounds["error"])
        case _:
            return str(error["msg"])
