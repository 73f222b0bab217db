"""How PDDLGym is played: its environments with the action space that holds valid actions only."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

RESCUE = "searchandrescue_level1"


class Episodes:
    """Whole environments, with observations and lists of valid actions."""

    @staticmethod
    def load() -> None:
        import pddlgym.core  # noqa: F401

    def __init__(self, domain: str, problem: str, operators: bool = True) -> None:
        from pddlgym.core import PDDLEnv

        self.draw: Callable[[], float]
        with tempfile.TemporaryDirectory() as folder:
            # It takes every file of a folder for a problem.
            shutil.copy(problem, folder)
            self._env = PDDLEnv(domain, folder, operators_as_actions=operators, dynamic_action_space=True)
        self._env.fix_problem_index(0)

    def restart(self) -> None:
        state, _ = self._env.reset()
        self._actions = tuple(self._env.action_space.all_ground_literals(state, valid_only=True))

    def go(self, most: int) -> tuple[int, int]:
        draw, step, listed, actions = (
            self.draw,
            self._env.step,
            self._env.action_space.all_ground_literals,
            self._actions,
        )
        done = valid = 0
        while done < most and actions:
            state, *_ = step(actions[int(draw() * len(actions))])
            actions = tuple(listed(state, valid_only=True))
            valid += len(actions)
            done += 1
        self._actions = actions
        return done, valid

    @staticmethod
    def files(name: str) -> dict[str, object]:
        """The files of one of its own domains with the first of its problems, and how its actions are written."""
        import gym
        import pddlgym

        if name == RESCUE:
            files = Path(pddlgym.__file__).parent / "pddl"
            kwargs = {"domain_file": files / "searchandrescue.pddl", "problem_dir": files / name}
        else:
            kwargs = gym.spec(f"PDDLEnv{name.capitalize()}-v0").kwargs
        problem = min(Path(kwargs["problem_dir"]).glob("*.pddl"))
        return {
            "domain": str(kwargs["domain_file"]),
            "problem": str(problem),
            "operators": kwargs.get("operators_as_actions", False),
        }
