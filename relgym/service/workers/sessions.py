"""Sessions in a worker: the states in which they stand, and steps from them.

The service owns sessions; a worker keeps what it saw last, so that a step needs no state to be sent along.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import orjson
from gymnasium.utils import seeding

from relgym.service.workers.plays import Play
from relgym.service.workers.tasks import Kept, Tasks, Unknown
from relgym.tuning.service import WORKER_SESSIONS_LIMIT

Header = Mapping[str, Any]


class Standing(NamedTuple):
    """A session as it stands in a node.

    Attributes:
        play: The task on an engine whose states it has.
        version: The number of the attempt that led to the node.
        node: The number of the node.
        steps: The number of steps from the start.
        state: The state of the node.
        rng: The generator of what is drawn from here on, if the task has chance.
    """

    play: Play
    version: int
    node: int
    steps: int
    state: Any
    rng: np.random.Generator | None


class Sessions:
    """The sessions that a worker has seen last."""

    def __init__(self, tasks: Tasks) -> None:
        """Begin with no session."""
        self._tasks = tasks
        self._kept: Kept[str, Standing] = Kept(WORKER_SESSIONS_LIMIT)

    def start(self, asked: Header) -> tuple[dict[str, Any], bytes]:
        """Start a session: `seed` decides everything that is drawn from then on."""
        play = self._tasks.play(asked["task"], asked["backend"], asked.get("texts"))
        rng, _ = seeding.np_random(asked["seed"])
        state = play.start(rng)
        return self._arrived(asked, Standing(play, asked["version"], 0, 0, state, rng if play.is_random else None), 0.0)

    def step(self, asked: Header) -> tuple[dict[str, Any], bytes]:
        """Carry out an action in the node where a session stands."""
        play = self._tasks.play(asked["task"], asked["backend"], asked.get("texts"))
        before = self._standing(asked, play)
        rng = None if before.rng is None else _copy(before.rng)
        state, reward = play.step(before.state, asked["action"], rng)
        return self._arrived(
            asked, Standing(play, asked["version"], asked["new"], before.steps + 1, state, rng), reward
        )

    def _standing(self, asked: Header, play: Play) -> Standing:
        """Return the session in its node, kept or sent along; raises `Unknown` if it is neither."""
        kept = self._kept.get(asked["session"])
        if kept is not None and kept.version == asked["before"] and kept.play is play:
            return kept
        if "state" not in asked:
            raise Unknown("state")
        state, rng = play.restored(asked["state"]), _restored(asked["rng"])
        return Standing(play, asked["before"], asked["node"], asked["steps"], state, rng)

    def _arrived(self, asked: Header, standing: Standing, reward: float) -> tuple[dict[str, Any], bytes]:
        self._kept.put(asked["session"], standing)
        view = {
            "id": asked["session"],
            "node": standing.node,
            "parent": asked.get("node"),
            "steps": standing.steps,
            "action": asked.get("action"),
            "reward": reward,
            **standing.play.view(standing.state, standing.steps),
        }
        ended = view["terminated"] or view["truncated"]
        return {"rng": _stored(standing.rng), "reward": reward, "ended": ended}, orjson.dumps(view)


def _stored(rng: np.random.Generator | None) -> str | None:
    """Return the state of a generator as text; its numbers have 128 bits."""
    if rng is None:
        return None
    state = rng.bit_generator.state
    numbers = (state["state"]["state"], state["state"]["inc"], state["has_uint32"], state["uinteger"])
    return " ".join(map(str, numbers))


def _restored(text: str | None) -> np.random.Generator | None:
    if text is None:
        return None
    state, inc, has_uint32, uinteger = map(int, text.split())
    rng = np.random.Generator(np.random.PCG64())
    rng.bit_generator.state = {
        "bit_generator": "PCG64",
        "state": {"state": state, "inc": inc},
        "has_uint32": has_uint32,
        "uinteger": uinteger,
    }
    return rng


def _copy(rng: np.random.Generator) -> np.random.Generator:
    """Return a generator that draws the same numbers: a step that fails must not draw from the kept one."""
    copy = np.random.Generator(np.random.PCG64())
    copy.bit_generator.state = rng.bit_generator.state
    return copy
