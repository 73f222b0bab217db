"""Plans by gradients with one library, as it is told: `python gradients_player.py relgym` or `... pyRDDLGym-jax`.

It has one core. A line of JSON in, a line of JSON out.

- `{"plan": [name, instance], "settings": settings, "marks": [10, 30]}`: plans for an instance of rddlrepository. The
  settings are the name of a shipped configuration of pyRDDLGym-jax, or options of `relgym.solve`. The answer has the
  form of the plan, the CPU seconds of the first update, and at each mark the number of updates, and whether there is a
  plan; the best plan of each mark is kept;
- `{"act": mark, "step": t, "states": {...}}` (pyRDDLGym-jax): the actions of the plan of a mark, for the states of
  many copies; a straight-line plan needs none, and has one action for all;
- `{"simulate": mark, "episodes": count}` (pyRDDLGym-jax): the returns of this plan in pyRDDLGym's own simulator;
- `{"save": mark, "file": path}` (relgym): writes the policy of a mark.

Seconds are those of the process since the libraries have been imported: reading and compiling count. The clocks by
which both libraries tell the time are those of the processor, too, so that a busy machine changes nothing.
"""

from __future__ import annotations

import json
import sys
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
from rollouts_player import one_core

CLOCK = time.process_time


class Marks:
    """The best plans at some times.

    Args:
        seconds: The times, ascending.

    Attributes:
        first: The time of the first update.
        plans: The best plan at each time, or `None`.
        updates: The number of updates at each time.
    """

    def __init__(self, seconds: Sequence[float]) -> None:
        self._seconds = [*seconds]
        self._begun = CLOCK()
        self._last: Any = None
        self._count = 0
        self.first: float | None = None
        self.plans: list[Any] = []
        self.updates: list[int] = []

    def see(self, plan: Any, updates: int) -> bool:
        """Take the best plan after some updates, and return False after the last mark."""
        spent = CLOCK() - self._begun
        # A plan that comes after a mark is none of that mark.
        while len(self.plans) < len(self._seconds) and spent > self._seconds[len(self.plans)]:
            self.plans.append(self._last)
            self.updates.append(self._count)
        if updates and self.first is None:
            self.first = spent
        self._last, self._count = plan, updates
        return len(self.plans) < len(self._seconds)

    def close(self) -> None:
        """Take the last plan for the marks that were not reached."""
        while len(self.plans) < len(self._seconds):
            self.plans.append(self._last)
            self.updates.append(self._count)

    def answer(self, form: str) -> dict[str, Any]:
        """Return the answer."""
        return {
            "form": form,
            "first": self.first,
            "seconds": round(CLOCK() - self._begun, 2),
            "updates": self.updates,
            "there": [plan is not None for plan in self.plans],
        }


