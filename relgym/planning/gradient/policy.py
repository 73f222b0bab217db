"""Policies that gradients have found: a straight-line plan, or a small neural network. They need no JAX."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from relgym.errors import ModelError
from relgym.model.rddl.state import RDDLState
from relgym.planning.gradient.coding import ActionCoding
from relgym.planning.gradient.plans import FORMS, PlanForm, features_of
from relgym.planning.stochastic.criterion import Criterion
from relgym.planning.stochastic.method_choice import MethodChoice
from relgym.planning.stochastic.policy import Convergence, Policy
from relgym.planning.stochastic.process import DecisionProcess


class GradientPolicy(Policy):
    """A policy that gradients have found. In place of an action that is not valid it gives the default action.

    Attributes:
        plan: The form of the plan: `slp` for a straight-line plan, `drp` for a deep reactive policy.
        estimator: The estimator of directions of ascent: `gradient` or `pgpe`.
        parameters: Its parameters, arrays by name. Those of a straight-line plan are `points`: shape (steps, cells).
        returns: The best exact mean return so far, after each ten updates.
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
    ) -> None:
        self.plan, self.estimator, self.parameters, self.returns = form.name, estimator, parameters, tuple(returns)
        self.criterion, self.convergence, self.choice = process.criterion, convergence, choice
        self._reasoner, self._form = process.reasoner, form
        self._coding = ActionCoding(self._reasoner)

    def __reduce_ex__(self, protocol: Any) -> Any:
        return of_json, (self.to_json(), self._reasoner)

    def __call__(self, state: RDDLState, step: int = 0) -> dict[str, Any] | None:
        reasoner, coding = self._reasoner, self._coding
        values = reasoner.dynamics.own(state)
        if step < self._form.steps(self.parameters):
            features = features_of(np, [np.asarray(each) for each in values], 1)
            action = coding.action(self._form.points(np, self.parameters, step, features))
            # As in the exact rollouts that have scored the plan.
            if reasoner.conditions.allows(values, action):
                return coding.differing(action)
        return {} if reasoner.is_valid(state, {}) else None

    def value(self, state: RDDLState, step: int = 0) -> float | None:
        """Return the mean exact return of the optimisation for the initial state, and `None` for others."""
        at_start = step == 0 and self._reasoner.dynamics.own(state) == self._reasoner.dynamics.start
        return self.returns[-1] if at_start and self.returns else None

    def to_json(self) -> dict[str, Any]:
        """Return the policy as plain data, which `load_policy` reads."""
        return {
            **self.heading(self._reasoner.instance),
            "plan": self.plan,
            "estimator": self.estimator,
            "parameters": {name: np.asarray(array).tolist() for name, array in self.parameters.items()},
            "returns": [*self.returns],
            "choice": None if self.choice is None else self.choice.to_json(),
        }


def of_json(data: Mapping[str, Any], reasoner: Any) -> GradientPolicy:
    """Return the policy of plain data.

    Args:
        data: What `GradientPolicy.to_json` has returned.
        reasoner: A reasoner of the instance.

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
    )
    try:
        policy(reasoner.initial_state)
    except (ValueError, KeyError) as error:
        raise ModelError(
            f"the plan is for another version of the instance '{reasoner.instance.name}': {error}",
            hint="solve it again, or use the files of that time",
        ) from error
    return policy
