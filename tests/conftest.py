"""The fixture `backend` over every engine, and the marks for what an engine does not do.

    @pytest.mark.never("clingo", raises=UnsupportedFeature, reason="numbers are 32-bit integers")
    def test_thirds(backend): ...

- `notimpl`: the engine could, relgym does not do it yet;
- `notyet`: what is below the engine cannot do it yet;
- `never`: the engine cannot, for the reason given.

A marked test must fail, and with the exception named. The tests of an engine that is not installed
are skipped, and the summary says so; with RELGYM_REQUIRE_ENGINES=1 they fail instead.

Random tests try twenty-five examples or so, the same each time; with `--hypothesis-profile=thorough` they try
thousands, others each time.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from relgym.backends import registry
from relgym.errors import MissingEngine
from relgym.model import program

# What several tests build on lies beside them; child processes import it, too.
sys.path.insert(0, str(Path(__file__).parent))

# A goal of a logic program, which pytest would take for a class of tests.
program.Test.__test__ = False

# Other processes share the machine, so a slow example says nothing. Ordinary runs try the same examples each time.
PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("ordinary", derandomize=True, max_examples=25, **PATIENT)
settings.register_profile(
    "thorough", derandomize=False, max_examples=int(os.environ.get("RELGYM_EXAMPLES") or 5000), **PATIENT
)
settings.load_profile("ordinary")

# What is imported and collected stays until the end.
gc.disable()

WAITING = tuple(f"tests/{name}/" for name in ("load", "executors", "remote"))
"""Folders whose tests mostly wait, one of them for two minutes."""

MARKS = ("notimpl", "notyet", "never")
REQUIRE = "RELGYM_REQUIRE_ENGINES"
MISSING = "engine missing: "


@pytest.fixture(params=registry.names())
def backend(request: pytest.FixtureRequest) -> str:
    """The name of an engine that is installed."""
    name: str = request.param
    try:
        registry.backend_class(name).version()
    except MissingEngine as error:
        text = f"{MISSING}{name}: {error}"
        if os.environ.get(REQUIRE) == "1":
            pytest.fail(text, pytrace=False)
        pytest.skip(text)
    return name


@pytest.fixture
def engines() -> list[str]:
    """The names of all engines that are installed, for tests that take one after the other.

    A warning names those that are missing; with RELGYM_REQUIRE_ENGINES=1 they are a failure.
    """
    found = []
    for name in registry.names():
        try:
            registry.backend_class(name).version()
        except MissingEngine as error:
            _missing(name, error)
        else:
            found.append(name)
    return found


def _missing(name: str, error: MissingEngine) -> None:
    text = f"{MISSING}{name}: {error}"
    if os.environ.get(REQUIRE) == "1":
        pytest.fail(text, pytrace=False)
    warnings.warn(text, stacklevel=2)


def pytest_collection_finish() -> None:
    """Collect garbage seldom, and never what was imported and collected; this saves a quarter of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    gc.enable()


def pytest_configure(config: pytest.Config) -> None:
    for mark in MARKS:
        config.addinivalue_line("markers", f"{mark}(*backends, raises=, reason=): a strict xfail on some engines")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # The first worker waits while others compute, and at the end none is alone with a long test.
    items.sort(key=lambda item: not item.nodeid.startswith(WAITING))
    known = registry.names()
    for item in items:
        for name in MARKS:
            for mark in item.iter_markers(name):
                _check(item, mark, known)
                if hasattr(item, "callspec") and item.callspec.params.get("backend") in mark.args:
                    reason = f"{name}: {mark.kwargs.get('reason', '')}"
                    item.add_marker(pytest.mark.xfail(raises=mark.kwargs["raises"], reason=reason, strict=True))


def _check(item: pytest.Item, mark: pytest.Mark, known: tuple[str, ...]) -> None:
    wrong = not mark.args or "raises" not in mark.kwargs or not mark.kwargs.keys() <= {"raises", "reason"}
    if wrong or (mark.name == "never" and not mark.kwargs.get("reason")):
        raise pytest.UsageError(f"{item.nodeid}: write @pytest.mark.{mark.name}('engine', raises=Error, reason='...')")
    for name in mark.args:
        if name not in known:
            raise pytest.UsageError(f"{item.nodeid}: {mark.name} names '{name}', which is no engine")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped: dict[str, int] = {}
    for report in terminalreporter.stats.get("skipped", ()):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else ""
        _, found, text = reason.partition(MISSING)
        if found:
            skipped[text] = skipped.get(text, 0) + 1
    if skipped:
        terminalreporter.section("ENGINES THAT WERE NOT TESTED", sep="!", red=True, bold=True)
        for text, number in sorted(skipped.items()):
            terminalreporter.line(f"{number} tests skipped, engine missing: {text}", red=True)
        terminalreporter.line(f"{REQUIRE}=1 makes these failures.", red=True)


@pytest.fixture(scope="module")
def quick_compiler() -> Iterator[None]:
    """Let XLA optimize little: most programs of tests are called a few times, and compiled for longer."""
    import jax

    name = "jax_disable_most_optimizations"
    before = jax.config.read(name)
    jax.config.update(name, True)
    yield
    jax.config.update(name, before)


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Let SIGINT raise `KeyboardInterrupt`; where tests run in the background of a shell, it would be ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
