"""Types that planners may not know, as static predicates.

Most planners read one type for each object and variable, in a tree. A task with `either`, with an object of several
types or with a type below several others gets a static predicate for each range of a variable instead.
"""

from __future__ import annotations

from dataclasses import replace

from relgym.model.pddl.domain import ActionSchema, Axiom, Predicate, Type, Typed
from relgym.model.pddl.effects import Effect, ForallEffect, When
from relgym.model.pddl.formulas import Atom, Exists, Forall, Formula, Imply, Truth
from relgym.model.pddl.problem import Task
from relgym.model.terms import OBJECT, Variable
from relgym.planning.programs.rewriting import Rewriting, conjunction


def without_types(task: Task) -> Task:
    """Return the task itself if its types are simple, else a task without types."""
    watch = _Variables()
    for action in task.domain.actions:
        watch.look(action.parameters)
        watch.formula(action.precondition)
        watch.effect(action.effect)
    for axiom in task.domain.axioms:
        watch.look(axiom.parameters)
        watch.formula(axiom.body)
    watch.formula(task.problem.goal)
    declared = [item.types for item in task.typed] + [item.parents for item in task.domain.types]
    one_each = all(len(types) <= 1 for types in declared) and not watch.several
    if one_each and not task.types[OBJECT].parents:
        return task
    return _Untyped(task).task


class _Variables(Rewriting):
    """Looks for variables with several types."""

    several = False

    def look(self, variables: tuple[Variable, ...]) -> None:
        self.several |= any(len(variable.types) > 1 for variable in variables)

    def quantified(self, formula: Forall | Exists) -> Formula:
        self.look(formula.variables)
        return super().quantified(formula)

    def universal(self, effect: ForallEffect) -> Effect:
        self.look(effect.variables)
        return super().universal(effect)


class _Untyped(Rewriting):
    """Replaces the types of variables by conditions."""

    def __init__(self, task: Task) -> None:
        self._ranges: dict[tuple[str, ...], str] = {}
        domain, problem = task.domain, task.problem
        actions, axioms = tuple(map(self._action, domain.actions)), tuple(map(self._axiom, domain.axioms))
        goal = self.formula(problem.goal)
        predicates = tuple(Predicate(name, (Variable("?x"),)) for name in self._ranges.values())
        atoms = tuple(
            Atom(name, (task.objects[number],))
            for types, name in self._ranges.items()
            for number in sorted(task.ranged(types))
        )
        untyped = tuple(Typed(item, (OBJECT,)) for item in task.objects)
        constants = {item.object for item in domain.constants}
        self.task = Task(
            replace(
                domain,
                types=(Type(OBJECT, ()),),
                constants=tuple(item for item in untyped if item.object in constants),
                predicates=(*domain.predicates, *predicates),
                actions=actions,
                axioms=axioms,
            ),
            replace(
                problem,
                objects=tuple(item for item in untyped if item.object not in constants),
                init=(*problem.init, *atoms),
                goal=goal,
            ),
        )

    def _guard(self, variables: tuple[Variable, ...]) -> Formula:
        """The condition that the variables are in their ranges."""
        typed = [variable for variable in variables if OBJECT not in variable.types]
        for variable in typed:
            # No file can have a name with blanks, so this one is new.
            self._ranges.setdefault(variable.types, f"is a {' or '.join(variable.types)}")
        return conjunction(*(Atom(self._ranges[variable.types], (variable,)) for variable in typed))

    def _action(self, action: ActionSchema) -> ActionSchema:
        precondition = conjunction(self._guard(action.parameters), self.formula(action.precondition))
        parameters = _plain(action.parameters)
        return replace(action, parameters=parameters, precondition=precondition, effect=self.effect(action.effect))

    def _axiom(self, axiom: Axiom) -> Axiom:
        body = conjunction(self._guard(axiom.parameters), self.formula(axiom.body))
        return Axiom(axiom.predicate, _plain(axiom.parameters), body)

    def quantified(self, formula: Forall | Exists) -> Formula:
        variables, guard, body = _plain(formula.variables), self._guard(formula.variables), self.formula(formula.body)
        if isinstance(formula, Exists):
            return Exists(variables, conjunction(guard, body))
        return Forall(variables, body if guard == Truth(True) else Imply(guard, body))

    def universal(self, effect: ForallEffect) -> Effect:
        guard, inner = self._guard(effect.variables), self.effect(effect.effect)
        return ForallEffect(_plain(effect.variables), inner if guard == Truth(True) else When(guard, inner))


def _plain(variables: tuple[Variable, ...]) -> tuple[Variable, ...]:
    return tuple(Variable(variable.name) for variable in variables)
