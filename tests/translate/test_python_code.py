"""Texts that differ in names and numbers alone are compiled once, and mean what Python's own compiler says."""

from __future__ import annotations

from typing import Any

import pytest

from relgym.translate import python_code
from relgym.translate.python_code import FILE, code_of

TEXTS = [
    "table_{0} = {1}\ndef rule_{0}(out):\n    if table_{0} > {1} - 1:\n        out((table_{0}, {1}))\n",
    # Names of variables, attributes and helpers, and the same name twice.
    "def holds_{0}(A0): return A0 == {1}\n"
    "def rule_{0}(out):\n    row_{0} = [{1}]\n    if holds_{0}(*row_{0}): out(row_{0}.pop())\n",
    # Strings and closures keep the names of their texts.
    "def rule_{0}(out):\n    row_{0} = {1}\n    out((lambda: row_{0})())\n    out('x row_{0}')\n    out('row_{0}')\n",
    "def given_{0}(*, key_{0}): return key_{0}\ndef rule_{0}(out): out(given_{0}(key_{0}={1}))\n",
]


def found(code: Any, name: str) -> tuple[list[Any], str]:
    """What the rule of a module appends to a list, and its name."""
    scope: dict[str, Any] = {}
    exec(code, scope)
    rows: list[Any] = []
    scope[name](rows.append)
    return rows, scope[name].__name__


@pytest.mark.parametrize("text", TEXTS)
def test_codes_do_what_texts_say(text: str) -> None:
    for name, number in [("a", 4), ("b_2", 7), ("a", 70)]:
        own = text.format(name, number)
        assert found(code_of(own), f"rule_{name}") == found(compile(own, FILE, "exec"), f"rule_{name}")


def test_equal_forms_are_compiled_once() -> None:
    for text in TEXTS[:2]:
        code_of(text.format("first", 4))
        before = python_code._form.cache_info().misses
        for name in ("second", "third_3"):
            code_of(text.format(name, 5))
        assert python_code._form.cache_info().misses == before


def test_texts_with_other_equal_names_are_other_forms() -> None:
    for first, second in [("x_1", "x_1"), ("x_1", "y_1")]:
        rows, _ = found(code_of(f"{first} = 3\n{second} = 5\ndef rule_0(out): out({first} + {second})"), "rule_0")
        assert rows == [10 if first == second else 8]
