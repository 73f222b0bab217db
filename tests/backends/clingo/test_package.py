"""clingo as a package: missing, of which version, and given up."""

from __future__ import annotations

import subprocess
import sys
import weakref

import pytest
from backends.programs import World, X, derived, fluent, network, rule

from relgym.backends import registry
from relgym.errors import MissingEngine
from relgym.features import Feature

edge, path = fluent("edge", 2), derived("path", 2)


def test_a_missing_package_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "clingo", None)
    for start in (lambda: registry.create("clingo"), registry.backend_class("clingo").version):
        with pytest.raises(MissingEngine) as error:
            start()
        assert "the engine 'clingo' is not installed" in str(error.value)
        assert "hint: pip install 'clingo>=5.7'" in str(error.value)
    assert "pip install" in registry.available()["clingo"]


def test_importing_the_engine_does_not_import_the_package():
    code = "import sys, relgym.backends.clingo.engine, relgym.translate.asp.program; assert 'clingo' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_what_it_declares():
    package = pytest.importorskip("clingo", reason="engine missing: clingo")
    found = registry.backend_class("clingo")
    assert found.version() == package.__version__
    assert found.features == frozenset(Feature) - {Feature.FRACTIONS}


def test_closing_frees_the_controls():
    pytest.importorskip("clingo", reason="engine missing: clingo")
    world = network()
    engine = world.start("clingo")
    for edges in ("edge a b", "edge b c", "edge a b, edge b c") * 5:
        engine.move_to(world.state(edges))
        world.ask(engine, path)
    [question] = engine._questions.values()
    controls = [weakref.ref(engine._snapshots._control), weakref.ref(question._choices._program._control)]
    del question
    engine.close()
    assert [control() for control in controls] == [None, None]
    assert world.ask(engine, path) == set()


def test_loading_after_closing():
    pytest.importorskip("clingo", reason="engine missing: clingo")
    world = World("a b", [rule(path(X, X), edge(X, X))], fluents=[edge])
    engine = world.start("clingo")
    engine.close()
    engine.load(world.program, world.vocabulary)
    engine.move_to(world.state("edge b b"))
    assert world.ask(engine, path) == {"b b"}
