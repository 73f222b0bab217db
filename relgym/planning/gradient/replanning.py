"""Plans that are made anew while they are played: from the present state, for the rest of the horizon.

Each begins with the plan before it, shifted, so a few updates are enough. All are compiled once: the state and the
weights of the steps are arguments, and steps after the end of the horizon have the weight 0.
"""

from __future__ import annotations

from typing import Any

import jax
import numpy as np

from relgym.planning.gradient.coding import ActionCoding
from relgym.planning.gradient.plans import Parameters, PlanForm
from relgym.planning.gradient.rollouts import DifferentiableRollouts
from relgym.planning.gradient.search import Ascent, NotFinite, Optimisation
from relgym.planning.gradient.settings import Replanning
from relgym.planning.stochastic.criterion import Criterion
from relgym.tuning.planning import UPDATES_PER_SCORE


class Replanner:
    """Makes plans from the present state.

    Args:
        optimisation: The compiled functions of plans of one form.
        criterion: The criterion, with a horizon.
        replanning: The numbers.
    """

    def __init__(self, optimisation: Optimisation, criterion: Criterion, replanning: Replanning) -> None:
        self._optimisation, self._criterion, self._replanning = optimisation, criterion, replanning

    def plan(self, parameters: Parameters, values: Any, step: int, passed: int, seed: int) -> Parameters:
        """Return the parameters of a plan whose first step is the present one.

        Args:
            parameters: Those of the plan before.
            values: The present state.
            step: The number of the present step.
            passed: The number of steps since that plan began.
            seed: Seeds the futures, together with the step.
        """
        horizon, optimisation = self._criterion.horizon, self._optimisation
        assert horizon is not None
        weights = np.zeros(horizon)
        weights[: horizon - step] = self._criterion.discount ** np.arange(horizon - step)
        own = int(np.random.SeedSequence([seed, step]).generate_state(1)[0])
        rounds = -(-self._replanning.updates // UPDATES_PER_SCORE)
        with jax.enable_x64(True):
            start, first = optimisation.start(values), optimisation.shifted(parameters, passed)
            ascent = Ascent(optimisation, start, weights, own, first)
            try:
                for done in range(rounds):
                    ascent.advance(done / rounds)
            except NotFinite:
                # The best plan so far is there.
                pass
        return ascent.parameters


def replanner_of(
    reasoner: Any, form: PlanForm, estimator: str, criterion: Criterion, replanning: Replanning
) -> Replanner:
    """Return the replanner of a policy that was read or copied.

    Args:
        reasoner: The reasoner of the instance.
        form: The form of its plans.
        estimator: The name of its estimator.
        criterion: The criterion, with a horizon.
        replanning: The numbers.
    """
    assert criterion.horizon is not None
    with jax.enable_x64(True):
        rollouts = DifferentiableRollouts(reasoner.dynamics)
        parts = rollouts, ActionCoding(reasoner), form, estimator
        return Replanner(Optimisation(*parts, criterion.horizon, replanning.settings), criterion, replanning)
