"""Python text with relgym's functions for RDDL, for programs that run without relgym.

The text consists of definitions in `relgym/runtime`, taken from their syntax trees: the requested ones, and those that
they depend on.

>>> print(definitions(["floor_", "check"]))
import math
<BLANKLINE>
def check(value):
    \"\"\"Raises `ValueError` for what is no finite number.\"\"\"
    if not math.isfinite(value):
        raise ValueError('it is not a number' if math.isnan(value) else 'it is infinite')
<BLANKLINE>
floor_ = math.floor
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache

from relgym.resources import module_text

_MODULES = ("functions", "draw_checks", "draws", "matrices", "scope")

_ALONE = """
product = math.prod

def linalg():
    import numpy.linalg
    return numpy.linalg

def special():
    import scipy.special
    return scipy.special
"""
"""Definitions in place of those that a program without relgym cannot import (`relgym.libraries`)."""

_TABLES = ("CALLS", "QUANTILES", "_OF_LISTS")
"""The dictionaries from the names of RDDL to functions."""


def definitions(names: Iterable[str]) -> str:
    """Return the imports, constants and functions that define names of `relgym.runtime.scope`.

    Args:
        names: The names, such as `Bernoulli_` or `check`; names outside the scope are left out.
    """
    known = _known()
    needed: set[str] = set()
    todo = [*names]
    while todo:
        name = todo.pop()
        if name in known and name not in needed:
            needed.add(name)
            todo += _read(known[name])
    statements = [statement for name, statement in known.items() if name in needed]
    imports = [*_imports(statements)]
    constants = [ast.unparse(each) for each in statements if isinstance(each, ast.Assign)]
    functions = [f"\n{ast.unparse(each)}\n" for each in statements if isinstance(each, ast.FunctionDef)]
    # Names that a program calls come last, since they are aliases of functions.
    ours, other = ("\n".join(text for text in constants if _is_own(text) is wanted) for wanted in (True, False))
    return "\n\n".join(filter(None, ["\n".join(imports), other, "\n".join(functions).strip("\n"), ours]))


def _imports(statements: Iterable[ast.stmt]) -> Iterator[str]:
    """Yield the imports among statements, those from one module together."""
    modules: dict[str, list[str]] = {}
    for statement in statements:
        if isinstance(statement, ast.Import):
            yield ast.unparse(statement)
        elif isinstance(statement, ast.ImportFrom):
            modules.setdefault(str(statement.module), []).extend(alias.name for alias in statement.names)
    for module, names in sorted(modules.items()):
        yield f"from {module} import {', '.join(sorted(names))}"


def _is_own(assignment: str) -> bool:
    return assignment.partition(" = ")[0].endswith("_")


def names_in(expression: str) -> set[str]:
    """Return the names that a Python expression reads."""
    return _read(ast.parse(expression, mode="eval"))


def _read(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


@cache
def _known() -> dict[str, ast.stmt]:
    """Return the statement that defines each name, in a valid order of definition."""
    known: dict[str, ast.stmt] = {}
    # Thresholds come first: the functions read them.
    for path in (("tuning", "arrays.py"), *(("runtime", f"{module}.py") for module in _MODULES)):
        for statement in ast.parse(module_text(*path)).body:
            known |= dict(_defined(statement))
    for statement in ast.parse(_ALONE).body:
        known |= dict(_defined(statement))
    return known


def _defined(statement: ast.stmt) -> Iterator[tuple[str, ast.stmt]]:
    """Yield the names that a statement of a module defines, each with a statement that defines it alone."""
    match statement:
        case ast.Import(names=names):
            yield from ((alias.asname or alias.name, ast.Import([alias])) for alias in names)
        case ast.ImportFrom(module=str(module), names=names, level=level) if not module.startswith("relgym"):
            yield from ((alias.asname or alias.name, ast.ImportFrom(module, [alias], level)) for alias in names)
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.Dict() as table) if name in _TABLES:
            yield from _entries(table)
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Dict() as table) if name in _TABLES:
            yield from _entries(table)
        case ast.Assign(targets=[ast.Name(id=name)]):
            yield name, statement
        case ast.FunctionDef(name=name):
            yield name, _plain(statement)


def _entries(table: ast.Dict) -> Iterator[tuple[str, ast.stmt]]:
    for key, value in zip(table.keys, table.values, strict=True):
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            name = f"{key.value}_"
            yield name, ast.Assign([ast.Name(name, ast.Store())], value, lineno=0)


def _plain(function: ast.FunctionDef) -> ast.FunctionDef:
    """Return the function without annotations."""
    for argument in (node for node in ast.walk(function) if isinstance(node, ast.arg)):
        argument.annotation = None
    function.returns = None
    return function
