"""Names that every planner can read: each name of a task gets a short one of plain letters and a number.

A planner may reserve words, read `1` as a number, or lack letters beyond ASCII; PDDL itself has no names with blanks.
No name of a user's file therefore reaches a planner.

>>> from relgym.model.pddl.domain import Domain
>>> from relgym.model.pddl.problem import Problem
>>> from relgym.model.pddl.formulas import Truth
>>> domain = Domain("d", (), (), (), (Predicate("är (x"),), (), (), ())
>>> problem = Problem("p", "d", (Typed(Object("Not"), ("object",)),), (Atom("är (x"),), (), (), Truth(True))
>>> names = PlainNames(Task(domain, problem))
>>> str(names.task.problem.init[0]), str(names.task.objects[0])
('(p0-r-x)', 'o0-not')
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from relgym.model.numeric import Arithmetic, Expression, FluentValue, Number
from relgym.model.pddl.action import Action
from relgym.model.pddl.domain import ActionSchema, Axiom, Domain, NumericFunction, Predicate, Type, Typed
from relgym.model.pddl.effects import Assign, Effect, ForallEffect
from relgym.model.pddl.formulas import Atom, Equal, Exists, Forall, Formula
from relgym.model.pddl.problem import Metric, Problem, Task
from relgym.model.terms import OBJECT, Object, Term, Variable
from relgym.planning.planner import PlannerError
from relgym.planning.programs.rewriting import Rewriting
from relgym.planning.programs.simplification import Simplification, flat

TOTAL_COST = "total-cost"
"""The one function whose name planners know; it keeps it."""

_SIMPLE = Simplification()
_STUB_LENGTH = 24
_OTHERS = re.compile("[^a-z0-9]+")


class PlainNames(Rewriting):
    """The names of a task, and the names that a planner sees.

    Args:
        task: The task; its numeric functions are the costs of actions.

    Attributes:
        task: The task with names that every planner can read.
    """

    def __init__(self, task: Task) -> None:
        domain, problem = task.domain, task.problem
        self._types = _named("t", (item.name for item in domain.types)) | {OBJECT: OBJECT}
        self._predicates = _named("p", (item.name for item in domain.predicates))
        self._functions = _named("f", (item.name for item in domain.functions)) | {TOTAL_COST: TOTAL_COST}
        self._objects = _named("o", (item.name for item in task.objects))
        self._actions = _named("a", (item.name for item in domain.actions))
        self._scopes: list[dict[str, Variable]] = []
        self._variables = 0
        self._schemas = {self._actions[item.name]: item for item in domain.actions}
        self._original = {new: Object(old) for old, new in self._objects.items()}
        constants = {item.object for item in domain.constants}
        renamed = Domain(
            "d",
            domain.requirements,
            tuple(Type(self._types[item.name], tuple(map(self._type, item.parents))) for item in domain.types),
            self._typed(item for item in task.typed if item.object in constants),
            tuple(self._declared(item) for item in domain.predicates),
            tuple(self._function(item) for item in domain.functions),
            tuple(map(self._axiom, domain.axioms)),
            tuple(map(self._action, domain.actions)),
        )
        metric = problem.metric
        self.task = Task(
            renamed,
            Problem(
                "p",
                "d",
                self._typed(item for item in task.typed if item.object not in constants),
                tuple(map(self.atom, problem.init)),
                tuple((self._fluent(fluent), value) for fluent, value in problem.values),
                (),
                _SIMPLE.formula(self.formula(problem.goal)),
                metric and Metric(metric.direction, self._expression(metric.expression)),
            ),
        )

    def plan(self, lines: Iterable[str], planner: str) -> list[Action]:
        """Read a plan that a planner has printed.

        Args:
            lines: The lines; those that are empty or begin with `;` are comments.
            planner: The name of the planner, for messages.

        Returns:
            The actions of the task, with the parameters that an agent chooses.

        Raises:
            PlannerError: A line is no action of the task.
        """
        texts = (line.strip() for line in lines)
        return [self._read(text, planner) for text in texts if text and not text.startswith(";")]

    def _read(self, text: str, planner: str) -> Action:
        words = text.lower().removeprefix("(").removesuffix(")").split()
        schema = self._schemas.get(words[0]) if words else None
        terms = [self._original[word] for word in words[1:] if word in self._original]
        if schema is None or not len(terms) == len(schema.parameters) == len(words) - 1:
            raise PlannerError(
                f"the planner '{planner}' printed a step that is not an action of the task: {text[:80]!r}",
                hint="install its package again, try another planner, or report this to its authors",
            )
        bound = dict(zip((item.name for item in schema.parameters), terms, strict=True))
        return Action(schema.name, tuple(bound[name] for name in schema.free))

    # -- the parts of a task -----------------------------------------------------------------

    def _type(self, name: str) -> str:
        return self._types[name]

    def _typed(self, items: Iterable[Typed]) -> tuple[Typed, ...]:
        return tuple(Typed(self._object(item.object), tuple(map(self._type, item.types))) for item in items)

    def _declared(self, item: Predicate) -> Predicate:
        # Without types: planners do not need them, and some do not read all of them.
        return Predicate(self._predicates[item.name], _places(len(item.parameters)))

    def _function(self, item: NumericFunction) -> NumericFunction:
        return NumericFunction(self._functions[item.name], _places(len(item.parameters)))

    def _axiom(self, axiom: Axiom) -> Axiom:
        self._scopes.append(self._scope(axiom.parameters))
        parameters = tuple(map(self._variable, axiom.parameters))
        renamed = Axiom(self._predicates[axiom.predicate], parameters, _SIMPLE.formula(self.formula(axiom.body)))
        self._scopes.pop()
        return renamed

    def _action(self, action: ActionSchema) -> ActionSchema:
        self._scopes.append(self._scope(action.parameters))
        parameters = tuple(map(self._variable, action.parameters))
        # All parameters are free: the agent's choice means nothing to a planner.
        renamed = ActionSchema(
            self._actions[action.name],
            parameters,
            tuple(item.name for item in parameters),
            _SIMPLE.formula(self.formula(action.precondition)),
            flat(self.effect(action.effect)),
        )
        self._scopes.pop()
        return renamed

    # -- formulas and effects ----------------------------------------------------------------

    def atom(self, atom: Atom) -> Atom:
        """Rename the predicate and the terms."""
        return Atom(self._predicates[atom.predicate], tuple(map(self._term, atom.terms)))

    def equal(self, equal: Equal) -> Formula:
        """Rename the terms."""
        return Equal(self._term(equal.left), self._term(equal.right))

    def assign(self, assign: Assign) -> Effect:
        """Rename the function and the terms."""
        return Assign(assign.operator, self._fluent(assign.fluent), self._expression(assign.value))

    def quantified(self, formula: Forall | Exists) -> Formula:
        """Rename the variables; none hides another one."""
        self._scopes.append(self._scope(formula.variables))
        variables = tuple(map(self._variable, formula.variables))
        renamed = replace(formula, variables=variables, body=self.formula(formula.body))
        self._scopes.pop()
        return renamed

    def universal(self, effect: ForallEffect) -> Effect:
        """Rename the variables; none hides another one."""
        self._scopes.append(self._scope(effect.variables))
        renamed = ForallEffect(tuple(map(self._variable, effect.variables)), self.effect(effect.effect))
        self._scopes.pop()
        return renamed

    def _scope(self, variables: tuple[Variable, ...]) -> dict[str, Variable]:
        scope = dict(self._scopes[-1]) if self._scopes else {}
        for variable in variables:
            scope[variable.name] = Variable(f"?v{self._variables}", tuple(map(self._type, variable.types)))
            self._variables += 1
        return scope

    def _variable(self, variable: Variable) -> Variable:
        return self._scopes[-1][variable.name]

    def _object(self, item: Object) -> Object:
        return Object(self._objects[item.name])

    def _term(self, term: Term) -> Term:
        return self._variable(term) if isinstance(term, Variable) else self._object(term)

    def _fluent(self, fluent: FluentValue) -> FluentValue:
        return FluentValue(self._functions[fluent.function], tuple(map(self._term, fluent.terms)))

    def _expression(self, expression: Expression) -> Expression:
        match expression:
            case Number():
                return expression
            case FluentValue():
                return self._fluent(expression)
            case Arithmetic(operator, operands):
                return Arithmetic(operator, tuple(map(self._expression, operands)))


def _named(kind: str, names: Iterable[str]) -> dict[str, str]:
    """Map names to new ones, with a stub of the old name for people who read the planner's log."""
    names_of = {}
    for number, name in enumerate(dict.fromkeys(names)):
        stub = _OTHERS.sub("-", name.lower()).strip("-")[:_STUB_LENGTH].strip("-")
        names_of[name] = f"{kind}{number}-{stub}" if stub else f"{kind}{number}"
    return names_of


def _places(count: int) -> tuple[Variable, ...]:
    return tuple(Variable(f"?x{number}") for number in range(count))
