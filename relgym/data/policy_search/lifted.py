"""`LiftedPolicy`: a lifted policy, learned for all instances of an RDDL domain."""

from __future__ import annotations

import reprlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from relgym.data.policy_search.heads import Head
from relgym.data.policy_search.playing import BatchSimulator
from relgym.errors import ModelError
from relgym.model.rddl.domain import Instance
from relgym.planning.stochastic.criterion import criterion_of
from relgym.planning.stochastic.policy import Policy
from relgym.reasoning.reasoner import Reasoner


class LiftedPolicy(Policy):
    """A policy with a weight for each feature, not for each cell: it carries over to other instances of its domain.

    `learn_policy` makes one. Decisions take milliseconds, and draw nothing.

    Attributes:
        weights: The weights, shape `(W,)`.
        returns: For each generation, the mean return of its candidates.
        reason: The reason why learning ended early; `None` if it did not.
    """

    method = "learned"

    def __init__(
        self,
        simulator: BatchSimulator,
        heads: Sequence[Head],
        weights: Any,
        returns: Sequence[float] = (),
        reason: str | None = None,
        discount: float | None = None,
    ) -> None:
        self.weights, self.returns, self.reason = weights, tuple(returns), reason
        self._simulator, self._heads, self._discount = simulator, heads, discount
        self.criterion = criterion_of(Instance, None, discount=discount, instance=simulator.reasoner.instance)

    def __reduce_ex__(self, protocol: Any) -> Any:
        return of_json, (self.to_json(), self._simulator.reasoner)

    def to_json(self) -> dict[str, Any]:
        """Return the policy as plain data, which `load_policy` reads for any instance of the domain."""
        return {
            **self.heading(self._simulator.reasoner.instance),
            "heads": [head.to_json() for head in self._heads],
            "weights": self.weights.tolist(),
            "terms": len(self._simulator.terms.listed),
            "returns": [*self.returns],
            "reason": self.reason,
            "discount": self._discount,
        }

    def __call__(self, state: Any, step: int = 0) -> dict[str, Any] | None:
        reasoner = self._simulator.reasoner
        arrays = self._simulator.arrays(reasoner.dynamics.own(state))
        chosen = self._simulator.actions(self._heads, self.weights[None], arrays, 1)
        action = self._simulator.chooser.cells(chosen)
        # Where not even the defaults are valid there is nothing to fall back on.
        return action if action or reasoner.is_valid(state, {}) else None

    def for_instance(self, instance: Instance | Reasoner) -> LiftedPolicy:
        """Return the same policy for another instance of the domain.

        Args:
            instance: The instance, from `relgym.load`, or a reasoner of it.

        Returns:
            A policy for the states of that instance.

        Raises:
            ModelError: It is an instance of another domain, or not an instance.
        """
        reasoner = rddl_reasoner(instance)
        learned_in = self._simulator.reasoner.instance.domain
        if reasoner.instance.domain != learned_in:
            raise ModelError(
                f"the policy was learned in the domain '{learned_in.name}', and {reasoner.instance!r} is not of it",
                hint="learn_policy learns one in train instances of that domain",
            )
        return LiftedPolicy(
            BatchSimulator(reasoner), self._heads, self.weights, self.returns, self.reason, self._discount
        )


def of_json(data: Mapping[str, Any], reasoner: Any) -> LiftedPolicy:
    """Return the policy of plain data, for an instance.

    Args:
        data: What `LiftedPolicy.to_json` has returned.
        reasoner: A reasoner of an instance of the domain in which it was learned.

    Raises:
        ModelError: The domain is another one now.
    """
    simulator = BatchSimulator(reasoner)
    heads = [Head.of_json(each) for each in data["heads"]]
    weights = np.array(data["weights"], float)
    if data["terms"] != len(simulator.terms.listed) or sum(head.size for head in heads) != len(weights):
        raise ModelError(
            f"the policy was learned in another version of the domain '{reasoner.instance.domain.name}'",
            hint="learn it again, or use the domain file of that time",
        )
    return LiftedPolicy(simulator, heads, weights, data["returns"], data["reason"], data["discount"])


def rddl_reasoner(model: Any) -> Any:
    """Return a reasoner of an RDDL instance on the builtin engine; raises `ModelError` for anything else."""
    instance = model.model if isinstance(model, Reasoner) else model
    if not isinstance(instance, Instance):
        raise ModelError(
            f"policies are learned for RDDL only, and {reprlib.repr(instance)} is not an RDDL instance",
            expected="an Instance, from relgym.load(domain, instance)",
            hint="relgym.data.learn_model learns a model of PDDL, in which relgym.solve finds policies",
        )
    return model if isinstance(model, Reasoner) else Reasoner(instance)
