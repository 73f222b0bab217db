"""Tasks without numbers but costs, for planners of classical PDDL.

Planners know whole costs of actions, `(increase (total-cost) 3)`. Here, the metric of a task becomes such costs:
fractions are scaled, and expressions of static fluents become tables. Comparisons of static fluents become static
predicates. Numbers that no condition reads are left out.

>>> from relgym.read.loading import load
>>> from relgym.reasoning.pddl.reasoner import PDDLReasoner
>>> domain = '''(define (domain d) (:requirements :numeric-fluents) (:predicates (at ?x))
...   (:functions (fuel) (toll ?x))
...   (:action go :parameters (?x) :precondition (< (toll ?x) 2) :effect (and (at ?x) (increase (fuel) (toll ?x)))))'''
>>> problem = '''(define (problem q) (:domain d) (:objects a b) (:goal (at a)) (:metric minimize (fuel))
...   (:init (= (fuel) 0) (= (toll a) 0.5) (= (toll b) 3)))'''
>>> reasoner = PDDLReasoner(load(domain, problem))
>>> found = classical(reasoner.task, reasoner.initial_state)
>>> [f"{fluent} {value}" for fluent, value in found.task.problem.values], found.scale
(['(total-cost) 0', '(cost of go a) 1', '(cost of go b) 6'], 2)
>>> print(found.task.domain.actions[0].precondition)
(comparison 0 ?x)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm

from relgym.errors import UnsupportedFeature
from relgym.model.numeric import FluentValue, Number, Value
from relgym.model.pddl.domain import ActionSchema, NumericFunction
from relgym.model.pddl.effects import All, Assign
from relgym.model.pddl.problem import Metric, Task
from relgym.model.pddl.state import State
from relgym.model.terms import Variable
from relgym.planning.programs.metric import weights
from relgym.planning.programs.naming import TOTAL_COST
from relgym.planning.programs.numeric import Numbers, Row
from relgym.tuning.planning import COST_LIMIT


@dataclass(frozen=True, slots=True)
class Classical:
    """A task for classical planners.

    Attributes:
        task: The task; its numbers are whole costs of actions, if it has any.
        scale: The number of units of these costs in one of the metric.
        offset: The value of the metric at the start.
        inexact: Why the costs are not those of the metric; `None` if they are. Then each action costs the same.
    """

    task: Task
    scale: int
    offset: Value
    inexact: str | None

    def bound(self, cost: int) -> Value:
        """Return the value of the metric after a plan.

        Args:
            cost: The cost of the plan as a planner counts it.
        """
        value = Fraction(cost, self.scale) + Fraction(self.offset)
        return value.numerator if value.denominator == 1 else value


def classical(task: Task, start: State, costs: bool = True) -> Classical:
    """Make the task that begins in a state into one for classical planners.

    Args:
        task: The task.
        start: The state to begin with.
        costs: False to leave out costs.

    Raises:
        UnsupportedFeature: A condition reads a number that actions change, or a table would be too large.
    """
    numbers = Numbers(task, start)
    domain, problem = task.domain, task.problem
    actions = list(map(numbers.action, domain.actions))
    axioms = tuple(replace(axiom, body=numbers.formula(axiom.body)) for axiom in domain.axioms)
    goal = numbers.formula(problem.goal)
    added = _Costs()
    offset: Value = 0
    inexact: str | None = None
    metric = problem.metric
    if costs and metric is not None and metric.direction == "minimize":
        try:
            offset = numbers.at_start(metric.expression)
            weighted = weights(metric.expression)
            added = _costs([numbers.costs(action, weighted) for action in domain.actions], domain.actions, numbers)
        except UnsupportedFeature as error:
            inexact = error.message
    if added.functions:
        actions = [
            replace(each, effect=All((each.effect, cost))) for each, cost in zip(actions, added.effects, strict=True)
        ]
    derived = task.derived
    init = [atom for atom in sorted(start.atoms, key=str) if atom.predicate not in derived]
    plain_domain = replace(
        domain,
        requirements=(),
        predicates=(*domain.predicates, *numbers.predicates),
        functions=tuple(added.functions),
        actions=tuple(actions),
        axioms=axioms,
    )
    plain_problem = replace(
        problem,
        requirements=(),
        init=(*init, *numbers.atoms),
        values=tuple(added.values),
        chances=(),
        goal=goal,
        goal_reward=None,
        metric=Metric("minimize", _TOTAL) if added.functions else None,
    )
    return Classical(Task(plain_domain, plain_problem), added.scale, offset, inexact)


_TOTAL = FluentValue(TOTAL_COST)


@dataclass
class _Costs:
    """The parts of a task that say its costs: functions, their values, and the effect of each action."""

    functions: list[NumericFunction] = field(default_factory=list)
    values: list[tuple[FluentValue, Value]] = field(default_factory=list)
    effects: list[Assign] = field(default_factory=list)
    scale: int = 1


def _costs(tables: Sequence[Mapping[Row, Value]], actions: Sequence[ActionSchema], numbers: Numbers) -> _Costs:
    """Scale the costs of actions, and say them as numbers or as tables."""
    scale = _scale(value for table in tables for value in table.values())
    costs = _Costs([NumericFunction(TOTAL_COST)], [(_TOTAL, 0)], [], scale)
    for action, table in zip(actions, tables, strict=True):
        cost: Number | FluentValue = Number(int(next(iter(table.values()), 0) * scale))
        if len(set(table.values())) > 1:
            # No file can have a name with blanks, so this one is new.
            cost = FluentValue(f"cost of {action.name}", numbers.used(action))
            costs.functions.append(
                NumericFunction(cost.function, tuple(Variable(item.name) for item in numbers.used(action)))
            )
            costs.values += ((FluentValue(cost.function, row), int(value * scale)) for row, value in table.items())
        costs.effects.append(Assign("increase", _TOTAL, cost))
    return costs


def _scale(values: Iterable[Value]) -> int:
    """Return the number by which costs are multiplied to be whole."""
    exact = [Fraction(value) for value in values]
    if any(value < 0 for value in exact):
        raise UnsupportedFeature("actions that lower the metric")
    scale = lcm(*(value.denominator for value in exact))
    if any(value * scale > COST_LIMIT for value in exact):
        raise UnsupportedFeature(f"costs that need whole numbers above {COST_LIMIT:,}")
    return scale
