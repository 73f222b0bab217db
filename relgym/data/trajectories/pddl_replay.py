"""Replay of recordings of PDDL by a reasoner."""

from __future__ import annotations

from typing import Any

from relgym.arguments import check_one_of
from relgym.data.trajectories.comparing import Mismatch, ending_mismatch, first_mismatch, start_of
from relgym.data.trajectories.lines import Ending, RecordedEpisode, RecordedStep, RecordingHeader, SourceText
from relgym.data.trajectories.open_reasoner import OpenReasoner
from relgym.envs.pddl.problems import Problems
from relgym.errors import InvalidAction, ModelError, ParseError, RelgymError
from relgym.limits import Limits
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.read.source import Text
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.reasoning.pddl.rewards import GOAL_REWARD, REWARDS, MetricReward
from relgym.reasoning.randomness import Generator, seeded


def task_of(header: RecordingHeader, problem: SourceText) -> Task:
    """Return the task of a recorded problem.

    Raises:
        ParseError, ModelError: A text is wrong.
    """
    axioms = [Text(each.text) for each in header.axioms]
    return Problems(Text(header.domain.text), [Text(problem.text)], axioms, header.options.get("free")).task(0)


class PDDLReplayer:
    """Replays episodes of PDDL.

    Args:
        header: The header of the recording.
        backend: The engine.
        limits: The limits of each call.
    """

    def __init__(self, header: RecordingHeader, backend: str, limits: Limits | None) -> None:
        self._header = header
        self._open = OpenReasoner(lambda problem: PDDLReasoner(task_of(header, problem), backend, limits))
        self._reward = header.options.get("reward", "goal")
        check_one_of("reward of the recording", self._reward, REWARDS)
        self._limit = header.options.get("max_episode_steps")

    def close(self) -> None:
        """Close the reasoner that is open."""
        self._open.close()

    def mismatch(self, episode: RecordedEpisode) -> Mismatch | None:
        """Return the first step that differs, if there is one."""
        reasoner, rng = self._open.of(episode.problem), seeded(episode.seed)
        state = reasoner.start(rng) if reasoner.task.problem.chances else reasoner.initial_state
        start = start_of(state.to_json())
        difference = first_mismatch(episode.start, start, "the start state follows from the problem", exact=True)
        if difference is not None:
            return difference
        kind = REWARDS[self._reward]
        metric = None if kind is None else kind(reasoner)
        if metric is not None:
            metric.start(state, reasoner.goal(state))
        for step in episode.steps:
            after = self._step(reasoner, state, step, rng, metric)
            if isinstance(after, Mismatch):
                return after
            state = after
        last = episode.steps[-1] if episode.steps else episode.start
        return ending_mismatch(last, self._ending(reasoner, state, last))

    def _ending(self, reasoner: PDDLReasoner, state: State, last: RecordedStep) -> Ending:
        if reasoner.goal(state):
            return "goal"
        if last.truncated:
            return "truncated"
        return "no action" if reasoner.valid_actions(state) else "dead end"

    def _step(
        self, reasoner: PDDLReasoner, state: State, step: RecordedStep, rng: Generator, metric: MetricReward | None
    ) -> State | Mismatch:
        """Return the state after a step, or how it differs."""
        action = step.action
        if not isinstance(action, str):
            return Mismatch(step, "action", "a text", action, "actions of PDDL are texts, such as (move a b)")
        refused = step.invalid_reason is not None
        after = state
        if refused and reasoner.is_valid(state, action):
            return Mismatch(step, "action", action, f"refused: {step.invalid_reason}", "the action is valid")
        if not refused:
            try:
                after = reasoner.successor(state, action, rng)
            except (InvalidAction, ParseError) as error:
                return Mismatch(step, "action", "a valid action", action, _why(reasoner, state, action, error))
        goal = reasoner.goal(after)
        expected: dict[str, Any] = {"state": after.to_json(), "terminated": goal}
        if refused:
            expected["reward"] = 0.0
        else:
            expected["reward"] = GOAL_REWARD[goal] if metric is None else metric.of(after, goal)
        expected["truncated"] = step.step == self._limit
        why = f"this is the outcome of {action} in the state before"
        return first_mismatch(step, expected, why, exact=True) or after


def _why(reasoner: PDDLReasoner, state: State, action: str, error: RelgymError) -> str:
    try:
        return str(reasoner.explain(state, reasoner.resolve(state, action)))
    except (InvalidAction, ParseError, ModelError):
        # The task has no such action.
        return error.sentence
