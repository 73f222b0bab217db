"""Sessions in a worker: the states in which they stand, and steps from them.

The service owns sessions; a worker keeps what it saw last, so that a step needs no state to be sent along.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import orjson
from gymnasium.utils import seeding

from relgym import State
from relgym.features import Feature, needed
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.service.workers.tasks import Kept, Tasks, Unknown

SESSIONS_LIMIT = 5000
"""Sessions whose states a worker keeps; a state takes less than a kilobyte."""

Header = Mapping[str, Any]


class Sessions:
    """The sessions that a worker has seen last."""

    def __init__(self, tasks: Tasks) -> None:
        """Begin with no session."""
        self._tasks = tasks
        self._kept: Kept[str, tuple[int, State, np.random.Generator | None]] = Kept(SESSIONS_LIMIT)

    def start(self, asked: Header) -> tuple[dict[str, Any], bytes]:
        """Start a session, or start it again: `seed` decides everything that is drawn from then on."""
        reasoner = self._reasoner(asked)
        rng, _ = seeding.np_random(asked["seed"])
        state = reasoner.start(rng)
        return self._arrived(asked, reasoner, state, rng if _is_random(reasoner) else None)

    def step(self, asked: Header) -> tuple[dict[str, Any], bytes]:
        """Carry out an action in the node where a session stands."""
        reasoner = self._reasoner(asked)
        state, rng = self._standing(asked, reasoner)
        drawing = None if rng is None else _copy(rng)
        after = reasoner.successor(state, asked["action"], drawing)
        return self._arrived(asked, reasoner, after, drawing)

    def _reasoner(self, asked: Header) -> PDDLReasoner:
        return self._tasks.reasoner(asked["task"], asked["backend"], asked.get("texts"))

    def _standing(self, asked: Header, reasoner: PDDLReasoner) -> tuple[State, np.random.Generator | None]:
        """Return the state of the node, kept or sent along; raises `Unknown` if it is neither."""
        kept = self._kept.get(asked["session"])
        if kept is not None and kept[0] == asked["node"] and kept[1].vocabulary is reasoner.vocabulary:
            return kept[1], kept[2]
        if "state" not in asked:
            raise Unknown("state")
        return reasoner.state_from_json(asked["state"]), _restored(asked["rng"])

    def _arrived(
        self, asked: Header, reasoner: PDDLReasoner, state: State, rng: np.random.Generator | None
    ) -> tuple[dict[str, Any], bytes]:
        self._kept.put(asked["session"], (asked["new"], state, rng))
        goal = reasoner.goal(state)
        action = asked.get("action")
        view = {
            "id": asked["session"],
            "node": asked["new"],
            "parent": asked.get("node"),
            "action": action,
            "state": state.to_json(),
            "actions": sorted(map(str, reasoner.valid_actions(state))),
            "goal": goal,
            "reward": 1.0 if goal and action is not None else 0.0,
            "terminated": goal,
        }
        return {"rng": _stored(rng), "reward": view["reward"], "terminated": goal}, orjson.dumps(view)


def _is_random(reasoner: PDDLReasoner) -> bool:
    return Feature.PROBABILISTIC in needed(reasoner.task)


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
