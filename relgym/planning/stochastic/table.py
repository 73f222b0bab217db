"""Policies as tables of states, and policies in files."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from relgym.errors import ModelError, RelgymError
from relgym.limits import Limits
from relgym.model.pddl.problem import Task
from relgym.model.rddl.domain import Instance
from relgym.planning.stochastic.criterion import Criterion
from relgym.planning.stochastic.policy import FORM, Convergence, Origin, Policy, names_of
from relgym.planning.stochastic.process import DecisionProcess, process_of
from relgym.planning.stochastic.solving import made, method_named, options_of
from relgym.read.source import as_path
from relgym.reasoning.reasoner import Reasoner

_LEARNED = "relgym.data.policy_search.lifted"
"""The module of learned policies, imported for a file of one: it stands above this layer."""

_GRADIENT = "relgym.planning.gradient.policy"
"""The module of policies that gradients have found, imported for a file of one."""


@dataclass(frozen=True, slots=True)
class Decision:
    """An entry of a table: actions and values of one state.

    Attributes:
        actions: The action with 1 step left, with 2 steps left, and so on; one action where there is no horizon.
        values: The values in the same order.
    """

    actions: tuple[Any, ...]
    values: tuple[float, ...]


class TablePolicy(Policy):
    """A policy that knows an action and a value for each state that it can meet.

    Args:
        method: The name of the method that has made it.
        process: Says which states are the same.
        decisions: What to do, by state.
        convergence: How far the method has come.
    """

    criterion: Criterion

    def __init__(
        self,
        method: str,
        process: DecisionProcess,
        decisions: Mapping[Any, Decision],
        convergence: Convergence | None,
    ) -> None:
        self.method = method
        self.criterion = process.criterion
        self.convergence = convergence
        self._process = process
        self._decisions = decisions

    def __len__(self) -> int:
        return len(self._decisions)

    def __call__(self, state: Any, step: int = 0) -> Any:
        decision = self._decisions.get(self._process.canonical(state))
        return None if decision is None else self._at(decision.actions, step)

    def value(self, state: Any, step: int = 0) -> float | None:
        decision = self._decisions.get(self._process.canonical(state))
        value = None if decision is None else self._at(decision.values, step)
        return None if value is None else self.criterion.shown(value)

    def _at(self, entries: tuple[Any, ...], step: int) -> Any:
        horizon = self.criterion.horizon
        place = 0 if horizon is None else horizon - step - 1
        return entries[place] if 0 <= place < len(entries) else None

    def __reduce_ex__(self, protocol: Any) -> Any:
        # States mean something in one vocabulary only, so they travel as texts.
        return policy_of_json, (self.to_json(), self._process.reasoner, "a pickled policy")

    def to_json(self) -> dict[str, Any]:
        """Return the policy as plain data, which `load_policy` reads."""
        return {
            **self.heading(self._process.reasoner.model),
            "decisions": [
                {
                    "state": state.to_json(),
                    "actions": [_written(action) for action in decision.actions],
                    "values": list(decision.values),
                }
                for state, decision in self._decisions.items()
            ],
        }


def load_policy(path: str | os.PathLike[str], model: Task | Instance | Reasoner) -> Policy:
    """Read a policy that `Policy.save` has written.

    Args:
        path: The file.
        model: The task or instance that the policy is for, or a reasoner of it; for a learned policy, any instance of
            its domain.

    Returns:
        The policy: a table, a policy that decides when it is asked, a learned one, or one that gradients have found.

    Raises:
        RelgymError: The file cannot be read, is not a policy, or is one of another model.
    """
    reasoner: Any = model if isinstance(model, Reasoner) else Reasoner(model)
    try:
        data = json.loads(Path(as_path(path)).read_text(encoding="utf-8"))
    except OSError as error:
        raise RelgymError(f"cannot read the policy '{path}': {(error.strerror or str(error)).lower()}") from None
    except (ValueError, RecursionError) as error:
        raise RelgymError(f"{path} is not a policy: {error}", expected="a file that Policy.save has written") from None
    return policy_of_json(data, reasoner, str(path))


def policy_of_json(data: Any, reasoner: Any, path: str) -> Policy:
    """Return the policy of plain data.

    Args:
        data: The data that `Policy.to_json` has returned.
        reasoner: A reasoner of the model.
        path: The name of the data in messages.

    Raises:
        RelgymError: The data are no policy, or one of another model.
    """
    if not isinstance(data, dict) or data.get("form") != FORM:
        raise RelgymError(f"{path} is not a policy", expected=f"a file whose 'form' is '{FORM}'")
    names, other, learned = names_of(reasoner.model), data.get("model"), "heads" in data
    if other != names and not (learned and isinstance(other, dict) and other.get("domain") == names["domain"]):
        said = "another problem" if not isinstance(other, dict) else _described(other)
        raise ModelError(f"{path} is a policy for {said}", expected=f"one for {_described(names)}")
    try:
        if learned:
            return import_module(_LEARNED).of_json(data, reasoner)  # type: ignore[no-any-return]
        if "parameters" in data:
            return import_module(_GRADIENT).of_json(data, reasoner)  # type: ignore[no-any-return]
        process = process_of(reasoner, Criterion(**data["criterion"]))
        if "decisions" not in data:
            given = Limits(**data["limits"]), data["seed"], data["options"]
            options_of(data["method"], method_named(data["method"]), data["options"])
            return made(Origin(made, process, data["method"], *given))
        decisions = dict(
            _decision(reasoner, process, entry, f"{path}: decision {number}")
            for number, entry in enumerate(data["decisions"], 1)
        )
        convergence = Convergence.of_json(data["convergence"])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise RelgymError(
            f"{path} is not a policy: {error!r}", expected="a file that Policy.save has written"
        ) from None
    return TablePolicy(str(data["method"]), process, decisions, convergence)


def _decision(reasoner: Any, process: DecisionProcess, entry: Mapping[str, Any], place: str) -> tuple[Any, Decision]:
    """Read a state with its decision; raises `ModelError` with the place if they belong to another model."""
    try:
        actions = tuple(_read(reasoner, action) for action in entry["actions"])
        state = process.canonical(reasoner.state_from_json(entry["state"]))
    except RelgymError as error:
        raise ModelError(f"{place}: {error.message}", expected=error.expected, hint=error.hint) from error
    return state, Decision(actions, tuple(map(float, entry["values"])))


def _described(names: Mapping[str, Any]) -> str:
    return f"the problem '{names.get('problem')}' of the domain '{names.get('domain')}'"


def _written(action: Any) -> Any:
    return action if action is None or isinstance(action, dict) else str(action)


def _read(reasoner: Any, action: Any) -> Any:
    if not isinstance(action, str):
        return action
    return reasoner.action(action)
