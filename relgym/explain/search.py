"""Truth and bindings of formulas in a `World`, found by going through its rows, fewest first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import assert_never

from relgym.explain.binding import Binding, filled, filled_expression
from relgym.explain.world import World
from relgym.model.arithmetic import compare_values
from relgym.model.pddl.formulas import And, Atom, Compare, Equal, Exists, Forall, Formula, Imply, Not, Or, Truth
from relgym.model.terms import Object, Variable
from relgym.translate.program.normalize import Normalizer, free_variables, negate
from relgym.tuning.reasoning import COUNTED_BINDINGS_LIMIT

Test = Callable[[Atom], bool]


@dataclass(frozen=True, slots=True)
class Assumptions:
    """The atoms that count as true in positive literals, and those that count as true in negated ones.

    A proof of a recursive predicate may use only atoms that are proved before it; negated literals are tested
    against the final result.
    """

    positive: Test
    negative: Test

    @property
    def flipped(self) -> Assumptions:
        return Assumptions(self.negative, self.positive)


class FormulaSearch:
    """Decides closed formulas in a world, and finds the bindings that make others true."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.certain = Assumptions(world.__contains__, world.__contains__)
        self._normalizer = Normalizer()
        self._normal: dict[Formula, Formula] = {}
        # Keys are identities, because normal forms are large. The formulas are kept alive, so that identities stay
        # unique.
        self._negated: dict[int, tuple[Formula, Formula]] = {}
        self._names: dict[int, tuple[Formula, frozenset[str]]] = {}

    def normal(self, formula: Formula) -> Formula:
        """The formula in negation normal form, its inner variables renamed."""
        normalized = self._normal.get(formula)
        if normalized is None:
            normalized = self._normal[formula] = self._normalizer.normal(formula)
        return normalized

    def holds(self, formula: Formula, assumed: Assumptions | None = None) -> bool:
        """Return True if a closed formula is true."""
        self.world.look()
        assumed = assumed or self.certain
        return assumed.positive(formula) if isinstance(formula, Atom) else self._true(self.normal(formula), {}, assumed)

    def solutions(
        self, formula: Formula, variables: tuple[Variable, ...], assumed: Assumptions | None = None
    ) -> Iterator[Binding]:
        """The bindings of the variables, all that are free in the formula, that make it true; each maybe several times.

        Variables of quantifiers inside are bound, too, under the names that `normal` gave them.
        """
        unbound = {variable.name: variable for variable in variables}
        yield from self._solve((self.normal(formula),), unbound, {}, assumed or self.certain)

    def distinct(
        self, formula: Formula, variables: tuple[Variable, ...], assumed: Assumptions | None = None
    ) -> list[Binding]:
        """Return the different bindings that make the formula true, in the objects' order, and not too many."""
        return self._distinct(self.solutions(formula, variables, assumed), variables)

    def counterexamples(
        self, formula: Formula, variables: tuple[Variable, ...], assumed: Assumptions | None = None
    ) -> list[Binding]:
        """Return the different bindings for which the formula does not hold, in the objects' order, and not too many.

        They are more than those that make its negation true, where it compares an undefined number.
        """
        unbound = {variable.name: variable for variable in variables}
        goals = (self._negation(self.normal(formula)),)
        return self._distinct(self._solve(goals, unbound, {}, assumed or self.certain), variables)

    def _distinct(self, solutions: Iterator[Binding], variables: tuple[Variable, ...]) -> list[Binding]:
        by_row: dict[tuple[Object, ...], Binding] = {}
        for binding in islice(solutions, COUNTED_BINDINGS_LIMIT):
            row = tuple(binding[variable.name] for variable in variables)
            by_row.setdefault(row, dict(zip((variable.name for variable in variables), row, strict=True)))
        number = self.world.task.number
        return [by_row[row] for row in sorted(by_row, key=lambda row: [number[term.name] for term in row])]

    def _true(self, goal: Formula, binding: Binding, assumed: Assumptions) -> bool:
        match goal:
            case Atom(predicate, terms):
                return assumed.positive(Atom(predicate, tuple(filled(term, binding) for term in terms)))
            case Equal(left, right):
                return filled(left, binding) == filled(right, binding)
            case Compare(sign, left, right):
                first, second = (self.world.value(filled_expression(side, binding)) for side in (left, right))
                return compare_values(sign, first, second)
            case Truth(value):
                return value
            case Not(part):
                return not self._true(part, binding, assumed.flipped)
            case And(parts):
                return all(self._true(part, binding, assumed) for part in parts)
            case Or(parts):
                return any(self._true(part, binding, assumed) for part in parts)
            case Exists(variables, body):
                return self._some((body,), variables, binding, assumed)
            case Forall(variables, body):
                return not self._some((self._negation(body),), variables, binding, assumed.flipped)
            case Imply():
                raise ValueError(f"not in normal form: {goal}")
            case _:
                assert_never(goal)

    def _some(
        self, goals: tuple[Formula, ...], variables: tuple[Variable, ...], binding: Binding, assumed: Assumptions
    ) -> bool:
        unbound = {variable.name: variable for variable in variables}
        return next(self._solve(goals, unbound, binding, assumed), None) is not None

    def _solve(
        self, goals: tuple[Formula, ...], unbound: dict[str, Variable], binding: Binding, assumed: Assumptions
    ) -> Iterator[Binding]:
        """All ways to make the goals true and to bind everything that is unbound."""
        self.world.look()
        goals, unbound = _opened(goals, unbound)
        if not goals:
            yield from self._any(list(unbound.values()), binding)
            return
        at = min(range(len(goals)), key=lambda number: self._cost(goals[number], unbound, binding))
        goal, rest = goals[at], goals[:at] + goals[at + 1 :]
        open_names = [name for name in unbound if name in self._free(goal)]
        if not open_names:
            if self._true(goal, binding, assumed):
                yield from self._solve(rest, unbound, binding, assumed)
            return
        match goal:
            case Atom():
                for more in self._matches(goal, unbound, binding):
                    if self._true(goal, more, assumed):
                        left = {name: variable for name, variable in unbound.items() if name not in more}
                        yield from self._solve(rest, left, more, assumed)
            case Or(parts):
                for part in parts:
                    yield from self._solve((part, *rest), unbound, binding, assumed)
            case _:
                variable = unbound[open_names[0]]
                left = {name: other for name, other in unbound.items() if other is not variable}
                for term in self.world.ranged(variable):
                    yield from self._solve(goals, left, {**binding, variable.name: term}, assumed)

    def _cost(self, goal: Formula, unbound: dict[str, Variable], binding: Binding) -> float:
        """About how many bindings have to be looked at if a goal comes next."""
        ranges = [len(self.world.ranged(unbound[name])) for name in self._free(goal) if name in unbound]
        if not ranges:
            return 0
        if isinstance(goal, Atom):
            return len(self.world.rows(goal.predicate, _known(goal, binding)))
        # Alternatives and tests wait until other goals have bound their variables.
        return 1e9 + min(ranges)

    def _matches(self, atom: Atom, unbound: dict[str, Variable], binding: Binding) -> Iterator[Binding]:
        """The binding with the atom's variables bound by each row that fits it."""
        for row in self.world.rows(atom.predicate, _known(atom, binding)):
            more = dict(binding)
            for term, there in zip(atom.terms, row, strict=True):
                if isinstance(term, Variable) and term.name not in more:
                    if not self.world.within(there, unbound[term.name]):
                        break
                    more[term.name] = there
                elif filled(term, more) != there:
                    break
            else:
                yield more

    def _any(self, variables: list[Variable], binding: Binding) -> Iterator[Binding]:
        self.world.look()
        if not variables:
            yield binding
            return
        for term in self.world.ranged(variables[0]):
            yield from self._any(variables[1:], {**binding, variables[0].name: term})

    def _free(self, goal: Formula) -> frozenset[str]:
        known = self._names.get(id(goal))
        if known is None:
            known = self._names[id(goal)] = goal, frozenset(variable.name for variable in free_variables(goal))
        return known[1]

    def _negation(self, goal: Formula) -> Formula:
        known = self._negated.get(id(goal))
        if known is None:
            known = self._negated[id(goal)] = goal, negate(goal)
        return known[1]


def _opened(
    goals: tuple[Formula, ...], unbound: dict[str, Variable]
) -> tuple[tuple[Formula, ...], dict[str, Variable]]:
    """The goals with conjunctions and existential quantifiers taken apart."""
    if not any(isinstance(goal, And | Exists) or goal == Truth(True) for goal in goals):
        return goals, unbound
    kept: list[Formula] = []
    todo = list(goals)
    while todo:
        goal = todo.pop(0)
        match goal:
            case And(parts):
                todo = [*parts, *todo]
            case Exists(variables, body):
                unbound = {**unbound, **{variable.name: variable for variable in variables}}
                todo = [body, *todo]
            case Truth(True):
                pass
            case _:
                kept.append(goal)
    return tuple(kept), unbound


def _known(atom: Atom, binding: Binding) -> list[tuple[int, Object]]:
    terms = [filled(term, binding) for term in atom.terms]
    return [(column, term) for column, term in enumerate(terms) if isinstance(term, Object)]
