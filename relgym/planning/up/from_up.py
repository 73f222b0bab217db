"""Problems of unified-planning as tasks."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

from relgym.errors import RelgymError, UnsupportedFeature
from relgym.model.numeric import Arithmetic, Expression, FluentValue, Number, Value, exact
from relgym.model.pddl.domain import ActionSchema, Domain, NumericFunction, Predicate, Type, Typed
from relgym.model.pddl.effects import Add, All, Assign, Delete, Effect, ForallEffect, When
from relgym.model.pddl.formulas import And, Atom, Compare, Equal, Exists, Forall, Formula, Imply, Not, Or, Truth
from relgym.model.pddl.problem import Metric, Problem, Task
from relgym.model.terms import OBJECT, Object, Term, Variable
from relgym.planning.up.conversion import TOTAL_COST, Converted, library
from relgym.read.loading import load
from relgym.read.source import Text
from relgym.write.pddl import write_domain, write_problem
from relgym.write.spelling import KEYWORDS

_NO_NAME = re.compile(r"[\s();?:]+")


def from_up(problem: Any) -> Converted[Task]:
    """Convert a problem of unified-planning to a task.

    Args:
        problem: A classical or numeric `unified_planning.model.Problem`.

    Returns:
        The task, with what it lacks: bounds of numbers, several metrics, names that PDDL cannot have.

    Raises:
        UnsupportedFeature: The problem has time, processes, objects as values, functions in Python or parameters that
            are no objects.
        RelgymError: It is not a problem.
        BackendError: The library is not installed.
    """
    up = library()
    if not isinstance(problem, up.Problem):
        raise RelgymError(f"{type(problem).__name__} is not a problem of unified-planning", expected="a Problem")
    return _Conversion(up, problem).converted()


class _Conversion:
    """One conversion."""

    def __init__(self, up: Any, problem: Any) -> None:
        self.up, self.problem = up, problem
        self.lost: list[str] = []
        self.names: dict[str, str] = {}
        self._known: dict[tuple[str, str], str] = {}
        self._types = {OBJECT: Type(OBJECT, ())}
        self._bounded = False
        features = problem.kind.features
        for feature, words in _UNSUPPORTED.items():
            if feature in features:
                raise UnsupportedFeature(f"tasks of relgym do not support: {words}")

    def converted(self) -> Converted[Task]:
        """Convert all parts; the texts are read again, so that relgym checks the task as it checks files."""
        problem = self.problem
        metric, costs = self._metric()
        for each in problem.user_types:
            self._type_name(each)
        constants_and_objects = tuple(
            Typed(Object(self._name("object", each.name)), (self._type_name(each.type),))
            for each in problem.all_objects
        )
        predicates, functions = [], []
        for fluent in problem.fluents:
            places = tuple(
                Variable(f"?x{number}", (self._type_name(each.type),)) for number, each in enumerate(fluent.signature)
            )
            name = self._name("fluent", fluent.name)
            if fluent.type.is_bool_type():
                predicates.append(Predicate(name, places))
            else:
                self._bounded |= fluent.type.lower_bound is not None or fluent.type.upper_bound is not None
                functions.append(NumericFunction(name, places))
        if costs is not None:
            functions.append(NumericFunction(TOTAL_COST))
        actions = tuple(self._action(each, costs) for each in problem.actions)
        init, values = self._start()
        if costs is not None:
            values.append((FluentValue(TOTAL_COST), 0))
        if self._bounded:
            self.lost.append("numbers have no bounds")
        goal = And(tuple(map(self._formula, problem.goals))) if problem.goals else Truth(True)
        name = self._name("problem", problem.name or "problem")
        domain = Domain(
            name,
            (),
            tuple(self._types.values()),
            # Actions and goals may name all objects, so all are constants of a domain that is made for one problem.
            constants_and_objects,
            tuple(predicates),
            tuple(functions),
            (),
            actions,
        )
        task = Problem(name, name, (), tuple(init), tuple(values), (), goal, metric)
        return Converted(_checked(domain, task), tuple(self.lost), self.names)

    # -- names and types ---------------------------------------------------------------------

    def _name(self, kind: str, name: str) -> str:
        """Return a name that PDDL can have, and that no other part of this kind has."""
        key = kind, name
        if key not in self._known:
            taken = {new for (other, _), new in self._known.items() if other == kind}
            new = base = _NO_NAME.sub("-", name.lower()).strip("-") or kind
            if new in KEYWORDS or (kind == "type" and new == OBJECT):
                new = base = f"{new}-{kind}"
            number = 1
            while new in taken:
                number += 1
                new = f"{base}-{number}"
            if new != name:
                self.names[new] = name
            self._known[key] = new
        return self._known[key]

    def _type_name(self, kind: Any) -> str:
        if kind.name == OBJECT and kind.father is None:
            return OBJECT
        name = self._name("type", kind.name)
        if name not in self._types:
            # A quantifier may name a type that the problem does not list.
            self._types[name] = Type(name, (OBJECT if kind.father is None else self._type_name(kind.father),))
        return name

    def _variable(self, item: Any) -> Variable:
        return Variable("?" + _NO_NAME.sub("-", item.name.lower()), (self._type_name(item.type),))

    # -- parts -------------------------------------------------------------------------------

    def _metric(self) -> tuple[Metric | None, dict[Any, Any] | None]:
        """Return the metric, and the costs of actions if these are the metric."""
        up, metrics = self.up, self.problem.quality_metrics
        if len(metrics) > 1:
            self.lost.append(f"{len(metrics) - 1} of {len(metrics)} metrics are left out")
        match metrics[:1]:
            case [found] if isinstance(found, up.MinimizeActionCosts):
                costs = {action: found.get_action_cost(action) for action in self.problem.actions}
                return Metric("minimize", FluentValue(TOTAL_COST)), costs
            case [found] if isinstance(found, up.MinimizeExpressionOnFinalState):
                return Metric("minimize", self._expression(found.expression)), None
            case [found] if isinstance(found, up.MaximizeExpressionOnFinalState):
                return Metric("maximize", self._expression(found.expression)), None
            case [found] if isinstance(found, up.MinimizeSequentialPlanLength):
                # relgym counts actions where there is no metric.
                return None, None
            case [found]:
                self.lost.append(f"the metric {type(found).__name__} is left out")
        return None, None

    def _start(self) -> tuple[list[Atom], list[tuple[FluentValue, Value]]]:
        from unified_planning.model.fluent import get_all_fluent_exp

        atoms, values = [], []
        problem = self.problem
        every = {
            fluent: default
            for kind, default in problem.fluents_defaults.items()
            if not default.is_false()
            for fluent in get_all_fluent_exp(problem, kind)
        }
        for fluent, value in (every | problem.explicit_initial_values).items():
            if value.is_true():
                atoms.append(self._atom(fluent))
            elif not value.is_bool_constant():
                values.append((self._value_of(fluent), exact(Fraction(value.constant_value()))))
        return atoms, values

    def _action(self, action: Any, costs: dict[Any, Any] | None) -> ActionSchema:
        parameters = tuple(map(self._variable, action.parameters))
        effects = [self._effect(each) for each in action.effects]
        cost = None if costs is None else costs[action]
        if cost is not None:
            effects.append(Assign("increase", FluentValue(TOTAL_COST), self._expression(cost)))
        precondition = And(tuple(map(self._formula, action.preconditions))) if action.preconditions else Truth(True)
        free = tuple(each.name for each in parameters)
        return ActionSchema(self._name("action", action.name), parameters, free, precondition, All(tuple(effects)))

    def _effect(self, effect: Any) -> Effect:
        converted: Effect
        value = effect.value
        if not effect.fluent.type.is_bool_type():
            operator = "assign" if effect.is_assignment() else "increase" if effect.is_increase() else "decrease"
            converted = Assign(operator, self._value_of(effect.fluent), self._expression(value))
        elif value.is_bool_constant():
            converted = Add(self._atom(effect.fluent)) if value.is_true() else Delete(self._atom(effect.fluent))
        else:
            atom, test = self._atom(effect.fluent), self._formula(value)
            converted = All((When(test, Add(atom)), When(Not(test), Delete(atom))))
        if not effect.condition.is_true():
            converted = When(self._formula(effect.condition), converted)
        return ForallEffect(tuple(map(self._variable, effect.forall)), converted) if effect.forall else converted

    # -- formulas and expressions ------------------------------------------------------------

    def _term(self, node: Any) -> Term:
        if node.is_parameter_exp():
            return self._variable(node.parameter())
        if node.is_variable_exp():
            return self._variable(node.variable())
        if node.is_object_exp():
            return Object(self._name("object", node.object().name))
        raise UnsupportedFeature(f"tasks of relgym do not support: an argument that is not an object, {node}")

    def _atom(self, node: Any) -> Atom:
        return Atom(self._name("fluent", node.fluent().name), tuple(map(self._term, node.args)))

    def _value_of(self, node: Any) -> FluentValue:
        return FluentValue(self._name("fluent", node.fluent().name), tuple(map(self._term, node.args)))

    def _formula(self, node: Any) -> Formula:
        parts = node.args
        if node.is_bool_constant():
            return Truth(node.is_true())
        if node.is_fluent_exp():
            return self._atom(node)
        if node.is_and():
            return And(tuple(map(self._formula, parts)))
        if node.is_or():
            return Or(tuple(map(self._formula, parts)))
        if node.is_not():
            return Not(self._formula(parts[0]))
        if node.is_implies():
            return Imply(self._formula(parts[0]), self._formula(parts[1]))
        if node.is_iff():
            left, right = map(self._formula, parts)
            return And((Imply(left, right), Imply(right, left)))
        if node.is_forall():
            return Forall(tuple(map(self._variable, node.variables())), self._formula(parts[0]))
        if node.is_exists():
            return Exists(tuple(map(self._variable, node.variables())), self._formula(parts[0]))
        if node.is_equals() and parts[0].type.is_user_type():
            return Equal(self._term(parts[0]), self._term(parts[1]))
        for test, operator in ((node.is_equals, "="), (node.is_le, "<="), (node.is_lt, "<")):
            if test():
                return Compare(operator, self._expression(parts[0]), self._expression(parts[1]))
        raise UnsupportedFeature(f"tasks of relgym do not support: the condition {node}")

    def _expression(self, node: Any) -> Expression:
        if node.is_constant():
            return Number(exact(Fraction(node.constant_value())))
        if node.is_fluent_exp():
            return self._value_of(node)
        for test, operator in ((node.is_plus, "+"), (node.is_minus, "-"), (node.is_times, "*"), (node.is_div, "/")):
            if test():
                return Arithmetic(operator, tuple(map(self._expression, node.args)))
        raise UnsupportedFeature(f"tasks of relgym do not support: the number {node}")


_TIME = ("CONTINUOUS_TIME", "DISCRETE_TIME", "TIMED_EFFECTS", "TIMED_GOALS", "PROCESSES", "EVENTS")
_VALUES = ("BOOL", "BOUNDED_INT", "UNBOUNDED_INT", "REAL")

_UNSUPPORTED = {
    **dict.fromkeys(_TIME, "time and processes"),
    **dict.fromkeys((f"{kind}_FLUENT_PARAMETERS" for kind in _VALUES), "parameters that are not objects"),
    **dict.fromkeys((f"{kind}_ACTION_PARAMETERS" for kind in _VALUES), "parameters that are not objects"),
    "OBJECT_FLUENTS": "fluents whose values are objects",
    "SIMULATED_EFFECTS": "effects that are functions in Python",
    "TRAJECTORY_CONSTRAINTS": "constraints of trajectories",
    "STATE_INVARIANTS": "invariants of states",
    "CONTINGENT": "actions that observe",
    "HIERARCHICAL": "task networks",
    "SCHEDULING": "schedules",
    "TAMP": "motions",
}
"""Features of the library that PDDL without time lacks."""


def _checked(domain: Domain, problem: Problem) -> Task:
    """Write the parts and read them again."""
    requirements = (":adl", ":numeric-fluents") if domain.functions else (":adl",)
    texts = write_domain(replace(domain, requirements=requirements)), write_problem(problem)
    task = load(*map(Text, texts))
    assert isinstance(task, Task)
    return task
