"""The promises of RDDL environments in addition to those of all environments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from math import isclose
from typing import Any

import numpy as np
from numpy.random import Generator

from relgym.envs.conformance import Promise, Subject, shown
from relgym.envs.rddl.env import RDDLEnv
from relgym.envs.rddl.forms import FORMS
from relgym.errors import BrokenPromise, InvalidAction, ModelError
from relgym.model.rddl.expressions import REAL
from relgym.model.rddl.state import RDDLState
from relgym.reasoning.results import Outcome

LISTED = 1000
"""The largest number of outcomes of an action that are listed and compared with the step."""

NO_ACTIONS: tuple[Mapping[str, Any], ...] = ({"no such action": 1}, {"": 0})
"""Actions that no instance has."""


class RDDLSubject(Subject):
    """An environment of RDDL."""

    core: RDDLEnv

    @property
    def promises(self) -> Sequence[Promise]:
        return PROMISES

    def chosen(self, rng: Generator) -> Any:
        if not self.env.has_wrapper_attr("action_masks"):
            return self.env.action_space.sample()
        numbers = np.flatnonzero(self.env.get_wrapper_attr("action_masks")())
        return int(numbers[int(rng.integers(len(numbers)))]) if len(numbers) else None

    def stepped(self, core: RDDLEnv, rng: Generator) -> tuple[Any, ...] | None:
        action = core.action_space.sample()
        _, reward, terminated, truncated, _ = core.step(action)
        return core.cells_given(action), reward, terminated, truncated, terminated or truncated

    def told(self, core: RDDLEnv) -> Any:
        return core.get_state().values

    def allows(self, action: Any) -> bool:
        return self.core.reasoner.is_valid(self.core.get_state(), self.core.cells_given(action))

    @property
    def backend(self) -> str:
        return self.core._engine[0]

    def on(self, backend: str) -> RDDLEnv:
        return like(self.core, _engine=(backend, *self.core._engine[1:]))


def like(core: RDDLEnv, **changed: Any) -> RDDLEnv:
    """Copy an environment with some attributes changed."""
    made: RDDLEnv = object.__new__(type(core))
    # The copy's spaces may differ, and must not use the random numbers of the environment's own spaces.
    made.__setstate__({**core.__getstate__(), "_generators": (None, None), **changed})
    return made


def invalid_actions_change_nothing(subject: RDDLSubject) -> None:
    core = subject.core
    rng = np.random.default_rng(subject.seed)
    subject.env.reset(seed=subject.seed)
    # Below the wrappers, for numbered actions name few invalid ones.
    for given in [*NO_ACTIONS, *(_any_action(core, rng) for _ in range(subject.steps))]:
        before = core.get_state()
        wrong = given in NO_ACTIONS
        if not wrong and (not core.enforce or core.reasoner.is_valid(before, given)):
            continue
        action = given if wrong else core.action_of(given)
        try:
            _, reward, terminated, _, info = core.step(action)
        except InvalidAction:
            if not core.raise_on_invalid:
                raise BrokenPromise(f"the invalid action {given} raises, and nobody has asked for that") from None
        else:
            for broken, what in (
                (core.raise_on_invalid, "does not raise"),
                (info.get("invalid_action") is not True, "is not reported"),
                (not info.get("invalid_reason"), "is reported without a reason"),
                ((reward, terminated) != (0.0, False), "has consequences"),
            ):
                if broken:
                    raise BrokenPromise(f"the invalid action {given} {what}")
        if core.get_state() != before:
            raise BrokenPromise(f"the invalid action {given} changed the state")


def _any_action(core: RDDLEnv, rng: Generator) -> dict[str, Any]:
    """Draw an action within the ranges of its cells, without regard to preconditions."""
    action: dict[str, Any] = {}
    for name, cell in core.reasoner.actions.items():
        low, high = cell.range()
        if rng.random() < 0.5:
            real = cell.fluent.range == REAL
            action[name] = cell.shown(
                cell.plain(low if real else int(rng.integers(int(low), int(min(high, low + 100)) + 1)))
            )
    return action


def outcomes_tell_what_follows(subject: RDDLSubject) -> None:
    core = subject.core
    over = True
    core.action_space.seed(subject.seed)
    for number in range(min(subject.steps, 10)):
        if over:
            _, info = core.reset(seed=subject.seed + number)
            over = info["ended"]
            continue
        action = core.action_space.sample()
        outcomes: list[Outcome[RDDLState]] = []
        # Some are too many to list.
        with suppress(ModelError):
            outcomes = core.outcomes(action, LISTED)
        _, reward, terminated, truncated, _ = core.step(action)
        over = terminated or truncated
        if not outcomes:
            continue
        total = sum(outcome.probability for outcome in outcomes)
        if not isclose(total, 1, abs_tol=1e-6):
            raise BrokenPromise(f"the outcomes of {shown(action)} have probability {total}")
        rewards = [outcome.reward for outcome in outcomes if outcome.state == core.get_state()]
        if not rewards:
            raise BrokenPromise(f"{shown(action)} led to none of its outcomes")
        if reward not in rewards:
            raise BrokenPromise(f"{shown(action)} was rewarded with {reward}, its outcomes tell {rewards}")


def forms_go_the_same_way(subject: RDDLSubject) -> None:
    """Every form of the environment goes the same way, and observes the same numbers."""
    core = subject.core
    core.action_space.seed(subject.seed)
    others = [like(core, _form=form) for form in FORMS]
    seen = [_numbers(other.reset(seed=subject.seed)[0]) for other in (core, *others)]
    for number in range(subject.steps):
        cells = core.cells_given(core.action_space.sample())
        steps = []
        for other in (core, *others):
            observation, reward, terminated, truncated, info = other.step(other.action_of(cells))
            steps.append((other.get_state(), reward, terminated, truncated, info))
            seen.append(_numbers(observation))
        if any(one != steps[0] for one in steps):
            raise BrokenPromise(f"step {number} leads to different states in the forms 'cells' and 'arrays'")
        if any(one != seen[-1] for one in seen[-len(steps) :]):
            raise BrokenPromise(f"step {number} has different observations in the forms 'cells' and 'arrays'")
        if steps[0][2] or steps[0][3]:
            break
    for other in others:
        other.close()


def _numbers(observation: Mapping[str, Any]) -> list[float]:
    """Return all numbers of an observation, in order."""
    return [number for value in observation.values() for number in np.ravel(value).tolist()]


PROMISES = (
    Promise("invalid actions change nothing", invalid_actions_change_nothing),
    Promise("outcomes tell what follows", outcomes_tell_what_follows),
    Promise("all forms go the same way", forms_go_the_same_way),
)
