"""Further conformance checks of PDDL environments."""

from __future__ import annotations

from collections.abc import Sequence
from math import isclose
from typing import Any

import numpy as np

from relgym.envs.conformance import Promise, Subject, shown
from relgym.envs.pddl.env import PDDLEnv
from relgym.errors import BrokenPromise
from relgym.model.pddl.action import Action


class PDDLSubject(Subject):
    """An environment of PDDL."""

    core: PDDLEnv

    @property
    def promises(self) -> Sequence[Promise]:
        return PROMISES

    def chosen(self, rng: np.random.Generator) -> Any:
        actions: Sequence[Any]
        if self.env.has_wrapper_attr("action_masks"):
            actions = np.flatnonzero(self.env.get_wrapper_attr("action_masks")()).tolist()
        else:
            actions = self.core.valid_actions()
        return actions[int(rng.integers(len(actions)))] if actions else None

    def stepped(self, core: PDDLEnv, rng: np.random.Generator) -> tuple[Any, ...] | None:
        actions = core.valid_actions()
        if not actions:
            return None
        action = actions[int(rng.integers(len(actions)))]
        state, reward, terminated, *_ = core.step(action)
        return action, state, reward, terminated

    def told(self, core: PDDLEnv) -> Any:
        return core.get_state(), core.valid_actions()

    def allows(self, action: Any) -> bool:
        return action in self.core.valid_actions()

    @property
    def backend(self) -> str:
        return self.core.backend

    def on(self, backend: str) -> PDDLEnv:
        made = self.core.clone()
        made.close()
        made.backend = backend
        made.reset(seed=self.seed)
        return made


def infos_tell_ends(subject: PDDLSubject) -> None:
    core = subject.core

    def visit() -> None:
        state, valid = core.get_state(), core.valid_actions()
        goal = core.reasoner.goal(state)
        ends.append({"goal": goal, "dead_end": not valid and not goal})

    ends: list[dict[str, bool]] = []
    for number, (visited, expected) in enumerate(zip(subject.walk(subject.steps, visit), ends, strict=False)):
        actual = {key: visited.info[key] for key in expected}
        if actual != expected:
            raise BrokenPromise(f"the info of step {number} says {actual}, but {expected} is true")


def invalid_actions_change_nothing(subject: PDDLSubject) -> None:
    core = subject.core
    core.action_space.seed(subject.seed)
    samples = [core.action_space.sample() for _ in range(subject.steps)]
    subject.env.reset(seed=subject.seed)
    actions: list[Action | str] = [*samples, Action("no-such-action"), "(no such action)", "no list"]
    for action in actions:
        before = core.get_state()
        if core.raise_on_invalid or action in core.valid_actions():
            continue
        # Below the wrappers, for numbered actions name few invalid ones.
        state, reward, terminated, truncated, info = core.step(action)
        if info["invalid_action"] is not True:
            raise BrokenPromise(f"the invalid action {action} is not reported")
        if not info["invalid_reason"]:
            raise BrokenPromise(f"the invalid action {action} is reported without a reason")
        if not state == before == core.get_state():
            raise BrokenPromise(f"the invalid action {action} changed the state")
        if (reward, terminated, truncated) != (0.0, core.reasoner.goal(before), False):
            raise BrokenPromise(f"the invalid action {action} has consequences")


def outcomes_tell_what_follows(subject: PDDLSubject) -> None:
    core = subject.core
    rng = np.random.default_rng(subject.seed)
    subject.env.reset(seed=subject.seed)
    for _ in range(subject.steps):
        actions = core.valid_actions()
        if not actions:
            subject.env.reset()
            continue
        action = actions[int(rng.integers(len(actions)))]
        outcomes = core.outcomes(action)
        total = sum(outcome.probability for outcome in outcomes)
        if not isclose(total, 1, abs_tol=1e-6):
            raise BrokenPromise(f"the outcomes of {action} have probability {total}")
        state, *_ = core.step(action)
        if state not in [outcome.state for outcome in outcomes]:
            raise BrokenPromise(f"{action} led to none of its outcomes, but to {shown(state)}")


PROMISES = (
    Promise("infos tell goals and dead ends", infos_tell_ends),
    Promise("invalid actions change nothing", invalid_actions_change_nothing),
    Promise("outcomes tell what follows", outcomes_tell_what_follows),
)
