"""Engines on small worlds, closed when the test ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from backends.programs import Name, World

from relgym.backends.base import Backend, Limits
from relgym.model.pddl.state import State

Start = Callable[..., Backend]
Ask = Callable[..., set[str]]


@pytest.fixture
def start(backend: str) -> Iterator[Start]:
    """Starts engines on worlds; they stand in the empty state."""
    started: list[Backend] = []

    def start(world: World, limits: Limits | None = None) -> Backend:
        started.append(world.start(backend, limits))
        return started[-1]

    yield start
    for engine in started:
        engine.close()


@pytest.fixture
def ask(start: Start) -> Ask:
    """Asks a new engine for the rows of one symbol in one state, the empty one if none is given."""

    def ask(world: World, name: Name, binding: str = "", state: State | None = None) -> set[str]:
        engine = start(world)
        if state is not None:
            engine.move_to(state)
        return world.ask(engine, name, binding)

    return ask
