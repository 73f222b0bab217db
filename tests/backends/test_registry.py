"""Engines by name, our own and those of other packages."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import relgym
from relgym.backends import registry
from relgym.backends.base import Backend, Limits
from relgym.backends.evaluator import Evaluator
from relgym.backends.sld.engine import Sld
from relgym.errors import BackendError, MissingEngine, UnsupportedFeature

ROOT = Path(__file__).parents[2]


def install(folder: Path, monkeypatch, source: str, entries: str) -> None:
    """A package in a folder as an installer leaves it."""
    info = folder / "elsewhere-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: elsewhere\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[relgym.backends]\n{entries}\n")
    (folder / f"{folder.name}_engine.py").write_text(source)
    monkeypatch.syspath_prepend(folder)


ELSEWHERE = """
from relgym.backends.sld.engine import Sld
from relgym.errors import MissingEngine

class Elsewhere(Sld):
    name = "elsewhere"

class Absent(Sld):
    def __init__(self, limits=None):
        raise MissingEngine("no such engine here", hint="pip install such")
    @classmethod
    def version(cls):
        raise MissingEngine("no such engine here", hint="pip install such")
"""


def test_our_engines_are_those_of_the_package():
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"]
    assert declared[registry.GROUP] == {name: entry.value for name, entry in registry.OWN.items()}
    assert registry.names()[:4] == ("builtin", "sld", "swipl", "clingo")


def test_a_package_that_is_installed_meanwhile_is_there(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    assert "elsewhere" not in registry.names()
    install(tmp_path, monkeypatch, ELSEWHERE, f"elsewhere = {tmp_path.name}_engine:Elsewhere")
    assert "elsewhere" in registry.names()
    assert registry.backend_class("elsewhere").name == "elsewhere"


def test_all_packages_are_read_only_once(monkeypatch):
    registry.names()
    monkeypatch.setattr("relgym.plugins.entry_points", None)
    assert "clingo" in registry.names()


def test_create_makes_the_engine_with_its_limits():
    engine = registry.create("sld", Limits(seconds=7))
    assert type(engine) is Sld
    assert engine.limits == Limits(seconds=7)
    assert registry.create("sld").limits == Limits()


def test_every_engine_knows_its_name(backend):
    found = registry.backend_class(backend)
    assert issubclass(found, Backend)
    assert found is registry.engine_class(backend)
    assert found.name == backend
    assert found.version()


def test_an_unknown_name_lists_the_engines_and_guesses():
    with pytest.raises(BackendError) as error:
        registry.create("swpl")
    assert str(error.value) == (
        "there is no engine 'swpl'\nhint: did you mean 'swipl'?\nexpected: builtin, sld, swipl, clingo"
    )
    assert not isinstance(error.value, MissingEngine)
    with pytest.raises(BackendError, match="expected: builtin"):
        registry.backend_class("")


def test_an_engine_of_another_package(tmp_path, monkeypatch):
    module = f"{tmp_path.name}_engine"
    install(tmp_path, monkeypatch, ELSEWHERE, f"elsewhere = {module}:Elsewhere\nabsent = {module}:Absent")
    assert registry.names() == ("builtin", "sld", "swipl", "clingo", "absent", "elsewhere")
    assert registry.create("elsewhere").name == "elsewhere"
    assert registry.available()["elsewhere"] == Sld.version()
    assert registry.available()["absent"] == "no such engine here\nhint: pip install such"
    with pytest.raises(MissingEngine):
        registry.create("absent")


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("{module}:Nothing", "cannot be imported"),
        ("nowhere_to_be_found:Engine", "No module named 'nowhere_to_be_found'"),
        ("json:JSONDecoder", "is not a relgym.backends.base.Backend"),
    ],
)
def test_a_broken_engine_of_another_package(tmp_path, monkeypatch, value, message):
    install(tmp_path, monkeypatch, ELSEWHERE, f"broken = {value.format(module=f'{tmp_path.name}_engine')}")
    with pytest.raises(BackendError, match=message):
        registry.create("broken")
    assert message in registry.available()["broken"]
    assert registry.available()["sld"] == Sld.version()


LANGUAGES = """
from backends.toy import Toy
from relgym.backends.evaluator import Evaluates
from relgym.backends.sld.evaluator import SldEvaluator

class Values(SldEvaluator):
    name = "values"

class Both(Toy, Evaluates):
    name = "both"
    @classmethod
    def evaluator(cls):
        return Values
"""

LAMP = """domain lamp {
  pvariables { lit : { state-fluent, bool, default = false }; press : { action-fluent, bool, default = false }; };
  cpfs { lit' = lit ~= press; };
}"""
DARK = "instance dark { domain = lamp; horizon = 5; }"


@pytest.fixture
def languages(tmp_path, monkeypatch):
    """An engine for PDDL, one for RDDL, and one for both."""
    monkeypatch.syspath_prepend(Path(__file__).parents[1])
    module = f"{tmp_path.name}_engine"
    install(tmp_path, monkeypatch, LANGUAGES, f"both = {module}:Both\nrules = {module}:Toy\nvalues = {module}:Values")


@pytest.mark.usefixtures("languages")
def test_an_engine_of_another_package_may_serve_both_languages():
    assert issubclass(registry.backend_class("both"), Backend)
    assert issubclass(registry.evaluator_class("both"), Evaluator)
    reasoner = relgym.Reasoner(relgym.load(LAMP, DARK), backend="both")
    assert reasoner.valid_actions(reasoner.initial_state) == [{}, {"press": True}]


@pytest.mark.usefixtures("languages")
def test_a_language_that_an_engine_lacks_is_refused_by_name():
    with pytest.raises(UnsupportedFeature) as error:
        relgym.Reasoner(relgym.load(LAMP, DARK), backend="rules")
    assert str(error.value) == (
        "the engine 'rules' does not support RDDL\nhint: engines that do: builtin, sld, swipl, clingo, both, values"
    )
    with pytest.raises(UnsupportedFeature) as error:
        registry.create("values")
    assert str(error.value) == (
        "the engine 'values' does not support PDDL\nhint: engines that do: builtin, sld, swipl, clingo, both, rules"
    )


def test_another_package_does_not_replace_our_engines(tmp_path, monkeypatch):
    install(tmp_path, monkeypatch, ELSEWHERE, f"sld = {tmp_path.name}_engine:Elsewhere")
    assert registry.backend_class("sld") is Sld
    assert registry.names().count("sld") == 1


WITHOUT = """
import sys
sys.modules["{module}"] = None
from relgym.backends import registry
from relgym.errors import MissingEngine
engine = registry.backend_class("{name}")
for start in (engine, engine.version):
    try:
        start()
    except MissingEngine as error:
        print(error)
"""


@pytest.mark.parametrize(("name", "module"), [("swipl", "pyswip"), ("clingo", "clingo")])
def test_an_engine_that_is_not_installed_says_what_to_install(name, module):
    code = WITHOUT.format(name=name, module=module)
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert len(re.findall(f"pip install '?{module}", done.stdout)) == 2, done.stdout
