"""All documents, decisions included, name only what exists: files, modules, classes, functions.

`test_names.py` looks closer at the README and the guide. Here a name counts as existing if any source file has it, so
that names of other libraries that relgym uses need no exception.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from pathlib import Path

import pytest

from tests.pages.markdown import PAGES, ROOT, name_of, prose
from tests.pages.test_names import resolve, spans

DOCUMENTS = [page for page in (*PAGES, ROOT / "playground" / "README.md") if page.name != "CHANGELOG.md"]

FOLDERS = ("relgym", "tests", "kb", "domains", "docs", "examples", "playground", ".ci", ".github")

SOURCES = frozenset([".py", ".js", ".mjs", ".toml", ".pl", ".lp", ".yaml", ".css", ".html", ".pddl", ".rddl", ""])

BUILT = ("codemirror.js", "first.json", "relgym.sqlite", "dist/", "build/sbom/")
"""Files that no checkout holds: they are built, or a service makes them."""

_ENV_ID = re.compile(r"relgym/\w+-v0")
_NAMES = ("NAME", "DIR", "FILE", "PID")
"""Words that stand in place of names."""

EXCEPTIONS: dict[str, tuple[str, tuple[str, ...]]] = {
    "docs/coming-from/comparison.md": (
        "files and classes of other libraries",
        (
            "LiteralActionSpace",
            *("core/env.py", "core/server.py", "core/visualizer/", "custom/searchandrescue.py", "rendering/"),
            *("engines/sequential_simulator.py", "io/", "plot/", "wrapper_formalism.py"),
            *("search/blind.py", "search/model.py", "grounding/", "benchmarks/"),
        ),
    ),
    "docs/coming-from/pddlgym.md": (
        "files of PDDLGym",
        ("pddl/sokoban.pddl", "pddl/sokoban", "pddl/sokoban_test"),
    ),
    "docs/coming-from/pyrddlgym.md": ("a class of pyRDDLGym", ("RandomAgent",)),
    "docs/decisions/0001-dependencies.md": ("a class of Minari that relgym does not use", ("DataCollector",)),
    "docs/decisions/0015-one-interface.md": (
        "the page says that the names are gone",
        ("ProcessReasoner", "ProcessAnswers", "RelationalEnv", "ProcessEnv", "relgym.reason"),
    ),
    "docs/decisions/0021-rollouts-compiled-by-jax.md": (
        "a function of JAX that was tried and left",
        ("with_layout_constraint",),
    ),
    "docs/decisions/0036-pure-functions-for-jax.md": (
        "options of XLA that were tried and left",
        ("xla_cpu_max_isa", "xla_cpu_enable_fast_math", "xla_allow_excess_precision"),
    ),
    "docs/guide/agents.md": (
        "names of the Model Context Protocol, which its package spells otherwise in Python",
        ("mcpServers", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"),
    ),
    "docs/guide/questions.md": ("names of tasks of ACPBench", ("progression_mc", "reachable_atom_gen")),
    "docs/guide/sparse-rewards.md": ("a class of Stable-Baselines3", ("MultiInputPolicy",)),
    "docs/releasing.md": ("Python's names for what is retired", ("DeprecationWarning", "typing_extensions")),
}
"""The reason for names that exist nowhere in the sources, and the names, by page."""


NONE: tuple[str, tuple[str, ...]] = ("", ())


def is_excepted(page: Path, name: str) -> bool:
    """True for a name that a page may have although no module has it: entry-point groups are no modules."""
    groups = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    return name in EXCEPTIONS.get(name_of(page), NONE)[1] or f'entry-points."{name}"' in groups


@cache
def files() -> tuple[str, ...]:
    """The paths of all files of the checkout, each with a slash before it."""
    own = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if "node_modules" not in path.parts]
    return tuple(f"/{path.relative_to(ROOT).as_posix()}" for path in [*own, *ROOT.iterdir()])


@cache
def names() -> frozenset[str]:
    """All words of the sources that a program could take for names."""
    found: set[str] = set()
    for file in files():
        path = ROOT / file[1:]
        if path.suffix in SOURCES and path.is_file() and path != Path(__file__).resolve():
            found.update(re.findall(r"[A-Za-z_]\w*", path.read_text(encoding="utf-8", errors="ignore")))
    return frozenset(found)


def is_path(span: str) -> bool:
    """True for a text that looks like the path of a file or folder.

    >>> is_path("reasoning/pddl/"), is_path("rules.py"), is_path("3/2"), is_path("/v1/ws"), is_path("Retry-After")
    (True, True, False, False, False)
    """
    if not re.fullmatch(r"[\w.-]+(/[\w.-]+)*/?", span) or re.fullmatch(r"[\d/]+|(test|train)/\w+", span):
        return False
    return "/" in span or re.search(r"\.(py|md|toml|pl|lp|js|yaml|json|sh|cff)$", span) is not None


def is_name(word: str) -> bool:
    """True for a word that is no English one: with an underscore, a capital inside, or a capital first.

    >>> [is_name(word) for word in ("move_to", "VectorEnv", "Walker", "reason", "RDDL")]
    [True, True, True, False, False]
    """
    return re.search(r"[a-z][A-Z]|^[A-Z][a-z]+$|\w_\w", word) is not None


def own_spans(page: Path) -> list[str]:
    """The texts between backticks, but for the first cells of tables of old and new lines: these are of others."""
    if "coming-from" not in page.parts:
        return spans(page)
    text = re.sub(r"^\|[^|]*\|", "|", prose(page.read_text(encoding="utf-8")), flags=re.MULTILINE)
    return re.findall(r"`([^`\n]+)`", text)


def unknown(page: Path, excepted: Collection[str] = ()) -> list[str]:
    """What a document names and nothing has."""
    wrong = []
    for span in own_spans(page):
        if _ENV_ID.fullmatch(span) or span.startswith(("./", "http")):
            continue
        if is_path(span):
            end = f"/{span.rstrip('/')}"
            there = any(file.endswith(end) or f"{end}/" in file for file in files())
            if (
                not there
                and span not in excepted
                and not span.endswith(BUILT)
                and not set(_NAMES) & set(re.split(r"\W", span))
            ):
                wrong.append(span)
            continue
        # Links, members of JSON and headers of HTTP have dashes and quotes.
        words = re.findall(r"(?<![\w-])[A-Za-z_]\w*(?![\w*-])", span)
        wrong += [word for word in words if is_name(word) and word not in names() and word not in excepted]
    return wrong


@pytest.mark.parametrize("page", DOCUMENTS, ids=name_of)
def test_what_a_document_names_exists(page: Path) -> None:
    assert unknown(page, EXCEPTIONS.get(name_of(page), NONE)[1]) == []


@pytest.mark.parametrize("page", DOCUMENTS, ids=name_of)
def test_dotted_names_can_be_imported(page: Path) -> None:
    for span in spans(page):
        match = re.match(r"(?:python -m )?(relgym(?:\.[A-Za-z_]\w*)+)(?![\w/])", span)
        if match and not match[0].endswith(BUILT) and not is_excepted(page, match[1]):
            resolve(match[1])


def test_exceptions_are_needed() -> None:
    for page, (_, excepted) in EXCEPTIONS.items():
        text = prose((ROOT / page).read_text(encoding="utf-8"))
        for name in excepted:
            assert name in text, f"{page} does not name {name}"
            assert name not in names() or "." in name, f"{name} exists: it needs no exception"


def test_finds_what_is_missing(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    text = "`Wallker` takes `relgym/simulate/wallker.py` and `move_too(state)`, `Simulator`, `simulate/`, `goal`."
    page.write_text(text, encoding="utf-8")
    assert unknown(page) == ["Wallker", "relgym/simulate/wallker.py", "move_too"]
