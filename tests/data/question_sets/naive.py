"""A naive twin of relgym's reasoning: states are sets of texts, and formulas are read as they stand in the files."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from relgym.model.pddl.effects import Add, All, Delete, ForallEffect, Probabilistic, When
from relgym.model.pddl.formulas import And, Atom, Equal, Exists, Forall, Imply, Not, Or, Truth
from relgym.model.terms import Variable


class NaiveTask:
    """A task without numbers."""

    def __init__(self, task):
        self.task = task
        self.start = frozenset(map(str, task.problem.init))
        self.levels = self._levels()

    def _levels(self):
        """The derived predicates in an order in which negated ones come before those that need them."""
        level = {axiom.predicate: 0 for axiom in self.task.domain.axioms}
        for _ in range(len(level) ** 2 + 1):
            for axiom in self.task.domain.axioms:
                for name, negated in used(axiom.body, False):
                    if name in level:
                        level[axiom.predicate] = max(level[axiom.predicate], level[name] + negated)
        return [[name for name in level if level[name] == each] for each in sorted(set(level.values()))]

    def objects(self, variable):
        return [self.task.objects[number].name for number in sorted(self.task.ranged(variable.types))]

    def bindings(self, variables):
        for row in product(*map(self.objects, variables)):
            yield dict(zip([variable.name for variable in variables], row, strict=True))

    def closed(self, state):
        """The state with all derived atoms."""
        state = set(state)
        for names in self.levels:
            grown = True
            while grown:
                more = {
                    text(axiom.predicate, axiom.parameters, row)
                    for axiom in self.task.domain.axioms
                    if axiom.predicate in names
                    for row in self.bindings(axiom.parameters)
                    if self.holds(state, axiom.body, row)
                }
                grown = not more <= state
                state |= more
        return state

    def holds(self, state, formula, row=None):
        row = row or {}
        match formula:
            case Atom(predicate, terms):
                return text(predicate, terms, row) in state
            case Equal(left, right):
                return name(left, row) == name(right, row)
            case Truth(value):
                return value
            case Not(part):
                return not self.holds(state, part, row)
            case And(parts):
                return all(self.holds(state, part, row) for part in parts)
            case Or(parts):
                return any(self.holds(state, part, row) for part in parts)
            case Imply(premise, conclusion):
                return not self.holds(state, premise, row) or self.holds(state, conclusion, row)
            case Forall(variables, body):
                return all(self.holds(state, body, row | more) for more in self.bindings(variables))
            case Exists(variables, body):
                return any(self.holds(state, body, row | more) for more in self.bindings(variables))

    def goal(self, state):
        return self.holds(self.closed(state), self.task.problem.goal)

    def actions(self, state):
        """The texts of the applicable actions, each with its schema and binding."""
        closed = self.closed(state)
        return {
            text(schema.name, schema.parameters, row): (schema, row)
            for schema in self.task.domain.actions
            for row in self.bindings(schema.parameters)
            if self.holds(closed, schema.precondition, row)
        }

    def outcomes(self, state, schema, row):
        """The states after an action with their probabilities."""
        closed = self.closed(state)
        found = {}
        for chance, adds, deletes in self._changes(closed, schema.effect, row):
            after = frozenset((state - deletes) | adds)
            found[after] = found.get(after, 0) + chance
        return found

    def _changes(self, state, effect, row):
        match effect:
            case Add(atom):
                return [(Fraction(1), frozenset([text(atom.predicate, atom.terms, row)]), frozenset())]
            case Delete(atom):
                return [(Fraction(1), frozenset(), frozenset([text(atom.predicate, atom.terms, row)]))]
            case When(condition, inner):
                return self._changes(state, inner, row) if self.holds(state, condition, row) else [NOTHING]
            case ForallEffect(variables, inner):
                return both([self._changes(state, inner, row | more) for more in self.bindings(variables)])
            case All(parts):
                return both([self._changes(state, part, row) for part in parts])
            case Probabilistic(outcomes):
                found = [(1 - sum(share for share, _ in outcomes), frozenset(), frozenset())]
                for share, inner in outcomes:
                    found += [(share * chance, *rest) for chance, *rest in self._changes(state, inner, row)]
                return [each for each in found if each[0]]

    def successor(self, state, action):
        """The state after an action; None if it is not applicable."""
        found = self.actions(state).get(action)
        if found is None:
            return None
        (after,) = self.outcomes(state, *found)
        return after

    def space(self, start=None, without=None):
        """All states within reach and their successors, without those that hold an atom."""
        todo = [self.start if start is None else start]
        found = {}
        while todo:
            state = todo.pop()
            if state in found or (without is not None and without in state):
                continue
            found[state] = {action: set(self.outcomes(state, *bound)) for action, bound in self.actions(state).items()}
            todo += [after for states in found[state].values() for after in states]
        return found


NOTHING = (Fraction(1), frozenset(), frozenset())


def both(parts):
    """The combinations of independent changes."""
    return [
        (
            _product(chance for chance, _, _ in each),
            frozenset().union(*(adds for _, adds, _ in each)),
            frozenset().union(*(deletes for _, _, deletes in each)),
        )
        for each in product(*parts)
    ]


def _product(numbers):
    found = Fraction(1)
    for number in numbers:
        found *= number
    return found


def name(term, row):
    return row[term.name] if isinstance(term, Variable) else term.name


def text(predicate, terms, row):
    return "(" + " ".join([predicate, *(name(term, row) for term in terms)]) + ")"


def used(formula, negated):
    """The predicates of a formula, each with True if it is negated."""
    match formula:
        case Atom(predicate):
            yield predicate, negated
        case Not(part):
            yield from used(part, not negated)
        case And(parts) | Or(parts):
            for part in parts:
                yield from used(part, negated)
        case Imply(premise, conclusion):
            yield from used(premise, not negated)
            yield from used(conclusion, negated)
        case Forall(_, body) | Exists(_, body):
            yield from used(body, negated)