class OfJax:
    """pyRDDLGym-jax with a configuration that it ships."""

    def __init__(self) -> None:
        import jax
        import pyRDDLGym_jax.core.planner as planner
        from pyRDDLGym.core.env import RDDLEnv
        from rddlrepository.core.manager import RDDLRepoManager

        self._jax, self._library, self._env, self._archive = jax, planner, RDDLEnv, RDDLRepoManager()
        planner.time = SimpleNamespace(time=CLOCK)

    def plan(self, name: str, instance: str, settings: str, seconds: Sequence[float]) -> dict[str, Any]:
        library, marks = self._library, Marks(seconds)
        shipped = Path(library.__file__).parents[1] / "examples" / "configs" / f"{settings}.cfg"
        planner_args, _, train_args = library.load_config(str(shipped))
        problem = self._archive.get_problem(name)
        self._simulator = self._env(problem.get_domain(), problem.get_instance(instance), vectorized=True)
        planner = library.JaxBackpropPlanner(rddl=self._simulator.model, **planner_args)
        quiet = {"print_summary": False, "print_progress": False}
        # As long as it is told, in place of the time and the number of updates of the file.
        train_args |= {"epochs": 10**9, "train_seconds": float(seconds[-1]), **quiet}
        for told in planner.optimize_generator(**train_args):
            self._hyper = told["policy_hyperparams"]
            if not marks.see(told["best_params"], told["iteration"] + 1):
                break
        marks.close()
        self._plans, self._initial = dict(zip(seconds, marks.plans, strict=True)), planner.test_compiled.init_values
        policy = planner.test_policy
        self._planner, self._one = planner, self._jax.jit(policy)
        self._many = self._jax.jit(self._jax.vmap(policy, (None, None, None, None, 0, None)))
        reactive = isinstance(planner.plan, library.JaxDeepReactivePolicy)
        return marks.answer("drp" if reactive else "slp")

    def act(self, mark: float, step: int, states: Mapping[str, Any] | None) -> dict[str, Any]:
        import numpy as np

        key, params = self._jax.random.PRNGKey(step), self._plans[mark]
        if states is None:
            found = self._one(key, params, self._hyper, step, {}, {})
        else:
            typed = {name: np.asarray(each, np.asarray(self._initial[name]).dtype) for name, each in states.items()}
            found = self._many(key, params, self._hyper, step, typed, {})
        return {name: np.asarray(each).tolist() for name, each in found.items()}

    def simulate(self, mark: float, episodes: int) -> list[float]:
        env, returns = self._simulator, []
        for episode in range(episodes):
            state, _ = env.reset(seed=episode)
            total, weight = 0.0, 1.0
            for step in range(env.horizon):
                key = self._jax.random.PRNGKey(step)
                action = self._planner.get_action(key, self._plans[mark], step, state, self._hyper)
                state, reward, terminated, truncated, _ = env.step(action)
                total, weight = total + weight * float(reward), weight * env.discount
                if terminated or truncated:
                    break
            returns.append(total)
        return returns


class OfRelgym:
    """relgym's method `gradient`."""

    def __init__(self) -> None:
        import relgym
        from relgym import limits
        from relgym.planning.gradient import method

        self._relgym, self._method = relgym, method
        limits.monotonic = CLOCK

    def plan(self, name: str, instance: str, settings: Mapping[str, Any], seconds: Sequence[float]) -> dict[str, Any]:
        marks = Marks(seconds)
        best: list[Any] = [-float("inf"), None]
        count = 0

        class Watched(self._method.Ascent):
            """Tells the best plan of all forms whenever plans were scored."""

            def _judge(self, parameters: Any) -> Any:
                nonlocal count, best
                score = super()._judge(parameters)
                count += bool(self.updates) and 10
                if self.best > best[0]:
                    best = [self.best, (self.form.name, self._optimisation.estimator.name, self.parameters)]
                marks.see(best[1], count)
                return score

        usual, self._method.Ascent = self._method.Ascent, Watched
        try:
            model = self._relgym.load(name, instance)
            policy = self._relgym.solve(model, "gradient", limits={"seconds": seconds[-1], "memory": 16384}, **settings)
        finally:
            self._method.Ascent = usual
        marks.close()
        self._policies = {}
        for mark, found in zip(seconds, marks.plans, strict=True):
            if found is not None:
                form, estimator, parameters = found
                plain = {name: array.tolist() for name, array in parameters.items()}
                self._policies[mark] = {
                    **policy.to_json(),
                    "plan": form,
                    "estimator": estimator,
                    "parameters": plain,
                }
        return marks.answer(policy.plan)

    def save(self, mark: float, file: str) -> None:
        Path(file).write_text(json.dumps(self._policies[mark]), encoding="utf-8")


LIBRARIES: dict[str, Callable[[], Any]] = {"relgym": OfRelgym, "pyRDDLGym-jax": OfJax}


def main() -> None:
    warnings.simplefilter("ignore")
    one_core()
    out, sys.stdout = sys.stdout, sys.stderr
    library = LIBRARIES[sys.argv[1]]()
    for line in sys.stdin:
        answer: Any
        match json.loads(line):
            case {"plan": [name, instance], "settings": settings, "marks": marks}:
                answer = library.plan(name, instance, settings, marks)
            case {"act": mark, "step": step, "states": states}:
                answer = library.act(mark, step, states)
            case {"simulate": mark, "episodes": episodes}:
                answer = library.simulate(mark, episodes)
            case {"save": mark, "file": file}:
                answer = library.save(mark, file)
            case other:
                raise ValueError(f"not understood: {other}")
        print(json.dumps(answer), file=out, flush=True)


if __name__ == "__main__":
    main()
