"""`compare`: how well one domain stands for another one, on states and plans.

>>> from relgym.read.source import Text
>>> pddl = "(define (domain d) (:predicates (at ?x) (road ?x ?y)) (:action go :parameters (?x ?y)"
>>> true = Text(pddl + " :precondition (and (at ?x) (road ?x ?y)) :effect (and (at ?y) (not (at ?x)))))")
>>> bold = Text(pddl + " :precondition (at ?x) :effect (and (at ?y) (not (at ?x)))))")
>>> problem = "(define (problem p) (:domain d) (:objects a b) (:init (at a) (road a b) (road b a)) (:goal (at b)))"
>>> found = compare(true, bold, Text(problem), plans=False)
>>> found.precision, found.recall, found.effects, found.exact
(0.5, 1.0, 1.0, False)
>>> print(found.differences[0])
p: (go a a) is applicable in the second domain only
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

from relgym.arguments import check_flags, check_whole, wrong
from relgym.data.learning.learned import LearnedModel
from relgym.data.learning.outcomes import PROBABILITY_TOLERANCE
from relgym.errors import ModelError, RelgymError
from relgym.limits import Limits
from relgym.model.numeric import FluentValue, Number
from relgym.model.pddl.action import Action
from relgym.model.pddl.domain import ActionSchema, Domain
from relgym.model.pddl.effects import Add, All, Assign, Effect, ForallEffect
from relgym.model.pddl.formulas import FALSE, Atom
from relgym.model.pddl.problem import Problem, Task
from relgym.model.pddl.state import State
from relgym.model.pddl.traversal import primitives
from relgym.planning.planning import plan
from relgym.planning.validation import validate
from relgym.progress import tracked
from relgym.read.pddl.domain import read_domain
from relgym.read.pddl.problem import read_problem
from relgym.read.source import PathOrText, Text
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.write.pddl import write_problem

COMPARED_STATES = 100
"""Number of states of each problem in which two domains are compared, half of them from each. Judged: some 10,000
actions of a problem, within seconds."""

WALK_STEPS = 50
"""Number of steps of a random walk before the next one begins. Judged: walks in domains with dead ends must restart."""

PLAN_SECONDS = 10.0
"""Seconds for each plan that is to carry over. Judged: most train problems are solved in one."""

LISTED_DIFFERENCES = 5
"""Number of differences that a comparison describes. Judged: more are not read."""

Model = LearnedModel | Domain | Task | PathOrText
"""The forms of a domain: a learned model, a model, a path or a text."""


@dataclass(frozen=True, slots=True)
class DomainComparison:
    """The result of `compare`: counts, and the shares that they give; the first domain is taken for the true one.

    Attributes:
        problems: The number of problems.
        states: The number of states.
        first: The number of applicable actions in the first domain, over all states.
        second: The number of those in the second domain.
        both: The number of actions that are applicable in both.
        same: The number of these with the same outcomes in both, up to the tolerance.
        deviation: The largest total variation distance between the outcomes of such an action, 0 to 1.
        plans: The number of plans found in the first domain.
        carried: The number of these that are valid in the second domain.
        plans_back: The number of plans found in the second domain.
        carried_back: The number of these that are valid in the first domain.
        differences: Descriptions of some differences.
        interrupted: True if an interrupt (Ctrl-C) has ended the comparison, and the counts are those until then.
    """

    problems: int = 0
    states: int = 0
    first: int = 0
    second: int = 0
    both: int = 0
    same: int = 0
    deviation: float = 0.0
    plans: int = 0
    carried: int = 0
    plans_back: int = 0
    carried_back: int = 0
    differences: tuple[str, ...] = ()
    interrupted: bool = False

    @property
    def precision(self) -> float | None:
        """The share of the second domain's applicable actions that the first domain has; `None` of none."""
        return self.both / self.second if self.second else None

    @property
    def recall(self) -> float | None:
        """The share of the first domain's applicable actions that the second domain has; `None` of none."""
        return self.both / self.first if self.first else None

    @property
    def effects(self) -> float | None:
        """The share of the actions applicable in both that have the same outcomes; `None` of none."""
        return self.same / self.both if self.both else None

    @property
    def exact(self) -> bool:
        """True if no difference was found, and there was something to compare."""
        applicable = self.first == self.second == self.both == self.same
        return applicable and self.both > 0 and self.plans == self.carried and self.plans_back == self.carried_back

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain data, as `relgym compare --json` prints it."""
        return {
            "exact": self.exact,
            "precision": self.precision,
            "recall": self.recall,
            "effects": self.effects,
            "deviation": self.deviation,
            "problems": self.problems,
            "states": self.states,
            "actions": {"first": self.first, "second": self.second, "both": self.both, "same": self.same},
            "plans": {"found": self.plans, "carried": self.carried},
            "plans_back": {"found": self.plans_back, "carried": self.carried_back},
            "differences": list(self.differences),
            "interrupted": self.interrupted,
        }


def compare(
    domain_a: Model,
    domain_b: Model,
    problems: Problem | Task | PathOrText | Iterable[Problem | Task | PathOrText],
    *,
    states: int = COMPARED_STATES,
    seed: int = 0,
    tolerance: float = PROBABILITY_TOLERANCE,
    plans: bool = True,
    planner: str | None = None,
    limits: Limits | Mapping[str, float] | None = None,
) -> DomainComparison:
    """Compare two domains on problems: applicable actions and their outcomes in sampled states, and plans.

    Half of the states come from random walks in the first domain, half from walks in the second one. A plan carries
    over if `relgym.validate` accepts it in the other domain.

    Args:
        domain_a: The true domain.
        domain_b: The domain to judge, such as a learned one. It may have another name.
        problems: The problems, as paths, texts or models.
        states: The number of states of each problem.
        seed: The seed of the walks.
        tolerance: The total variation distance up to which random outcomes are the same.
        plans: False to leave plans out.
        planner: The planner; see `relgym.plan`.
        limits: Limits of each search for a plan.

    Returns:
        The counts and shares.

    Raises:
        RelgymError: A domain or a problem cannot be read, or they do not fit together.
    """
    check_flags(plans=plans)
    check_whole("states", states, 1)
    check_whole("seed", seed)
    if not isinstance(tolerance, int | float) or not 0 <= tolerance <= 1:
        raise wrong("tolerance", tolerance, "a distance between 0 and 1")
    first, second = _domain("the first domain", domain_a), _domain("the second domain", domain_b)
    second = replace(second, name=first.name)
    given = _listed(problems)
    bounds = Limits(seconds=PLAN_SECONDS) if limits is None else Limits.of(limits)
    tally = _Tally()
    try:
        for number, problem in enumerate(tracked(given, "comparing")):
            tasks = _task(first, problem), _task(second, problem)
            if tasks[0].objects != tasks[1].objects:
                hint = "name the constants when you learn a model"
                raise ModelError("the domains have different constants", hint=hint)
            _compare_states(_changing(*tasks), states, Random(f"{seed} {number}"), tolerance, tally)
            if plans:
                planned, carried = _carried(tally, tasks[0], tasks[1], planner, bounds)
                tally.add(plans=planned, carried=carried)
                planned, carried = _carried(tally, tasks[1], tasks[0], planner, bounds)
                tally.add(plans_back=planned, carried_back=carried)
            tally.add(problems=1)
    except KeyboardInterrupt:
        return replace(tally.found, interrupted=True)
    return tally.found


@dataclass
class _Tally:
    """The counts so far."""

    found: DomainComparison = field(default_factory=DomainComparison)

    def add(self, **counts: int) -> None:
        for name, count in counts.items():
            self.found = replace(self.found, **{name: getattr(self.found, name) + count})

    def differ(self, text: str) -> None:
        if len(self.found.differences) < LISTED_DIFFERENCES:
            self.found = replace(self.found, differences=(*self.found.differences, text))


def _domain(role: str, given: Model) -> Domain:
    match given:
        case LearnedModel():
            return given.domain
        case Domain():
            return given
        case Task():
            return given.domain
        case str() | Path():
            return read_domain(given)
        case _:
            raise wrong(role, given, "a LearnedModel, a Domain, a path or a text")


def _listed(problems: object) -> list[Problem | Task | PathOrText]:
    kinds = (Problem, Task, str, Path)
    expected = "a problem as a path, text or model, or a list of them"
    several = [problems] if isinstance(problems, kinds) else problems
    if not isinstance(several, Iterable):
        raise wrong("the problems", problems, expected)
    given = list(several)
    for item in given:
        if not isinstance(item, kinds):
            raise wrong("a problem", item, expected)
    if not given:
        raise RelgymError("there are no problems", expected=expected)
    return given


def _task(domain: Domain, problem: Problem | Task | PathOrText) -> Task:
    # A model is read again, since its names need not be those of this domain.
    match problem:
        case Task():
            problem = Text(write_problem(problem.problem))
        case Problem():
            problem = Text(write_problem(problem))
        case _:
            pass
    return Task(domain, read_problem(problem, domain))


def _changing(first: Task, second: Task) -> tuple[PDDLReasoner, PDDLReasoner]:
    """Reasoners of two tasks that accept each other's states: what an action of one changes is static in neither."""
    names: set[str] = set()
    for task in (first, second):
        for schema in task.domain.actions:
            for part in primitives(schema.effect):
                names.add(part.fluent.function if isinstance(part, Assign) else part.atom.predicate)
    reasoners = []
    for task in (first, second):
        parts: list[Effect] = [
            ForallEffect(predicate.parameters, Add(Atom(predicate.name, predicate.parameters)))
            for predicate in task.domain.predicates
            if predicate.name in names and predicate.name not in task.derived
        ]
        for function in task.domain.functions:
            if function.name in names:
                value = FluentValue(function.name, function.parameters)
                parts.append(ForallEffect(function.parameters, Assign("assign", value, Number(0))))
        # An action that is never applicable.
        never = ActionSchema("relgym-changes", (), (), FALSE, All(tuple(parts)))
        padded = replace(task.domain, actions=(*task.domain.actions, never))
        reasoners.append(PDDLReasoner(Task(padded, task.problem)))
    return reasoners[0], reasoners[1]


