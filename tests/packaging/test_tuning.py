"""Thresholds stand in `relgym.tuning`: each says what it bounds and why, and some module uses it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "relgym"
FILES = sorted((PACKAGE / "tuning").glob("[a-z]*.py"))


def constants(file: Path) -> dict[str, str]:
    """The names that a module of `tuning` defines, with their docstrings."""
    body = ast.parse(file.read_text("utf-8")).body
    found = {}
    for node, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.Assign):
            (name,) = node.targets
            assert isinstance(name, ast.Name)
            assert name.id not in found, f"{name.id} stands twice"
            text = after.value if isinstance(after, ast.Expr) else None
            found[name.id] = str(text.value) if isinstance(text, ast.Constant) else ""
    return found


def imported(file: Path) -> set[tuple[str, str]]:
    nodes = [node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.ImportFrom)]
    return {(str(node.module), alias.name) for node in nodes for alias in node.names}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_each_threshold_says_what_it_bounds_and_why(file: Path) -> None:
    named = constants(file)
    assert named
    for name, text in named.items():
        assert name.isupper(), name
        assert len(text) > 40, f"{name} needs a docstring"
        assert ("Measured" in text) != ("Judged" in text), f"{name}: measured (where, which figure), or judged (why)?"


def test_each_threshold_is_used() -> None:
    used = set().union(*map(imported, PACKAGE.rglob("*.py")))
    unused = [
        (file.stem, name)
        for file in FILES
        for name in constants(file)
        if (f"relgym.tuning.{file.stem}", name) not in used
    ]
    assert not unused


VAGUE = {"MOST", "FEW", "LONG", "MANY", "SHORT", "PAYS", "LOOPS", "ROWS", "SECONDS", "UNITS", "OFTEN", "SOON", "KEPT"}
"""Names that do not say what they bound."""


def test_no_number_has_a_name_that_does_not_say_what_it_bounds() -> None:
    wrong = []
    for file in PACKAGE.rglob("*.py"):
        for node in ast.parse(file.read_text("utf-8")).body:
            match node:
                case ast.Assign(targets=[ast.Name(name)], value=ast.Constant(int() | float()) | ast.BinOp()):
                    if name.lstrip("_") in VAGUE and (file.parent.name, name) not in KNOWN:
                        wrong.append(f"{file.relative_to(PACKAGE)}: {name}")
    assert not wrong


KNOWN = {("arrays", "MOST"), ("runtime", "_MOST")}
"""Bounds that 64-bit integers fix."""


JUDGED_LIMIT = 320
"""The largest number of thresholds that nobody has measured."""


def test_judged_thresholds_become_fewer() -> None:
    judged = [name for file in FILES for name, text in constants(file).items() if "Judged" in text]
    assert 100 < len(judged) <= JUDGED_LIMIT
