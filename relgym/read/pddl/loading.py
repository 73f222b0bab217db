"""PDDL and PPDDL texts as models.

>>> task = load_task(
...     "(define (domain lamp) (:predicates (on)) (:action press :parameters () :effect (on)))",
...     "(define (problem dark) (:domain lamp) (:init) (:goal (on)))",
... )
>>> print(task.problem.goal, read_action("(press)", task))
(on) (press)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from relgym.limits import Limits
from relgym.model.pddl.problem import Task
from relgym.read.pddl.axioms.ready_made import extended, listed_axioms
from relgym.read.pddl.domain import read_domain
from relgym.read.pddl.problem import problem_of, read_problem
from relgym.read.pddl.query import read_action, read_atom, read_formula, read_operators, read_plan, read_steps
from relgym.read.source import PathOrText, read_source, role_of

__all__ = [
    "load_task",
    "read_action",
    "read_atom",
    "read_domain",
    "read_formula",
    "read_operators",
    "read_plan",
    "read_problem",
    "read_source",
    "read_steps",
]


def load_task(
    domain: PathOrText,
    problem: PathOrText,
    axioms: Sequence[PathOrText] = (),
    *,
    limits: Limits | Mapping[str, float] | None = None,
) -> Task:
    """Read a domain and one of its problems; `relgym.read.loading.load` describes arguments and errors."""
    model = read_domain(domain)
    for further in listed_axioms(axioms):
        model = extended(model, further)
    source = read_source(problem, role_of(domain, problem, "problem"))
    return Task(model, problem_of(source, model, None if limits is None else Limits.of(limits)))