def _sampled(reasoner: PDDLReasoner, count: int, rng: Random) -> list[State]:
    """Different states of random walks; every schema is as likely as the others, however many actions it has."""
    states = {reasoner.initial_state: None}
    tries = 0
    state, steps = reasoner.initial_state, 0
    while len(states) < count and tries < 4 * count:
        tries += 1
        by_schema: dict[str, list[Action]] = {}
        for action in reasoner.valid_actions(state):
            by_schema.setdefault(action.name, []).append(action)
        steps += 1
        if not by_schema or steps > WALK_STEPS:
            state, steps = reasoner.initial_state, 0
            continue
        state = reasoner.successor(state, rng.choice(by_schema[rng.choice(sorted(by_schema))]), rng)
        states[state] = None
    return list(states)


def _compare_states(
    pair: tuple[PDDLReasoner, PDDLReasoner], count: int, rng: Random, tolerance: float, tally: _Tally
) -> None:
    first, second = pair
    states = dict.fromkeys(_sampled(first, (count + 1) // 2, rng))
    states |= dict.fromkeys(first.own(state) for state in _sampled(second, count // 2, rng))
    name = first.task.problem.name
    for state in states:
        twin = second.own(state)
        ours, theirs = first.valid_actions(state), set(second.valid_actions(twin))
        both = [action for action in ours if action in theirs]
        for side, only in (("first", set(ours) - theirs), ("second", theirs - set(ours))):
            for text in sorted(map(str, only))[:1]:
                tally.differ(f"{name}: {text} is applicable in the {side} domain only")
        same = 0
        for action in both:
            distance = _distance(_outcomes(first, state, action), _outcomes(second, twin, action))
            if distance <= tolerance:
                same += 1
            else:
                tally.differ(f"{name}: {action} has other outcomes in the second domain")
            if distance > tally.found.deviation:
                tally.found = replace(tally.found, deviation=distance)
        tally.add(states=1, first=len(ours), second=len(theirs), both=len(both), same=same)


def _outcomes(reasoner: PDDLReasoner, state: State, action: Action) -> dict[Any, float]:
    """The probabilities of outcomes by what is true in them."""
    chances: dict[Any, float] = {}
    for outcome in reasoner.outcomes(state, action):
        after = outcome.state
        key = frozenset(after.own_atoms()), frozenset(after.own_values())
        chances[key] = chances.get(key, 0.0) + outcome.probability
    return chances


def _distance(first: dict[Any, float], second: dict[Any, float]) -> float:
    """The total variation distance between two distributions."""
    return sum(abs(first.get(key, 0.0) - second.get(key, 0.0)) for key in first.keys() | second.keys()) / 2


def _carried(tally: _Tally, source: Task, target: Task, planner: str | None, limits: Limits) -> tuple[int, int]:
    """The number of plans found, none or one, and of those that are valid in another domain."""
    answer = plan(source, planner, limits=limits)
    if answer.interrupted:
        raise KeyboardInterrupt
    if not answer.found:
        return 0, 0
    result = validate(target, answer.actions)
    if not result.valid:
        tally.differ(f"{source.problem.name}: a plan does not carry over: {str(result.reason).splitlines()[0]}")
    return 1, int(result.valid)
