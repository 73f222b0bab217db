"""PDDL and PPDDL texts as models.

>>> task = load(
...     "(define (domain lamp) (:predicates (on)) (:action press :parameters () :effect (on)))",
...     "(define (problem dark) (:domain lamp) (:init) (:goal (on)))",
... )
>>> print(task.problem.goal, read_action("(press)", task))
(on) (press)
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from relgym.errors import UnsupportedFeature
from relgym.limits import Limits
from relgym.model.pddl.problem import Task
from relgym.read.language import is_rddl
from relgym.read.pddl.axioms import extend
from relgym.read.pddl.domain import read_domain
from relgym.read.pddl.problem import read_problem
from relgym.read.pddl.query import read_action, read_atom, read_formula, read_operators, read_plan, read_steps
from relgym.read.source import PathOrText, is_text, listed, read_source

__all__ = [
    "load",
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


def load(
    domain: PathOrText,
    problem: PathOrText,
    axioms: Sequence[PathOrText] = (),
    *,
    limits: Limits | Mapping[str, float] | None = None,
) -> Task:
    """Read a domain and one of its problems from PDDL files.

    A `relgym.Text` is never taken for a path; a plain `str` with a line break is a text. A problem that by an estimate
    would take more memory than the limit is refused before it is read.

    Args:
        domain: The domain, as a path or text.
        problem: The problem, as a path or text.
        axioms: Paths or texts of further derived predicates.
        limits: The limits whose `memory` bounds the problem; by default `Limits()`.

    Returns:
        The task.

    Raises:
        ParseError: A file cannot be read, or is not PDDL.
        ModelError: A file is PDDL, but has no meaning, such as an atom of an unknown predicate.
        UnsupportedFeature: A file uses a part of PDDL that relgym does not support, or is RDDL.

    Warns:
        RelgymWarning: A file is accepted, but looks wrong.
    """
    if is_rddl(domain):
        named = "the domain" if isinstance(domain, str) and is_text(domain) else os.fspath(domain)
        raise UnsupportedFeature(
            f"{named} is RDDL, and load() makes a task of PDDL",
            hint="relgym.reason(domain, instance) answers questions about it, relgym.make(domain, instance) plays it",
        )
    model = read_domain(domain)
    for further in listed(axioms):
        model = extend(model, read_source(further, "axioms"))
    return Task(model, read_problem(problem, model, None if limits is None else Limits.of(limits)))
