"""No files and no rooms of relgym import each other in a circle, neither when it is imported nor for types.

A room is a folder; at each level of the tree the parts of a folder are its modules and its rooms.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Literal

import pytest

from relgym.model.graphs import components

PACKAGE = Path(__file__).parents[2] / "relgym"

Moment = Literal["import", "types", "call"]
"""The moment at which an import takes place; those for types never do."""

FRONTS = {
    ("relgym.reasoning.pddl.reasoner", "relgym.reasoning.rddl.reasoner", "relgym.reasoning.reasoner"),
    ("relgym.simulate.pddl", "relgym.simulate.simulator"),
}
"""Public classes whose constructor gives the class of a language, which extends them: types need both directions."""

FRIENDS = {("relgym.envs.vector.rddl", "relgym.envs.vector.rddl_rollout")}
"""Two files of one object: rollouts read and write the attributes of their environment."""

FLOORS_LIMIT = 14
"""The largest number of rooms of which each imports the next one."""


def dotted(file: Path) -> str:
    return ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


FILES = {dotted(file): file for file in sorted(PACKAGE.rglob("*.py"))}


def imports(node: ast.AST, moment: Moment = "import") -> Iterator[tuple[ast.Import | ast.ImportFrom, Moment]]:
    """The imports in a tree, with their moments."""
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.Import() | ast.ImportFrom():
                yield child, moment
            case ast.If(test=ast.Name("TYPE_CHECKING")):
                yield from imports(child, "types")
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield from imports(child, "call")
            case _:
                yield from imports(child, moment)


def modules(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    """The files that an import names."""
    for alias in node.names:
        if isinstance(node, ast.ImportFrom):
            inner = f"{node.module}.{alias.name}"
            yield inner if inner in FILES else str(node.module)
        else:
            yield alias.name


@cache
def edges() -> list[tuple[str, str, Moment]]:
    """Which file imports which other one, and when."""
    return [
        (name, other, moment)
        for name, file in FILES.items()
        for node, moment in imports(ast.parse(file.read_text("utf-8")))
        for other in modules(node)
        if other in FILES and other != name
    ]


def circles(pairs: Iterable[tuple[str, str]]) -> set[tuple[str, ...]]:
    """The strongly connected components of more than one part."""
    arrows: dict[str, set[str]] = {}
    for one, other in pairs:
        arrows.setdefault(one, set()).add(other)
        arrows.setdefault(other, set())
    return {tuple(sorted(each)) for each in components(arrows, arrows) if len(each) > 1}


def parts_of(folder: str, moments: set[Moment]) -> Iterator[tuple[str, str]]:
    """The imports between the parts of a folder."""
    depth = folder.count(".") + 2
    for one, other, moment in edges():
        if moment in moments and one.startswith(f"{folder}.") and other.startswith(f"{folder}."):
            pair = tuple(".".join(name.split(".")[:depth]) for name in (one, other))
            if pair[0] != pair[1]:
                yield pair


@pytest.mark.parametrize(
    ("moments", "known"),
    [({"import"}, set()), ({"import", "types"}, FRONTS | FRIENDS), ({"import", "types", "call"}, FRONTS | FRIENDS)],
    ids=["import", "types", "call"],
)
def test_no_files_import_each_other(moments: set[Moment], known: set[tuple[str, ...]]) -> None:
    knots = circles((one, other) for one, other, moment in edges() if moment in moments)
    assert knots == known


def test_no_rooms_import_each_other() -> None:
    folders = {dotted(file.parent / "__init__.py") for file in FILES.values()}
    every: set[Moment] = {"import", "call"}
    assert {folder: knots for folder in folders if (knots := circles(parts_of(folder, every)))} == {}


def test_rooms_at_the_top_import_each_other_at_no_moment() -> None:
    assert circles(parts_of("relgym", {"import", "types", "call"})) == set()


def test_rooms_stand_on_few_floors() -> None:
    arrows: dict[str, set[str]] = {}
    for one, other in parts_of("relgym", {"import", "call"}):
        arrows.setdefault(one, set()).add(other)

    @cache
    def floor(room: str) -> int:
        return 1 + max(map(floor, arrows.get(room, ())), default=0)

    assert max(map(floor, arrows)) <= FLOORS_LIMIT


def test_a_circle_is_seen() -> None:
    assert circles([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")]) == {("a", "b", "c")}
    tree = ast.parse("import a\nif TYPE_CHECKING:\n    import b\ndef f():\n    import c")
    assert [moment for _, moment in imports(tree)] == ["import", "types", "call"]
