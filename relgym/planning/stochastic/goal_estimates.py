"""Estimates of what a state of a task with a goal is worth, by relaxed plans.

A relaxed plan of FF (Hoffmann and Nebel, 2001) is found in the all-outcomes determinisation, as in mGPT (Bonet and
Geffner, 2005), with additive costs (Keyder and Geffner, 2008). It is a plan that is likely and cheap: its cost is the
sum of its actions' costs, and its probability the product of the probabilities of its outcomes.

>>> import relgym
>>> from relgym.planning.stochastic.criterion import Criterion
>>> from relgym.planning.stochastic.process import TaskProcess
>>> domain, problem = roads("a b c d", "a b, b c, c d", goal="d")
>>> reasoner = relgym.Reasoner(relgym.load(domain, problem))
>>> estimates = goal_estimates(TaskProcess(reasoner, Criterion("cost")))
>>> [estimates.worth(reasoner.state([f"(at {place})"]))[0] for place in "abc"]
[-3.0, -2.0, -1.0]
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from math import exp, inf, log

from relgym.caching import Cache
from relgym.errors import BackendError, UnsupportedFeature
from relgym.model.bits import bits_of
from relgym.model.pddl.domain import ActionSchema
from relgym.model.pddl.state import State
from relgym.model.program import Row
from relgym.planning.programs.metric import weights
from relgym.planning.programs.numeric import Numbers
from relgym.planning.stochastic.criterion import SURE_PLAN_COST, Criterion
from relgym.planning.stochastic.process import TaskProcess
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.reasoning.pddl.relaxed_task import RelaxedTask
from relgym.translate.ground.estimate import estimated
from relgym.tuning.planning import ESTIMATE_ACTIONS_LIMIT, ESTIMATES_CACHE_LIMIT


def goal_estimates(process: TaskProcess) -> GoalEstimates | None:
    """Return the estimates of a task; `None` if it has too many actions, or costs that depend on the state.

    Args:
        process: The process; its criterion says in which unit a state is worth something.
    """
    reasoner = process.reasoner
    if estimated(reasoner.translation).actions > ESTIMATE_ACTIONS_LIMIT:
        return None
    try:
        return GoalEstimates(RelaxedTask(reasoner, _costs(reasoner)), process.criterion)
    except (BackendError, UnsupportedFeature):
        return None


def _costs(reasoner: PDDLReasoner) -> Callable[[ActionSchema, Row], float]:
    """Return the function that says what an action costs; raises `UnsupportedFeature` if that depends on the state."""
    metric = reasoner.task.problem.metric
    if metric is None or metric.direction != "minimize":
        return lambda action, row: 1.0
    numbers, weighted = Numbers(reasoner.task, reasoner.initial_state), weights(metric.expression)
    tables = {}
    for action in reasoner.task.domain.actions:
        places = [action.parameters.index(variable) for variable in numbers.used(action)]
        tables[action.name] = places, numbers.costs(action, weighted)
    objects = reasoner.task.objects

    def cost(action: ActionSchema, row: Row) -> float:
        places, table = tables[action.name]
        key = tuple(objects[row[place]] for place in places)
        return float(table.get(key if key in table else (), 0))

    return cost


class GoalEstimates:
    """The worth of states, by relaxed plans.

    Args:
        relaxed: The operators of the task.
        criterion: Says in which unit a state is worth something.
    """

    def __init__(self, relaxed: RelaxedTask, criterion: Criterion) -> None:
        self._relaxed, self._criterion = relaxed, criterion
        self._operators = operators = relaxed.operators
        cost, surprise = _scales(criterion)
        self._weights = [each.cost * cost + each.surprise * surprise for each in operators]
        facts = {relaxed.goal, *(fact for each in operators for fact in (*each.needs, *each.adds))}
        self._count = 1 + max((*facts, *relaxed.atoms.values()), default=0)
        self._counts = [len(each.needs) for each in operators]
        self._needed: list[list[int]] = [[] for _ in range(self._count)]
        for number, each in enumerate(operators):
            for fact in each.needs:
                self._needed[fact].append(number)
        self._free = [number for number, count in enumerate(self._counts) if not count]
        self._known: Cache[int, tuple[float, bool]] = Cache(ESTIMATES_CACHE_LIMIT)

    def knows(self, state: State) -> bool:
        """Return True if all atoms of a state can be reached from the initial state; others were not grounded."""
        return not state.bits & ~self._relaxed.within

    def worth(self, state: State) -> tuple[float, bool]:
        """Estimate what a state is worth in which the goal does not hold.

        Args:
            state: A state of the task; numbers are not read.

        Returns:
            The estimate, as a return; and True if it is exact, since the goal is out of reach.
        """
        estimate = self._known.get(state.bits)
        if estimate is None:
            cost, surprise = self._relaxed_plan(state.bits)
            estimate = self._known.keep(state.bits, (self._worth(cost, surprise), cost == inf))
        return estimate

    def _worth(self, cost: float, surprise: float) -> float:
        criterion, probability = self._criterion, exp(-surprise)
        give_up = criterion.give_up
        assert give_up is not None
        if probability == 0:
            return give_up
        match criterion.name:
            case "cost":
                return max(give_up, probability * -cost + (1 - probability) * give_up)
            case "discounted":
                return float(probability * criterion.discount ** max(0.0, cost - 1))
            case _:
                return max(give_up, probability - SURE_PLAN_COST * cost)

    def _relaxed_plan(self, bits: int) -> tuple[float, float]:
        """Return the cost of a relaxed plan and the negative logarithm of its probability; infinite without one."""
        relaxed, operators, needed = self._relaxed, self._operators, self._needed
        best, achiever = [inf] * self._count, [-1] * self._count
        missing, sums = [*self._counts], [*self._weights]
        queue: list[tuple[float, int]] = []

        def apply(number: int) -> None:
            weight = sums[number]
            for fact in operators[number].adds:
                if weight < best[fact]:
                    best[fact], achiever[fact] = weight, number
                    heappush(queue, (weight, fact))

        true = [relaxed.atoms[bit] for bit in bits_of(bits)]
        true += (fact for bit, fact in relaxed.negations.items() if not bits >> bit & 1)
        for fact in true:
            best[fact] = 0.0
            heappush(queue, (0.0, fact))
        for number in self._free:
            apply(number)
        while queue:
            weight, fact = heappop(queue)
            if weight > best[fact]:
                continue
            if fact == relaxed.goal:
                break
            for number in needed[fact]:
                missing[number] -= 1
                sums[number] += weight
                if not missing[number]:
                    apply(number)
        if best[relaxed.goal] == inf:
            return inf, inf
        return self._extracted(achiever)

    def _extracted(self, achiever: list[int]) -> tuple[float, float]:
        """Sum up the operators that the goal needs, the cost of each action once."""
        todo, used = [achiever[self._relaxed.goal]], set()
        costs: dict[int, float] = {}
        surprise = 0.0
        while todo:
            number = todo.pop()
            if number < 0 or number in used:
                continue
            used.add(number)
            operator = self._operators[number]
            if operator.action >= 0:
                costs[operator.action] = operator.cost
            surprise += operator.surprise
            todo += (achiever[fact] for fact in operator.needs)
        return sum(costs.values()), surprise


def _scales(criterion: Criterion) -> tuple[float, float]:
    """Return the weights of costs and of improbability by which a relaxed plan is chosen."""
    match criterion.name:
        case "cost":
            return 1.0, criterion.penalty
        case "discounted":
            return -log(criterion.discount), 1.0
        case _:
            return SURE_PLAN_COST, 1.0
