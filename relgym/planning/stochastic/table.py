"""Policies as tables of states, which can be written to a file and read again."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from relgym.errors import ModelError, RelgymError
from relgym.model.pddl.problem import Task
from relgym.model.rddl.domain import Instance
from relgym.planning.stochastic.criterion import Criterion
from relgym.planning.stochastic.policy import Convergence, Policy
from relgym.planning.stochastic.process import DecisionProcess, process_of
from relgym.read.source import as_path
from relgym.reasoning.reasoner import Reasoner

FORM = "relgym policy 1"
"""The name of the file form, with its version."""


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

    def to_json(self) -> dict[str, Any]:
        """Return the policy as plain data, which `load_policy` reads."""
        return {
            "form": FORM,
            "model": _names(self._process.reasoner.model),
            "method": self.method,
            "criterion": self.criterion.to_json(),
            "convergence": None if self.convergence is None else self.convergence.to_json(),
            "decisions": [
                {
                    "state": state.to_json(),
                    "actions": [_written(action) for action in decision.actions],
                    "values": list(decision.values),
                }
                for state, decision in self._decisions.items()
            ],
        }


def load_policy(path: str | os.PathLike[str], model: Task | Instance | Reasoner) -> TablePolicy:
    """Read a policy that `TablePolicy.save` has written.

    Args:
        path: The file.
        model: The task or instance that the policy is for, or a reasoner of it.

    Returns:
        The policy.

    Raises:
        RelgymError: The file cannot be read, is not a policy, or is one of another model.
    """
    reasoner: Any = model if isinstance(model, Reasoner) else Reasoner(model)
    try:
        data = json.loads(Path(as_path(path)).read_text(encoding="utf-8"))
    except OSError as error:
        raise RelgymError(f"cannot read the policy '{path}': {(error.strerror or str(error)).lower()}") from None
    except (ValueError, RecursionError) as error:
        raise RelgymError(f"{path} is no policy: {error}", expected="a file that Policy.save has written") from None
    if not isinstance(data, dict) or data.get("form") != FORM:
        raise RelgymError(f"{path} is no policy", expected=f"a file whose 'form' is '{FORM}'")
    names = _names(reasoner.model)
    if data.get("model") != names:
        other = data.get("model")
        said = "another problem" if not isinstance(other, dict) else _described(other)
        raise ModelError(f"{path} is a policy for {said}", expected=f"one for {_described(names)}")
    decisions: dict[Any, Decision] = {}
    try:
        criterion = Criterion(**data["criterion"])
        process = process_of(reasoner, criterion)
        for number, entry in enumerate(data["decisions"], 1):
            state, decision = _decision(reasoner, process, entry, f"{path}: decision {number}")
            decisions[state] = decision
        convergence = None if data["convergence"] is None else Convergence(**data["convergence"])
    except (KeyError, TypeError, ValueError) as error:
        raise RelgymError(f"{path} is no policy: {error!r}", expected="a file that Policy.save has written") from None
    return TablePolicy(str(data["method"]), process, decisions, convergence)


def _decision(reasoner: Any, process: DecisionProcess, entry: Mapping[str, Any], place: str) -> tuple[Any, Decision]:
    """Read a state with its decision; raises `ModelError` with the place if they belong to another model."""
    try:
        actions = tuple(_read(reasoner, action) for action in entry["actions"])
        state = process.canonical(reasoner.state_from_json(entry["state"]))
    except RelgymError as error:
        raise ModelError(f"{place}: {error.message}", expected=error.expected, hint=error.hint) from error
    return state, Decision(actions, tuple(map(float, entry["values"])))


def _names(model: Task | Instance) -> dict[str, str]:
    if isinstance(model, Task):
        return {"domain": model.domain.name, "problem": model.problem.name}
    return {"domain": model.domain.name, "problem": model.name}


def _described(names: Mapping[str, Any]) -> str:
    return f"the problem '{names.get('problem')}' of the domain '{names.get('domain')}'"


def _written(action: Any) -> Any:
    return action if action is None or isinstance(action, dict) else str(action)


def _read(reasoner: Any, action: Any) -> Any:
    if not isinstance(action, str):
        return action
    return reasoner.action(action)
