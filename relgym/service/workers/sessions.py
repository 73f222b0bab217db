"""Sessions in a worker: the states in which they stand, and steps from them.

The service owns sessions; a worker keeps what it saw last, so that a step needs no state to be sent along.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple
from weakref import ReferenceType, ref

from relgym.caching import Cache
from relgym.errors import RelgymError
from relgym.questions.plays import Play
from relgym.reasoning import randomness
from relgym.service.encoding import dumps
from relgym.service.problems import Refused, problem, problem_of
from relgym.service.workers.generators import Draws
from relgym.service.workers.tasks import Tasks, Unknown
from relgym.tuning.service import ANSWER_BYTES_LIMIT, WORKER_SESSIONS_LIMIT

Header = Mapping[str, Any]


_FULL = problem(
    413,
    f"the nodes after the steps before have more than {ANSWER_BYTES_LIMIT:,} bytes",
    hint="send the rest of the steps in another call",
)

_GENERATOR = re.compile(r"\d{1,39} \d{1,39} [01] \d{1,10}", re.ASCII)


def _given(text: str) -> Any:
    """Return the generator whose state a client has sent; raises `Refused` for another text."""
    if _GENERATOR.fullmatch(text):
        state, increment, _, rest = map(int, text.split())
        # An even increment is none of PCG64.
        if state < 2**128 and increment < 2**128 and increment % 2 and rest < 2**32:
            return randomness.restored(text)
    expected = "STATE INCREMENT HAS_UINT32 UINTEGER, the whole numbers of a PCG64 of NumPy"
    raise Refused(422, "this is no state of a random generator", expected=expected)


class Standing(NamedTuple):
    """A session as it stands in a node.

    Attributes:
        task: The id of its task.
        play: A weak reference to the task on an engine, so that a session keeps no closed engine.
        version: The number of the attempt that led to the node.
        node: The number of the node.
        steps: The number of steps from the start.
        state: The state of the node.
        rng: The generator of what is drawn from here on, if the task has chance.
    """

    task: str
    play: ReferenceType[Play]
    version: int
    node: int
    steps: int
    state: Any
    rng: Any


class Sessions:
    """The sessions that a worker has seen last."""

    def __init__(self, tasks: Tasks) -> None:
        """Begin with no session."""
        self._tasks = tasks
        self._kept: Cache[str, Standing] = Cache(WORKER_SESSIONS_LIMIT)

    def start(self, asked: Header) -> tuple[dict[str, Any], bytes]:
        """Start a session: `seed` decides everything that is drawn from then on."""
        play = self._tasks.play(asked["task"], asked["backend"], asked.get("texts"))
        rng = _given(asked["rng"]) if "rng" in asked else randomness.seeded(asked["seed"])
        state = play.restored(asked["state"]) if "state" in asked else play.start(rng)
        drawn = rng if play.is_random else None
        return self._arrived(asked, play, Standing(asked["task"], ref(play), asked["version"], 0, 0, state, drawn), 0.0)

    def step(self, asked: Header) -> tuple[dict[str, Any], bytes]:
        """Carry out an action in the node where a session stands."""
        play = self._tasks.play(asked["task"], asked["backend"], asked.get("texts"))
        before = self._standing(asked, play)
        rng = None if before.rng is None else randomness.copied(before.rng)
        draws = None if asked["draws"] is None else Draws(asked["draws"])
        state, reward, more = play.step(before.state, asked["action"], rng if draws is None else draws)
        if draws is not None:
            more = {**more, "drawn": draws.count}
        after = Standing(before.task, before.play, asked["version"], asked["new"], before.steps + 1, state, rng)
        return self._arrived(asked, play, after, reward, more)

    def steps(self, asked: Header) -> tuple[dict[str, Any], bytes]:
        """Carry out actions up to the first that fails; the header has that of each, and the length of its node."""
        made: list[dict[str, Any]] = []
        views: list[bytes] = []
        failed, one, size = None, {**asked, "draws": None}, 0
        for number, action in enumerate(asked["actions"]):
            if size > ANSWER_BYTES_LIMIT:
                failed = {"action": number, "problem": _FULL}
                break
            one["action"] = action
            try:
                header, view = self.step(one)
            except RelgymError as error:
                failed = {"action": number, "problem": problem_of(error)}
                break
            except Refused as refused:
                failed = {"action": number, "problem": refused.problem}
                break
            made.append({**header, "bytes": len(view)})
            views.append(view)
            size += len(view)
            one |= {"node": one["new"], "new": one["new"] + 1, "before": asked["version"]}
        return {"made": made, "failed": failed}, b"".join(views)

    def forget(self, task: str) -> None:
        """Forget the sessions of a task."""
        for key in [key for key, standing in self._kept.items() if standing.task == task]:
            self._kept.remove(key)

    def _standing(self, asked: Header, play: Play) -> Standing:
        """Return the session in its node, kept or sent along; raises `Unknown` if it is neither."""
        kept = self._kept.use(asked["session"])
        if kept is not None and kept.version == asked["before"] and kept.play() is play:
            return kept
        if "state" not in asked:
            raise Unknown("state")
        state = play.restored(asked["state"])
        rng = None if asked["rng"] is None else randomness.restored(asked["rng"])
        return Standing(asked["task"], ref(play), asked["before"], asked["node"], asked["steps"], state, rng)

    def _arrived(
        self,
        asked: Header,
        play: Play,
        standing: Standing,
        reward: float,
        more: Mapping[str, Any] = MappingProxyType({}),
    ) -> tuple[dict[str, Any], bytes]:
        self._kept.keep(asked["session"], standing)
        view = {
            "id": asked["session"],
            "node": standing.node,
            "parent": asked.get("node"),
            "steps": standing.steps,
            "action": asked.get("action"),
            "reward": reward,
            **play.view(standing.state, standing.steps),
            **more,
        }
        ended = view["terminated"] or view["truncated"]
        rng = None if standing.rng is None else randomness.stored(standing.rng)
        return {"rng": rng, "reward": reward, "ended": ended}, dumps(view)
