"""Errors of matrices, vectors that are drawn, and functions of the caller: the same words on every path."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from envs.rddl.paths import domain, is_there, stepped

from relgym.errors import UnsupportedFeature

DECLARED = """x : { state-fluent, real, default = %s }; n : { state-fluent, int, default = 1 };
    M(t, t) : { interm-fluent, real }; v(t) : { interm-fluent, real }; out(t) : { interm-fluent, %s };"""

CPFS = "M(?i, ?j) = (?i == ?j) * x; v(?i) = x; out(?i) = %s; x' = sum_{?i : t} out(?i); n' = n;"

WRONG: list[tuple[str, str]] = [
    ("inverse[row=?i, col=?i][M(?i, ?i) * 0]", "1.0"),
    ("cholesky[row=?i, col=?i][M(?i, ?i)]", "-1.0"),
    ("pinverse[row=?i, col=?i][M(?i, ?i) * (1 / x)]", "1e-309"),
    ("det_{?a : t, ?b : t} M(?a, ?b)", "1e200"),
    ("Dirichlet[?i](v(_))", "-1.0"),
    ("MultivariateNormal[?i](v(_), M(_, _))", "-1.0"),
    ("MultivariateNormal[?i](v(_), M(_, _))", "0.0"),
    ("MultivariateStudent[?i](v(_), M(_, _), x)", "0.0"),
]

WRONG_COUNTS = [("Multinomial[?i](n, v(_))", "-1.0"), ("Multinomial[?i](n, v(_))", "0.25")]


def text_of(expression: str, start: str, of: str) -> str:
    return domain(DECLARED % (start, of), CPFS % expression)


def check_alike(text: str, functions: dict[str, Callable[..., Any]] | None = None) -> None:
    expected = stepped("sld", text, functions)
    assert isinstance(expected, str)
    assert "cannot be computed" in expected
    for path, found in on_all_paths(text, functions):
        assert found == expected, path


def on_all_paths(text: str, functions: dict[str, Callable[..., Any]] | None = None) -> Iterator[tuple[str, Any]]:
    """Yield what each path that is there and supports the domain gives."""
    for path in ("builtin", "swipl", "clingo", "lists", "arrays", "copies"):
        if is_there(path):
            try:
                yield path, stepped(path, text, functions)
            except UnsupportedFeature:
                assert path in ("swipl", "clingo")


@pytest.mark.parametrize(
    ("expression", "start", "of"), [*((*case, "real") for case in WRONG), *((*case, "int") for case in WRONG_COUNTS)]
)
def test_a_value_that_cannot_be_computed_is_an_error_with_its_place(expression: str, start: str, of: str) -> None:
    check_alike(text_of(expression, start, of))


@pytest.mark.parametrize(
    "function",
    [
        lambda values: [],
        lambda values: values[:1],
        lambda values: [[value] for value in values],
        lambda values: 1.0,
        lambda values: ["a", "b"],
        lambda values: None,
        lambda values: [1 / 0],
        lambda values: [float("nan")] * 2,
    ],
)
def test_a_function_of_the_caller_that_fails_is_an_error_with_its_place(function: Callable[..., Any]) -> None:
    check_alike(text_of("$given[?i](v(_))", "1.0", "real"), {"given": function})


@pytest.mark.parametrize(
    ("expression", "start"),
    [
        ("if (x > 0) then 1 else inverse[row=?i, col=?i][M(?i, ?i) * 0]", "1.0"),
        ("if (x > 0) then 1 else Dirichlet[?i](v(_))", "1.0"),
        ("if (x < 0) then 1 else cholesky[row=?i, col=?i][M(?i, ?i)]", "-1.0"),
    ],
)
def test_a_branch_that_is_not_taken_is_no_error(expression: str, start: str) -> None:
    for path, found in on_all_paths(text_of(expression, start, "real")):
        assert found == {"n": "1", "x": "2.0", "reward": "0.0"}, path
