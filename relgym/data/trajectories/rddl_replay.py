"""Replay of recordings of RDDL by a reasoner."""

from __future__ import annotations

from math import inf
from typing import Any

from relgym.data.trajectories.comparing import Mismatch, ending_mismatch, first_mismatch, start_of
from relgym.data.trajectories.lines import RecordedEpisode, RecordedStep, RecordingHeader, SourceText
from relgym.data.trajectories.open_reasoner import OpenReasoner
from relgym.errors import InvalidAction, ModelError
from relgym.limits import Limits
from relgym.model.rddl.domain import Kind
from relgym.model.rddl.state import RDDLState
from relgym.read.loading import load
from relgym.read.source import Text
from relgym.reasoning.randomness import Generator, seeded
from relgym.reasoning.rddl.cells import cells_of, changed, checked
from relgym.reasoning.rddl.dynamics import Action
from relgym.reasoning.rddl.observations import Observations, observations_of
from relgym.reasoning.rddl.reasoner import RDDLReasoner


def reasoner_of(header: RecordingHeader, problem: SourceText, backend: str, limits: Limits | None) -> RDDLReasoner:
    """Return a reasoner of a recorded instance."""
    return RDDLReasoner(load(Text(header.domain.text), Text(problem.text)), backend, limits)


class RDDLReplayer:
    """Replays episodes of RDDL.

    Args:
        header: The header of the recording.
        backend: The engine.
        limits: The limits of each call.
    """

    def __init__(self, header: RecordingHeader, backend: str, limits: Limits | None) -> None:
        self._header = header
        self._engine = backend, limits
        self._open = OpenReasoner(self._made)
        self._observations: Observations | None = None
        self._enforce = header.options.get("enforce", True)

    def close(self) -> None:
        """Close the reasoner that is open."""
        self._open.close()

    def _made(self, problem: SourceText) -> RDDLReasoner:
        reasoner = reasoner_of(self._header, problem, *self._engine)
        self._observations = observations_of(reasoner.dynamics)
        return reasoner

    def mismatch(self, episode: RecordedEpisode) -> Mismatch | None:
        """Return the first step that differs, if there is one."""
        reasoner, rng = self._open.of(episode.problem), seeded(episode.seed)
        state = reasoner.initial_state
        difference = first_mismatch(
            episode.start, start_of(state.to_json()), "the start state follows from the instance"
        )
        if difference is not None:
            return difference
        last = episode.start
        for step in episode.steps:
            difference = self._step(reasoner, state, step, rng)
            if difference is not None:
                return difference
            # Go on from the recorded state: small errors of real numbers must not add up.
            state, last = reasoner.state_from_json(step.state), step
        if reasoner.goal(state):
            return ending_mismatch(last, "terminated")
        if last.truncated:
            return ending_mismatch(last, "truncated" if reasoner.broken(state) is None else "broken")
        return ending_mismatch(last, "no action")

    def _values(self, reasoner: RDDLReasoner, state: RDDLState, action: Any) -> Action:
        """Return the values of an action; raises `InvalidAction` if the environment would refuse it."""
        if self._enforce:
            return reasoner.action_values.valid_values(state.values, action)
        layout = reasoner.dynamics.layout
        cells = cells_of(layout, layout.of_kind(Kind.ACTION))
        values = changed(cells, reasoner.dynamics.idle, checked(action, cells, InvalidAction))
        if not reasoner.conditions.keeps_limit(values):
            raise reasoner.conditions.refusal(state.values, values) or InvalidAction("too many cells are changed")
        return values

    def _step(self, reasoner: RDDLReasoner, state: RDDLState, step: RecordedStep, rng: Generator) -> Mismatch | None:
        refused = step.invalid_reason
        try:
            if not isinstance(step.action, dict):
                raise InvalidAction("actions of RDDL are dictionaries of cells")
            values = self._values(reasoner, state, step.action)
        except (InvalidAction, ModelError) as error:
            if refused is None:
                return Mismatch(step, "action", "a valid action", step.action, error.sentence)
            values = None
        ends = step.step >= min(self._limit(), reasoner.instance.horizon or inf)
        if values is None:
            expected = {"state": state.to_json(), "reward": 0.0, "terminated": False, "truncated": ends}
            return first_mismatch(step, expected, "an invalid action changes nothing")
        if refused is not None:
            return Mismatch(step, "action", step.action, f"refused: {refused}", "the action is valid")
        dynamics = reasoner.dynamics
        computed = dynamics.step(state.values, values, reasoner.results.uniforms(rng))
        after = dynamics.state(computed.state)
        expected = {
            "state": after.to_json(),
            "reward": computed.reward,
            "terminated": reasoner.goal(after),
            "truncated": ends or reasoner.broken(after) is not None,
        }
        if self._observations is not None:
            expected["observation"] = self._observations.written(computed.computed)
        return first_mismatch(step, expected, "this is the outcome of the action in the state before")

    def _limit(self) -> float:
        limit = self._header.options.get("max_episode_steps")
        return inf if limit is None else limit
