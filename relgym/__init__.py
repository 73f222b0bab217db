"""Relational environments for Gymnasium from PDDL and RDDL files, on any logic engine."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from relgym.backends.base import Limits
from relgym.diagnostics import Diagnostic, Severity
from relgym.envs.registration import make, register_folder, register_soon
from relgym.errors import RelgymError
from relgym.model.pddl.action import Action
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.model.rddl.domain import Instance
from relgym.model.rddl.state import RDDLState
from relgym.notebooks import show_environments
from relgym.read.source import Text
from relgym.reasoning.reasoner import Reasoner
from relgym.reasoning.results import Answers, Outcome
from relgym.version import __version__ as __version__

if TYPE_CHECKING:
    from relgym.batched.batch import Batch, batch
    from relgym.catalogue.loading import load
    from relgym.checking import diagnose
    from relgym.data.parallel_rollouts import Rollouts, rollouts
    from relgym.exploration.exploring import explore
    from relgym.exploration.space import StateSpace
    from relgym.planning.plan import Plan
    from relgym.planning.planning import plan
    from relgym.planning.stochastic.evaluation import Evaluation, evaluate
    from relgym.planning.stochastic.policy import Policy
    from relgym.planning.stochastic.solving import solve
    from relgym.planning.validation import Validation, validate
    from relgym.reasoning.pddl.reasoner import PDDLReasoner
    from relgym.reasoning.rddl.reasoner import RDDLReasoner
    from relgym.render.painter import Painter
    from relgym.simulate.pddl import PDDLSimulator
    from relgym.simulate.simulator import RDDLSimulator, Simulator

__all__ = [
    "Action",
    "Answers",
    "Batch",
    "Diagnostic",
    "Evaluation",
    "Instance",
    "Limits",
    "Outcome",
    "PDDLReasoner",
    "PDDLSimulator",
    "Painter",
    "Plan",
    "Policy",
    "RDDLReasoner",
    "RDDLSimulator",
    "RDDLState",
    "Reasoner",
    "RelgymError",
    "Rollouts",
    "Severity",
    "Simulator",
    "State",
    "StateSpace",
    "Task",
    "Text",
    "Validation",
    "batch",
    "diagnose",
    "evaluate",
    "explore",
    "load",
    "make",
    "plan",
    "register_folder",
    "rollouts",
    "solve",
    "validate",
]

register_soon()
show_environments()


_HOMES = {
    "Batch": "batched.batch",
    "PDDLReasoner": "reasoning.pddl.reasoner",
    "Painter": "render.painter",
    "Plan": "planning.plan",
    "RDDLReasoner": "reasoning.rddl.reasoner",
    "PDDLSimulator": "simulate.pddl",
    "RDDLSimulator": "simulate.simulator",
    "Rollouts": "data.parallel_rollouts",
    "rollouts": "data.parallel_rollouts",
    "StateSpace": "exploration.space",
    "Simulator": "simulate.simulator",
    "batch": "batched.batch",
    "diagnose": "checking",
    "explore": "exploration.exploring",
    "load": "catalogue.loading",
    "plan": "planning.planning",
    "Evaluation": "planning.stochastic.evaluation",
    "Policy": "planning.stochastic.policy",
    "evaluate": "planning.stochastic.evaluation",
    "solve": "planning.stochastic.solving",
    "Validation": "planning.validation",
    "validate": "planning.validation",
}


def __getattr__(name: str) -> Any:
    # RDDL's grammar, NumPy and scenes, and all that is made of them, take a while to import.
    if name in _HOMES:
        return getattr(import_module(f"relgym.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'relgym' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
