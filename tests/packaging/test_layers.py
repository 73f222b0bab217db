"""The way the data goes, as imports: a layer imports only from layers that stand before it."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "relgym"

LAYERS = (
    {"caching", "migration", "process_size", "tuning", "version"},
    {"model"},
    {"errors"},
    {"arguments", "capacity", "features", "libraries", "limits", "plugins"},
    {"locking", "notebooks", "options", "progress", "resources"},
    {"processes"},
    {"read", "write"},
    {"translate"},
    {"runtime"},
    {"backends", "explain"},
    {"reasoning"},
    {"diagnostics"},
    {"lint"},
    {"checking"},
    {"simulate"},
    {"belief"},
    {"batched"},
    {"executors"},
    {"planning"},
    {"render"},
    {"catalogue"},
    {"exploration"},
    {"questions"},
    {"envs"},
    {"data", "jax"},
    {"__init__"},
    {"remote"},
    {"service"},
    {"cli"},
)
INNER_LAYERS = {
    "processes": (
        {"descendants", "frames", "interpreters", "variables"},
        {"pickles", "processor_time", "programs"},
    ),
    "model": (
        {"span"},
        {"terms"},
        {"numeric"},
        {"arithmetic", "arrays", "bits", "effects", "graphs", "portable"},
        {"program"},
        {"pddl", "plan", "rddl"},
    ),
    # Readers of one language know nothing of the other language.
    "read": (
        {"files", "number", "reporting"},
        {"remembered", "source", "tables"},
        {"language"},
        {"pddl", "rddl"},
        {"loading"},
    ),
    # Printers do not know each other, but what prints RDDL as Python uses the functions that print PDDL so.
    "translate": (
        {"program", "python_code"},
        {"analysis", "equations"},
        {"plans"},
        {"arrays", "asp", "prolog", "python"},
        {"ground", "python_equations"},
    ),
    # Engines do not know each other.
    "backends": (
        {"base"},
        {"evaluator", "relation", "watchdog"},
        {"builtin", "clingo", "registry", "sld", "swipl"},
    ),
    "reasoning": ({"pcg64", "reachable_states", "results"}, {"randomness"}, {"reasoner"}, {"pddl", "rddl"}),
    "catalogue": (
        {"templates"},
        {"domains"},
        {"pddlgym", "repository"},
        {"difficulty", "entries", "fitting", "generators"},
        {"generate", "loading", "schedule"},
        {"starting"},
    ),
    "cli": (
        {"completion"},
        {"codes", "encoding", "forms", "hint", "lines", "options", "output", "wrong_values"},
        {"check_report", "languages", "random_walks", "session", "tables"},
        {"rddl"},
        {"games", "walking"},
        {"commands"},
        {"app"},
        {"__main__"},
    ),
    "envs": (
        {"conformance", "describing", "flat_bits", "infos", "rendering", "step_limit"},
        {"pddl", "rddl", "registration"},
        {"vector", "wrappers"},
        {"agents", "check", "measure"},
    ),
    # Planners do not know each other.
    "planning": (
        {"plan"},
        {"planner"},
        {"registry", "validation"},
        {"choice"},
        {"clingo", "programs", "search"},
        {"up"},
        {"improvement"},
        {"planning"},
        {"stochastic"},
        {"gradient"},
        {"methods"},
    ),
    "simulate": (
        {"simulator", "views"},
        {"actions", "naming"},
        {"progression"},
        {"ground", "stepping"},
        {"expanding", "grounded"},
        {"memo"},
        {"choice"},
        {"pddl"},
    ),
    "jax": (
        {"environment", "arguments", "copies"},
        {"words"},
        {"arrays"},
        {"check", "program", "starts", "wrappers"},
        {"circuit_program", "word_program"},
        {"rewards"},
        {"pddl", "rddl"},
        {"exporting", "making"},
        {"adapters"},
    ),
    "service": (
        {"open_files", "problems", "records", "settings"},
        {"deadlines", "json_checks", "parts"},
        {"encoding"},
        {"access", "answers", "logs"},
        {"verbs"},
        {"workers"},
        {"live", "memory", "store"},
        {"hub"},
        {"janitor", "local", "transports"},
        {"browser", "mcp", "page"},
        {"monitoring"},
        {"middleware"},
        {"app"},
        {"serve"},
    ),
}
LONGEST_CHAIN = 3
"""The largest number of our own classes of which each extends the next one."""

RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}
MODULES = sorted(PACKAGE.rglob("*.py"))


def part_of(module: str) -> str:
    """The part of the package that a dotted name belongs to; the package itself is its `__init__`."""
    return module.split(".")[1] if "." in module else "__init__"


def dotted(file: Path) -> str:
    return ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts)


@cache
def parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text("utf-8"))


def imports(tree: ast.Module, name: str) -> set[str]:
    """The parts of the package that a module imports from, wherever in it the import stands."""
    found = set()
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                found |= {part_of(alias.name) for alias in names if alias.name.split(".")[0] == "relgym"}
            case ast.ImportFrom(module="relgym", names=names, level=0):
                found |= {alias.name if alias.name in RANK else "__init__" for alias in names}
            case ast.ImportFrom(module=str(module), level=0) if module.startswith("relgym."):
                found.add(part_of(module))
            case ast.ImportFrom(level=level) if level:
                raise AssertionError(f"{name} has a relative import on line {node.lineno}; the others are absolute")
    return found


def against_the_way(part: str, imported: set[str]) -> set[str]:
    return {other for other in imported if other != part and RANK[other] >= RANK[part]}


def test_every_part_has_its_layer() -> None:
    parts = {part_of(dotted(file).removesuffix(".__init__")) for file in MODULES}
    assert "model" in parts
    assert parts <= RANK.keys()


def test_modules_import_only_what_stands_before_them() -> None:
    found = {}
    for file in MODULES:
        name = dotted(file).removesuffix(".__init__")
        found[name] = against_the_way(part_of(name), imports(parsed(file), name))
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def inner_imports(file: Path, package: str) -> set[str]:
    """The parts of a package that one of its modules imports from, other than for types alone."""
    typed = [
        node for node in parsed(file).body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    ]
    for_types = {inner for node in typed for inner in ast.walk(node)}
    nodes = [node for node in ast.walk(parsed(file)) if isinstance(node, ast.ImportFrom) and node not in for_types]
    inside = {m.split(".")[2] for node in nodes if (m := node.module) and m.startswith(f"relgym.{package}.")}
    return inside | {alias.name for node in nodes if node.module == f"relgym.{package}" for alias in node.names}


@pytest.mark.parametrize("package", INNER_LAYERS)
def test_parts_of_a_package_import_only_what_stands_before_them(package: str) -> None:
    rank = {name: place for place, names in enumerate(INNER_LAYERS[package]) for name in names}
    found = {}
    for file in (PACKAGE / package).rglob("*.py"):
        part = file.relative_to(PACKAGE / package).parts[0].removesuffix(".py")
        if part != "__init__":
            wrong = {other for other in inner_imports(file, package) if other != part and rank[other] >= rank[part]}
            found |= {f"{file.name} imports {other}": other for other in wrong}
    assert not found
    entries = {entry.name.split(".")[0] for entry in (PACKAGE / package).iterdir()}
    assert rank.keys() == entries - {"__init__", "__pycache__"}


def test_folders_can_be_taken_in_at_a_glance() -> None:
    folders = {file.parent for file in MODULES}
    sizes = {str(folder.relative_to(PACKAGE)): len([*folder.glob("*.py")]) for folder in folders}
    assert {folder: size for folder, size in sizes.items() if size > 21} == {}


def test_classes_stand_in_short_chains() -> None:
    """An object is made of parts: classes that extend each other over several files hide one object in many places."""
    bases: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for file in MODULES:
        tree, module = parsed(file), dotted(file).removesuffix(".__init__")
        origins = {
            alias.asname or alias.name: (node.module or "", alias.name)
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                plain = [base.value if isinstance(base, ast.Subscript) else base for base in node.bases]
                names = [base.id for base in plain if isinstance(base, ast.Name)]
                bases[module, node.name] = [origins.get(name, (module, name)) for name in names]

    def chain(name: tuple[str, str]) -> list[tuple[str, str]]:
        """The longest chain of our own classes that begins with a class."""
        return [name, *max(map(chain, bases[name]), key=len, default=[])] if name in bases else []

    chains = [chain(name) for name in bases]
    # Errors form a tree of kinds, by which callers choose what they catch.
    assert [each for each in chains if len(each) > LONGEST_CHAIN and ("relgym.errors", "_Placed") not in each] == []
    assert max(map(len, chains)) > LONGEST_CHAIN - 1


GYMNASIUMS = {"TimeLimit"}
"""Names of Gymnasium's that a class for each of its interfaces has."""


def test_no_two_classes_share_a_name() -> None:
    homes: dict[str, list[str]] = {}
    for file in PACKAGE.rglob("*.py"):
        for node in parsed(file).body:
            if isinstance(node, ast.ClassDef):
                homes.setdefault(node.name, []).append(dotted(file))
    assert {name for name, found in homes.items() if len(found) > 1} == GYMNASIUMS


def test_errors_need_nothing_but_places() -> None:
    tree = parsed(PACKAGE / "errors.py")
    ours = {
        node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and "relgym" in (node.module or "")
    }
    assert ours == {"relgym.model.span"}


@pytest.mark.parametrize(
    ("part", "source"),
    [
        ("model", "from relgym.errors import ModelError"),
        ("errors", "def f():\n    import relgym.read.pddl.loading"),
        ("translate", "from relgym.backends import base"),
        ("write", "from relgym.read.pddl.scope import RESERVED"),
        ("backends", "from relgym import reasoner"),
        ("envs", "import relgym"),
    ],
)
def test_the_check_sees_what_it_should(part: str, source: str) -> None:
    assert against_the_way(part, imports(ast.parse(source), part))
