"""Relational environments for Gymnasium from PDDL files, on any logic engine."""

from relgym.backends.base import Limits
from relgym.envs.registration import make, register_soon
from relgym.model.action import Action
from relgym.model.problem import Task
from relgym.model.state import State
from relgym.read.pddl import load
from relgym.reasoner import Answers, Outcome, Reasoner

__version__ = "0.1.0"

__all__ = ["Action", "Answers", "Limits", "Outcome", "Reasoner", "State", "Task", "load", "make"]

register_soon()
