"""What printed programs have of Python: definitions that stand by themselves."""

from __future__ import annotations

import builtins
import dis
import types

import pytest

from relgym.runtime.scope import scope_of
from relgym.translate.equations.python_library import definitions, names_in

SCOPE = {name: value for name, value in scope_of({}).items() if not name.startswith(("Multi", "Dirichlet"))}
OWN = sorted(name for name in SCOPE if name.endswith("_") or name in ("check", "product"))


@pytest.mark.parametrize("name", OWN)
def test_definitions_stand_by_themselves(name: str) -> None:
    text = definitions([name])
    assert "relgym" not in text
    found: dict[str, object] = {}
    exec(text, found)
    assert name in found
    assert _globals(compile(text, name, "exec")) <= found.keys() | vars(builtins).keys()


def _globals(code: types.CodeType) -> set[str]:
    """The names that a code, or a function in it, looks for beyond its own."""
    inner = [each for each in code.co_consts if isinstance(each, types.CodeType)]
    own = {each.argval for each in dis.get_instructions(code) if each.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
    return own.union(*map(_globals, inner))


@pytest.mark.parametrize(
    ("call", "arguments"),
    [
        ("Normal_", (10.0, 4.0, 0.3)),
        ("Poisson_", (3.5, 0.7)),
        ("Weibull_", (2.0, 3.0, 0.2)),
        ("discrete_", ([0.2, 0.5, 0.3], 0.6)),
        ("completed_", ([0.5, 0], 1)),
        ("hypot_", (3.0, 4.0)),
        ("round_", (2.5,)),
        ("det_", ([[2.0, 0.0], [0.0, 3.0]],)),
    ],
)
def test_definitions_compute_what_relgym_does(call: str, arguments: tuple[object, ...]) -> None:
    found: dict[str, object] = {}
    exec(definitions([call]), found)
    function = found[call]
    assert callable(function)
    assert function(*arguments) == SCOPE[call](*arguments)


def test_names_in_an_expression() -> None:
    assert names_in("Bernoulli_(value(a0), u[0])") == {"Bernoulli_", "value", "a0", "u"}
