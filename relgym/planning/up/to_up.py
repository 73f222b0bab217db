"""Tasks as problems of unified-planning."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import reduce
from typing import Any

from relgym.arguments import wrong
from relgym.errors import UnsupportedFeature
from relgym.features import Feature, needed
from relgym.model.numeric import Arithmetic, Expression, FluentValue, Number, Value, functions_in
from relgym.model.pddl.action import Action
from relgym.model.pddl.domain import ActionSchema
from relgym.model.pddl.effects import Add, All, Assign, Delete, Effect, ForallEffect, Probabilistic, When
from relgym.model.pddl.formulas import And, Atom, Compare, Equal, Exists, Forall, Formula, Imply, Not, Or, Truth
from relgym.model.pddl.problem import Task
from relgym.model.pddl.traversal import conjuncts, subeffects, subformulas
from relgym.model.terms import OBJECT, Object, Term, Variable
from relgym.planning.programs.types import without_types
from relgym.planning.up.conversion import TOTAL_COST, Converted, library

_LACKING = (Feature.DERIVED, Feature.PROBABILISTIC)


def to_up(task: Task) -> Converted[Any]:
    """Convert a task to a problem of unified-planning.

    Args:
        task: The task.

    Returns:
        The problem, with what it lacks: the agent's choice of parameters, types of `either`, the reward of the goal.

    Raises:
        UnsupportedFeature: The task has derived predicates or random effects, which the library does not know.
        BackendError: The library is not installed.
        RelgymError: This is no task.
    """
    if not isinstance(task, Task):
        raise wrong("the task", task, "a Task, from relgym.load(domain, problem)")
    features = needed(task)
    for feature in _LACKING:
        if feature in features:
            raise UnsupportedFeature(f"unified-planning does not support: {feature.value}", span=features[feature])
    return _Writer(task).converted()


def actions_of(task: Task, converted: Converted[Any], plan: Any) -> list[Action]:
    """Return the actions of a plan for a converted problem.

    Args:
        task: The task.
        converted: What `to_up` has made of it.
        plan: A sequential plan of unified-planning.

    Returns:
        The actions of the task, with the parameters that the agent chooses.
    """
    actions = []
    for step in plan.actions:
        schema = task.actions[converted.names.get(step.action.name, step.action.name)]
        objects = [Object(converted.names.get(str(each), str(each))) for each in step.actual_parameters]
        bound = dict(zip((item.name for item in schema.parameters), objects, strict=True))
        actions.append(Action(schema.name, tuple(bound[name] for name in schema.free)))
    return actions


class _Writer:
    """One conversion."""

    def __init__(self, task: Task) -> None:
        self.up = library()
        self.lost: list[str] = []
        self.names: dict[str, str] = {}
        self.task = without_types(task)
        if self.task is not task:
            self.lost.append("types with several parents and 'either' are static predicates")
        if any(set(item.free) != {each.name for each in item.parameters} for item in task.domain.actions):
            self.lost.append("the agent chooses all parameters of each action")
        if task.problem.goal_reward is not None:
            self.lost.append("the reward of the goal is left out")
        self.problem = self.up.Problem(task.problem.name)
        self.em = self.problem.environment.expression_manager
        self._taken: set[str] = set()
        self._types = {OBJECT: self.up.UserType(self._new(OBJECT, "type"))}
        for name in self.task.types:
            self._type(name)
        self._objects = {
            item.object.name: self.up.Object(self._new(item.object.name, "object"), self._types[item.types[0]])
            for item in self.task.typed
        }
        self._fluents: dict[str, Any] = {}

    def converted(self) -> Converted[Any]:
        """Convert all parts."""
        up, task, problem = self.up, self.task, self.problem
        costs = self._costs()
        problem.add_objects(self._objects.values())
        for predicate in task.domain.predicates:
            self._fluent(predicate.name, predicate.parameters, up.BoolType(), False)
        for function in task.domain.functions:
            if costs is None or function.name != TOTAL_COST:
                self._fluent(function.name, function.parameters, up.RealType(), None)
        actions = [self._action(action, costs is not None) for action in task.domain.actions]
        problem.add_actions(actions)
        for atom in task.problem.init:
            problem.set_initial_value(self._atom(atom, {}), True)
        for fluent, value in task.problem.values:
            if fluent.function in self._fluents:
                problem.set_initial_value(self._value_of(fluent, {}), self._number(value))
        problem.add_goal(self._formula(task.problem.goal, {}))
        metric = task.problem.metric
        if costs is not None:
            scopes = [
                dict(zip([each.name for each in action.parameters], new.parameters, strict=True))
                for action, new in zip(task.domain.actions, actions, strict=True)
            ]
            by_action = {new: self._sum(parts, scope) for new, parts, scope in zip(actions, costs, scopes, strict=True)}
            problem.add_quality_metric(up.MinimizeActionCosts(by_action, environment=problem.environment))
        elif metric is not None:
            least = metric.direction == "minimize"
            kind = up.MinimizeExpressionOnFinalState if least else up.MaximizeExpressionOnFinalState
            problem.add_quality_metric(kind(self._expression(metric.expression, {}), environment=problem.environment))
        return Converted(problem, tuple(self.lost), self.names)

    # -- names -------------------------------------------------------------------------------

    def _new(self, name: str, kind: str) -> str:
        """Return a name that no other part has; the library keeps all names apart."""
        new = name
        while new in self._taken:
            new += f"-{kind}"
        self._taken.add(new)
        if new != name:
            self.names[new] = name
        return new

    def _type(self, name: str) -> Any:
        if name not in self._types:
            [*parents] = self.task.types[name].parents or (OBJECT,)
            self._types[name] = self.up.UserType(self._new(name, "type"), self._type(parents[0]))
        return self._types[name]

    def _fluent(self, name: str, parameters: tuple[Variable, ...], kind: Any, default: Any) -> None:
        # By number: a declaration may use one name for two parameters.
        typed = {
            f"{item.name.removeprefix('?')}{number}": self._types[item.types[0] if len(item.types) == 1 else OBJECT]
            for number, item in enumerate(parameters)
        }
        fluent = self.up.Fluent(self._new(name, "fluent"), kind, **typed)
        self.problem.add_fluent(fluent, default_initial_value=default)
        self._fluents[name] = fluent

    # -- costs -------------------------------------------------------------------------------

    def _costs(self) -> list[list[Expression]] | None:
        """Return what each action adds to `total-cost`, if that is the metric and nothing else changes or reads it."""
        metric = self.task.problem.metric
        if metric is None or metric.direction != "minimize" or metric.expression != FluentValue(TOTAL_COST):
            return None
        costs = [_added_costs(action.effect) for action in self.task.domain.actions]
        compared = (formula for formula in _formulas(self.task) if isinstance(formula, Compare))
        read = (functions_in(side) for test in compared for side in (test.left, test.right))
        known = [parts for parts in costs if parts is not None]
        return known if len(known) == len(costs) and not any(TOTAL_COST in names for names in read) else None

    def _sum(self, parts: list[Expression], scope: dict[str, Any]) -> Any:
        if not parts:
            return self.em.Int(0)
        return reduce(self.em.Plus, (self._expression(part, scope) for part in parts))

    # -- actions -----------------------------------------------------------------------------

    def _action(self, action: ActionSchema, without_costs: bool) -> Any:
        typed = {item.name.removeprefix("?"): self._types[item.types[0]] for item in action.parameters}
        new = self.up.InstantaneousAction(self._new(action.name, "action"), **typed)
        scope = {item.name: parameter for item, parameter in zip(action.parameters, new.parameters, strict=True)}
        for condition in conjuncts(action.precondition) if action.precondition != Truth(True) else ():
            new.add_precondition(self._formula(condition, scope))
        effects = list(self._effects(action.effect, scope, (), ()))
        added = {part.atom for part, *rest in effects if isinstance(part, Add) and rest[1:] == [(), ()]}
        for part, inner, conditions, variables in effects:
            when = self.em.And(*conditions) if conditions else self.em.TRUE()
            match part:
                case Add(atom):
                    new.add_effect(self._atom(atom, inner), True, when, variables)
                case Delete(atom) if atom not in added:
                    # Adds take place after deletes; the library does not take both of one atom.
                    new.add_effect(self._atom(atom, inner), False, when, variables)
                case Assign(_, fluent) if not (without_costs and fluent.function == TOTAL_COST):
                    self._add_update(new, part, inner, when, variables)
        return new

    def _add_update(
        self, action: Any, update: Assign, scope: dict[str, Any], when: Any, variables: tuple[Any, ...]
    ) -> None:
        target, amount = self._value_of(update.fluent, scope), self._expression(update.value, scope)
        match update.operator:
            case "increase":
                action.add_increase_effect(target, amount, when, variables)
            case "decrease":
                action.add_decrease_effect(target, amount, when, variables)
            case "scale-up":
                action.add_effect(target, self.em.Times(target, amount), when, variables)
            case "scale-down":
                action.add_effect(target, self.em.Div(target, amount), when, variables)
            case _:
                action.add_effect(target, amount, when, variables)

    def _effects(
        self, effect: Effect, scope: dict[str, Any], conditions: tuple[Any, ...], variables: tuple[Any, ...]
    ) -> Iterator[tuple[Add | Delete | Assign, dict[str, Any], tuple[Any, ...], tuple[Any, ...]]]:
        """Yield the single changes, with their scopes, conditions and universal variables."""
        match effect:
            case Add() | Delete() | Assign():
                yield effect, scope, conditions, variables
            case All(parts):
                for part in parts:
                    yield from self._effects(part, scope, conditions, variables)
            case When(condition, inner):
                more = (*conditions, self._formula(condition, scope))
                yield from self._effects(inner, scope, more, variables)
            case ForallEffect(bound, inner):
                new, within = self._bound(bound, scope)
                yield from self._effects(inner, within, conditions, (*variables, *new))
            case Probabilistic(_, span):
                raise UnsupportedFeature("unified-planning does not support: probabilistic effects", span=span)

    # -- formulas ----------------------------------------------------------------------------

    def _bound(self, variables: tuple[Variable, ...], scope: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        # Names with the depth: the library does not take a variable that hides another one.
        new = [
            self.up.Variable(f"{item.name.removeprefix('?')}-{len(scope) + number}", self._types[item.types[0]])
            for number, item in enumerate(variables)
        ]
        return new, scope | {item.name: each for item, each in zip(variables, new, strict=True)}

    def _term(self, term: Term, scope: dict[str, Any]) -> Any:
        if isinstance(term, Variable):
            parameter = scope[term.name]
            is_variable = isinstance(parameter, self.up.Variable)
            return self.em.VariableExp(parameter) if is_variable else self.em.ParameterExp(parameter)
        return self.em.ObjectExp(self._objects[term.name])

    def _atom(self, atom: Atom, scope: dict[str, Any]) -> Any:
        return self._fluents[atom.predicate](*(self._term(term, scope) for term in atom.terms))

    def _value_of(self, fluent: FluentValue, scope: dict[str, Any]) -> Any:
        return self._fluents[fluent.function](*(self._term(term, scope) for term in fluent.terms))

    def _formula(self, formula: Formula, scope: dict[str, Any]) -> Any:
        em = self.em
        match formula:
            case Atom():
                return self._atom(formula, scope)
            case Truth(value):
                return em.Bool(value)
            case Equal(left, right):
                one, other = self._term(left, scope), self._term(right, scope)
                if not (one.type.is_compatible(other.type) or other.type.is_compatible(one.type)):
                    return em.FALSE()
                return em.Equals(one, other)
            case Compare(operator, left, right):
                one, other = self._expression(left, scope), self._expression(right, scope)
                return {"=": em.Equals, "<": em.LT, "<=": em.LE, ">": em.GT, ">=": em.GE}[operator](one, other)
            case Not(part):
                return em.Not(self._formula(part, scope))
            case And(parts) | Or(parts):
                join = em.And if isinstance(formula, And) else em.Or
                return join(*(self._formula(part, scope) for part in parts))
            case Imply(premise, conclusion):
                return em.Implies(self._formula(premise, scope), self._formula(conclusion, scope))
            case Forall(variables, body) | Exists(variables, body):
                new, within = self._bound(variables, scope)
                return (em.Forall if isinstance(formula, Forall) else em.Exists)(self._formula(body, within), *new)

    def _number(self, value: Value) -> Any:
        return self.em.Int(value) if isinstance(value, int) else self.em.Real(Fraction(value))

    def _expression(self, expression: Expression, scope: dict[str, Any]) -> Any:
        match expression:
            case Number(value):
                return self._number(value)
            case FluentValue():
                return self._value_of(expression, scope)
            case Arithmetic("-", (operand,)):
                return self.em.Minus(self.em.Int(0), self._expression(operand, scope))
            case Arithmetic(operator, operands):
                join = {"+": self.em.Plus, "-": self.em.Minus, "*": self.em.Times, "/": self.em.Div}[operator]
                return reduce(join, (self._expression(operand, scope) for operand in operands))


def _added_costs(effect: Effect) -> list[Expression] | None:
    """Return what an effect adds to `total-cost`; None if it changes or reads it in another way."""
    plain = set(map(id, effect.parts if isinstance(effect, All) else (effect,)))
    amounts: list[Expression] = []
    for part in subeffects(effect):
        if not isinstance(part, Assign):
            continue
        changes, reads = part.fluent.function == TOTAL_COST, TOTAL_COST in functions_in(part.value)
        if changes and not reads and part.operator == "increase" and id(part) in plain:
            amounts.append(part.value)
        elif changes or reads:
            return None
    return amounts


def _formulas(task: Task) -> Iterator[Formula]:
    """Yield all formulas of a task without axioms."""
    yield from subformulas(task.problem.goal)
    for action in task.domain.actions:
        yield from subformulas(action.precondition)
        for part in subeffects(action.effect):
            if isinstance(part, When):
                yield from subformulas(part.condition)
