"""The values of an RDDL state as text: a line for each fluent, of truth values the objects for which they are true.

>>> from relgym.read.rddl.loading import read_instance, read_domain
>>> from relgym.translate.equations.equations import equations_of
>>> domain = read_domain('''domain d { types { t : object; };
...   pvariables { on(t) : { state-fluent, bool }; heat(t) : { state-fluent, real, default = 0.5 }; }; cpfs {
...   on'(?x) = on(?x); heat'(?x) = heat(?x); }; }''')
>>> instance = read_instance("instance i { domain = d; objects { t : {a, b}; }; init-state { on(b); }; }", domain)
>>> print(render_values(equations_of(instance), ([False, True], [0.5, 0.25])))
on    b
heat  a 0.5, b 0.25
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from textwrap import fill

from relgym.model.rddl.equations import Equations, Function, Number, Values, label
from relgym.model.rddl.expressions import BOOL, REAL
from relgym.render.digest import digest

WIDTH = 100
"""The length of lines, in characters."""

LISTED_VALUES_LIMIT = 60
"""The largest number of values of a fluent that are listed."""


LARGEST = 1e100
"""Numbers beyond this one are drawn as it."""


def real(value: Number) -> float:
    """A number as a real to be drawn: whole numbers may be larger than reals are.

    >>> real(10**400), real(True), real(-0.5)
    (1e+100, 1.0, -0.5)
    """
    return max(-LARGEST, min(LARGEST, value)) * 1.0


def render_values(program: Equations, values: Sequence[Values], width: int = WIDTH) -> str:
    """A picture of the values of all state-fluents, at most `width` columns wide."""
    margin = max((len(function.name) for function in program.states), default=0) + 2
    lines = []
    for function, several in zip(program.states, values, strict=True):
        shown = list(_shown(program, function, several))
        text = ", ".join(shown[:LISTED_VALUES_LIMIT]) or "none"
        if len(shown) > LISTED_VALUES_LIMIT:
            text += f", ... and {len(shown) - LISTED_VALUES_LIMIT} more, {digest(shown[LISTED_VALUES_LIMIT:])}"
        lines.append(
            fill(
                text,
                max(width, margin + 20),
                initial_indent=function.name.ljust(margin),
                subsequent_indent=" " * margin,
                break_on_hyphens=False,
            )
        )
    return "\n".join(lines)


def _shown(program: Equations, function: Function, values: Values) -> Iterator[str]:
    if not isinstance(values, list):
        yield _value(program, function, values)
        return
    rows = product(*(program.types[of] for of in function.parameters))
    for row, value in zip(rows, values, strict=True):
        place = "-".join(map(label, row))
        if function.range == BOOL:
            if value:
                yield place
        else:
            yield f"{place} {_value(program, function, value)}"


def _value(program: Equations, function: Function, value: Number) -> str:
    if function.range == BOOL:
        return "true" if value else "false"
    if function.range == REAL:
        return f"{value:.6g}"
    return str(program.shown(function, value))
