"""Policies that gradients have found: a straight-line plan, or a small neural network.

They need no JAX, but for those that make their plan anew while they are played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from relgym.errors import ModelError, RelgymError
from relgym.libraries import extra
from relgym.model.rddl.state import RDDLState
from relgym.planning.gradient.coding import ActionCoding
from relgym.planning.gradient.plans import FORMS, Parameters, PlanForm, features_of
from relgym.planning.gradient.settings import Replanning
from relgym.planning.stochastic.criterion import Criterion
from relgym.planning.stochastic.method_choice import MethodChoice
from relgym.planning.stochastic.policy import Convergence, Policy
from relgym.planning.stochastic.process import DecisionProcess

if TYPE_CHECKING:
    from relgym.planning.gradient.relaxation import ProgramRelaxation
    from relgym.planning.gradient.replanning import Replanner


class GradientPolicy(Policy):
    """A policy that gradients have found. In place of an action that is not valid it gives the default action.

    Attributes:
        plan: The form of the plan: `slp` for a straight-line plan, `drp` for a deep reactive policy.
        estimator: The estimator of directions of ascent: `gradient` or `pgpe`.
        parameters: Its parameters, arrays by name. Those of a straight-line plan are `points`: shape (steps, cells).
        returns: The best exact mean return so far, after each ten updates.
        replanning: How the plan is made anew while it is played; `None` if it is not.
    """

    method = "gradient"

    criterion: Criterion

    def __init__(
        self,
        process: DecisionProcess,
        form: PlanForm,
        estimator: str,
        parameters: Mapping[str, Any],
        returns: Sequence[float],
        convergence: Convergence | None,
        choice: MethodChoice | None,
        replanning: Replanning | None = None,
        replanner: Replanner | None = None,
    ) -> None:
        self.plan, self.estimator, self.parameters, self.returns = form.name, estimator, parameters, tuple(returns)
        self.criterion, self.convergence, self.choice = process.criterion, convergence, choice
        self._reasoner, self._form = process.reasoner, form
        self._coding = ActionCoding(self._reasoner)
        self.replanning, self._replanner = replanning, replanner
        self.begin(0 if replanning is None else replanning.seed)

    def __reduce_ex__(self, protocol: Any) -> Any:
        relaxation = None if self.replanning is None else self.replanning.settings.relaxation
        return of_json, (self._data(), self._reasoner, relaxation)

    def begin(self, seed: int) -> None:
        """Begin an episode with the first plan; the seed is that of the plans that are made anew."""
        self._seed = seed
        self._present, self._since = self.parameters, 0

    def __call__(self, state: RDDLState, step: int = 0) -> dict[str, Any] | None:
        reasoner, coding = self._reasoner, self._coding
        values = reasoner.dynamics.own(state)
        if step < self._form.steps(self.parameters):
            parameters, place = self._plan(values, step)
            features = features_of(np, [np.asarray(each) for each in values], 1)
            action = coding.action(self._form.points(np, parameters, place, features))
            # As in the exact rollouts that have scored the plan.
            if reasoner.conditions.allows(values, action):
                return coding.differing(action)
        return {} if reasoner.is_valid(state, {}) else None

    def value(self, state: RDDLState, step: int = 0) -> float | None:
        """Return the mean exact return of the optimisation for the initial state, and `None` for others."""
        at_start = step == 0 and self._reasoner.dynamics.own(state) == self._reasoner.dynamics.start
        return self.returns[-1] if at_start and self.returns else None

    def to_json(self) -> dict[str, Any]:
        """Return the policy as plain data, which `load_policy` reads.

        Raises:
            RelgymError: It makes plans anew by a relaxation of the user.
        """
        if self.replanning is not None and self.replanning.settings.relaxation is not None:
            raise RelgymError(
                "a policy that plans anew by a relaxation of your own cannot be written as data",
                hint="leave out relaxation= or replan=; pickle takes both",
            )
        return self._data()

    def _data(self) -> dict[str, Any]:
        return {
            **self.heading(self._reasoner.instance),
            "plan": self.plan,
            "estimator": self.estimator,
            "parameters": {name: np.asarray(array).tolist() for name, array in self.parameters.items()},
            "returns": [*self.returns],
            "choice": None if self.choice is None else self.choice.to_json(),
            "replanning": None if self.replanning is None else self.replanning.to_json(),
        }

    def _plan(self, values: Any, step: int) -> tuple[Parameters, int]:
        """Return the parameters of the plan in force, made anew where that is due, and the place of a step in it."""
        choices, horizon = self.replanning, self.criterion.horizon
        if choices is None or horizon is None or step >= horizon:
            return self.parameters, step
        if step < self._since:
            self._present, self._since = self.parameters, 0
        if step - self._since >= choices.every:
            if self._replanner is None:
                with extra("jax", "a policy that plans anew"):
                    from relgym.planning.gradient.replanning import replanner_of
                self._replanner = replanner_of(self._reasoner, self._form, self.estimator, self.criterion, choices)
            passed = step - self._since
            self._present = self._replanner.plan(self._present, values, step, passed, self._seed)
            self._since = step
        return self._present, step - self._since


def of_json(data: Mapping[str, Any], reasoner: Any, relaxation: ProgramRelaxation | None = None) -> GradientPolicy:
    """Return the policy of plain data.

    Args:
        data: What `GradientPolicy.to_json` has returned.
        reasoner: A reasoner of the instance.
        relaxation: The relaxation of plans that are made anew; `None` for the default one.

    Raises:
        ModelError: The instance has other actions or states now.
    """
    from relgym.planning.stochastic.process import process_of

    form = FORMS[data["plan"]]
    parameters = {name: np.array(array, float) for name, array in data["parameters"].items()}
    policy = GradientPolicy(
        process_of(reasoner, Criterion(**data["criterion"])),
        form,
        data.get("estimator", "gradient"),
        parameters,
        data["returns"],
        Convergence.of_json(data["convergence"]),
        MethodChoice.of_json(data["choice"]),
        Replanning.of_json(data.get("replanning"), relaxation),
    )
    try:
        policy(reasoner.initial_state)
    except (ValueError, KeyError) as error:
        raise ModelError(
            f"the plan is for another version of the instance '{reasoner.instance.name}': {error}",
            hint="solve it again, or use the files of that time",
        ) from error
    return policy
