"""Reasoning, simulation, pictures and services' plays need Python and lark alone, as in a browser.

What they say is the same with NumPy and the other libraries, and without them.
"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import lark
import pytest

ROOT = Path(__file__).parents[2]
WALK = Path(__file__).with_name("bare_walk.py")
SERVICE = Path(__file__).with_name("bare_service.py")

DOMAINS = (
    "blocks-above",
    "casino",
    "exploding-blocks",
    "hanoi",
    "logistics",
    "search-and-rescue-partial",
    "sokoban",
    "zenotravel",
    "mars-rover",
    "recommender",
    "sysadmin",
    "wildfire",
)

# The other rooms are about arrays, environments, the command line and the service, or each import one library late.
HEAVY = (
    "backends/builtin/array_questions.py",
    "backends/builtin/array_work.py",
    "batched/",
    "exploration/",
    "cli/",
    "data/parallel_rollouts.py",
    "data/policy_search/",
    "data/trajectories/",
    "envs/",
    "jax/",
    "model/arrays.py",
    "planning/gradient/",
    "progress.py",
    "remote/",
    "render/pixels.py",
    "runtime/array_draws.py",
    "runtime/array_scope.py",
    "service/",
    "translate/arrays/",
    "translate/ground/batch_arrays.py",
    "translate/ground/number_nets.py",
    "translate/ground/schedule.py",
)
LIGHT = (
    "service/browser.py",
    "service/encoding.py",
    "service/hub.py",
    "service/local.py",
    "service/memory.py",
    "service/problems.py",
    "service/verbs/questions.py",
    "service/settings.py",
    "service/verbs/table.py",
    "service/workers/operations.py",
    "service/workers/sessions.py",
)
"""Modules of heavy rooms that the browser imports."""


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with nothing but relgym and lark, for the path of a Python without its site packages."""
    folder = tmp_path_factory.mktemp("bare")
    (folder / "lark").symlink_to(Path(lark.__file__).parent)
    for part in ("relgym", "kb", "domains"):
        (folder / part).symlink_to(ROOT / part)
    return folder


def run(folder: Path | None, *words: str) -> str:
    """The output of a Python program; with a folder, its path has nothing but that and the standard library."""
    environment = dict(os.environ, PYTHONPATH=str(folder or ROOT))
    command = [sys.executable, *(["-S"] if folder else []), *words]
    done = subprocess.run(command, env=environment, check=False, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("library", ["numpy", "pydantic", "PIL", "gymnasium", "typer", "clingo", "orjson", "scipy"])
def test_the_bare_python_has_no_other_libraries(bare: Path, library: str) -> None:
    found = run(bare, "-c", f"import importlib.util; print(importlib.util.find_spec({library!r}))")
    assert found == "None\n"


def test_nothing_differs_without_libraries(bare: Path) -> None:
    with_libraries, without = (run(folder, str(WALK), *DOMAINS).splitlines() for folder in (None, bare))
    assert len(without) == len(DOMAINS)
    for one, other in zip(with_libraries, without, strict=True):
        assert json.loads(one) == json.loads(other)


def test_the_service_of_the_page_answers_without_libraries(bare: Path) -> None:
    with_libraries, without = (run(folder, str(SERVICE)).splitlines() for folder in (None, bare))
    assert len(without) == 82
    for one, other in zip(with_libraries, without, strict=True):
        assert json.loads(one) == json.loads(other)


def test_state_spaces_are_drawn_and_questions_that_need_libraries_are_refused(bare: Path) -> None:
    code = """
import json
from relgym.catalogue.domains import spec
from relgym.service.local import LocalService
from relgym.service.problems import Refused
own, service = spec("blocks"), LocalService()
task = service.call("tasks.create", {"domain": own.domain.read_text(), "problem": own.problem("train", 0).read_text()})
found = service.call("tasks.ask", {"task": task["id"], "question": "space", "options": {"picture": True}})
print(json.dumps([found["states"], found["goal_states"], found["svg"].count("data-state")]))
try:
    service.call("tasks.ask", {"task": task["id"], "question": "policy", "options": {"method": "value_iteration"}})
except Refused as refused:
    print(json.dumps(refused.problem))
"""
    space, refused = (json.loads(line) for line in run(bare, "-c", code).splitlines())
    assert space == [22, 4, 22]
    assert (refused["status"], refused["detail"]) == (422, "the question needs a package that is not installed: numpy")


def test_engines_that_are_not_there_say_so(bare: Path) -> None:
    code = "import json; from relgym.backends.registry import available; print(json.dumps(available()))"
    found = json.loads(run(bare, "-c", code))
    assert found["builtin"] and found["sld"]
    assert found["clingo"].startswith("the engine 'clingo' is not installed: No module named 'clingo'")
    assert found["swipl"].startswith("the engine 'swipl' needs the Python library pyswip")


def test_what_needs_a_library_says_so(bare: Path) -> None:
    code = """
import relgym
from relgym.errors import RelgymError
domain = '''domain d { pvariables { x : { state-fluent, real, default = 0.0 }; }; cpfs { x' = Gamma(2.0, 1.0); }; }'''
task = relgym.load(domain, "instance i { domain = d; horizon = 3; }")
simulator = relgym.Simulator(task)
try:
    simulator.apply({}, relgym.reasoning.randomness.seeded(0))
except RelgymError as error:
    print(error)
"""
    said = run(bare, "-c", code)
    assert "needs SciPy, which is not installed" in said
    assert "hint: `pip install 'relgym[distributions]'`" in said


def top_imports(file: Path) -> set[str]:
    """The packages that a module imports when it is imported itself, other than relgym and the standard library."""
    found = set()
    for node in ast.parse(file.read_text("utf-8")).body:
        match node:
            case ast.Import(names=names):
                found |= {alias.name.partition(".")[0] for alias in names}
            case ast.ImportFrom(module=str(module)):
                found.add(module.partition(".")[0])
            case _:
                pass
    return found - sys.stdlib_module_names - {"relgym", "lark"}


def test_light_modules_import_no_libraries_at_the_top() -> None:
    package = ROOT / "relgym"
    found = {}
    for file in package.rglob("*.py"):
        name = file.relative_to(package).as_posix()
        if name in LIGHT or not name.startswith(HEAVY):
            found[name] = top_imports(file)
    assert {name: libraries for name, libraries in found.items() if libraries} == {}
    assert set(LIGHT) < found.keys()
