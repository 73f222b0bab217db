"""Clauses as they are made of equations: the names of predicates and variables, and what a clause has to hold.

>>> rules = ClauseBuilder(Equations({}, {}, {}, (), (), (), 0))
>>> [rules.predicate(Function(Part.CONSTANT, name)).name for name in ("a-b", "a_b", "not", "1", "LIMIT")]
['a_b', 'a_b_2', 'p_not', 'p_1', 'limit']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import prod

from relgym.model.rddl.equations import NUMBERED, Equation, Equations, Function, Part
from relgym.model.rddl.expressions import Value
from relgym.model.terms import Variable
from relgym.translate.asp.equations.bounds import ValueRanges
from relgym.translate.asp.equations.clauses import FALSE, AspLiteral, AspPredicate, AspTest, Clause, Goal, Identifiers
from relgym.translate.asp.equations.items import Items
from relgym.translate.asp.equations.scope import RuleScope, changes, variables_in
from relgym.translate.equations.finiteness import may_be_infinite
from relgym.tuning.clingo import CLAUSE_BINDINGS_LIMIT


class ClauseBuilder:
    """Writes clauses about one program; `items` says how items are written."""

    def __init__(self, program: Equations, items: Items | None = None) -> None:
        self.clauses: list[Clause] = []
        self.program = program
        self.items = items or Items()
        self.ranges = ValueRanges(program)
        self.identifiers = Identifiers()
        self._predicates: dict[Function, AspPredicate] = {}
        self._types: dict[str, AspPredicate] = {}
        self._places: dict[str, AspPredicate] = {}
        self._variables = Identifiers()
        # The variables of an equation that stand for the numbers of named items.
        self.numbers: set[str] = set()
        # Keys are identities, so the values and scopes are kept alive.
        self.kept: list[object] = []
        self._made: dict[tuple[str, int, int], AspLiteral] = {}
        self._known: dict[tuple[int, tuple[str, ...]], AspPredicate] = {}
        self._narrow: dict[tuple[int, tuple[Variable, ...]], RuleScope] = {}
        self._plain: dict[tuple[tuple[Variable, str], ...], RuleScope] = {}

    def begin(self, equation: Equation) -> None:
        """Begin the clauses of an equation, with variables of its own."""
        self._variables, self.numbers = Identifiers(), set()
        self.kept.append(equation)

    def predicate(self, function: Function) -> AspPredicate:
        """The predicate of a function."""
        predicate = self._predicates.get(function)
        if predicate is None:
            index = f"_{function.index + 1}" if function.part in NUMBERED else ""
            prefix = "next_" if function.part is Part.NEXT else ""
            name = self.identifiers.predicate(f"{prefix}{function.name}{index}")
            given = function.part in (Part.STATE, Part.ACTION)
            predicate = self._predicates[function] = AspPredicate(name, timed=given)
        return predicate

    def type_predicate(self, of: str) -> AspPredicate:
        """The predicate that holds for the items of a type."""
        if of not in self._types:
            self._types[of] = AspPredicate(self.identifiers.predicate(of))
        return self._types[of]

    def place_predicate(self, of: str) -> AspPredicate:
        """The predicate of the items of a type and their numbers, where they are not the same."""
        if of not in self._places:
            self._places[of] = AspPredicate(self.identifiers.predicate(f"number_of_{of}"))
        return self._places[of]

    def new_name(self, name: str) -> str:
        """A name for another predicate."""
        return self.identifiers.predicate(name)

    def variable(self, name: str) -> str:
        """A new variable."""
        return self._variables.variable(name)

    @property
    def types(self) -> Sequence[tuple[str, AspPredicate]]:
        """The types whose predicates are used."""
        return tuple(self._types.items())

    @property
    def places(self) -> Sequence[tuple[str, AspPredicate]]:
        """The types whose items' numbers are used."""
        return tuple(self._places.items())

    # Clauses and scopes

    def clause(self, head: AspLiteral, scope: RuleScope, goals: Iterable[Goal]) -> None:
        body = self.guarded(scope, [*scope.conditions, *goals])
        if self.size(scope) > CLAUSE_BINDINGS_LIMIT:
            body += [AspTest(f"0 = @watch({scope.names[variable]})") for variable in scope.variables]
        if FALSE not in body:
            self.clauses.append(Clause(head, tuple(body)))
            head.predicate.timed |= any(goal.timed for goal in body)

    def guarded(self, scope: RuleScope, goals: Sequence[Goal]) -> list[Goal]:
        """The goals, and before them the types of the variables that none of them binds."""
        bound = {term for goal in goals if isinstance(goal, AspLiteral) and goal.positive for term in goal.terms}
        free = [v for v in scope.open if scope.names[v] not in bound]
        return [*(AspLiteral(self.type_predicate(v.types[0]), (scope.names[v],)) for v in free), *goals]

    def with_variables(self, scope: RuleScope, variables: Sequence[Variable]) -> RuleScope:
        names = {variable: self.variable(variable.name) for variable in variables}
        return scope.with_names(names, tuple(variables))

    def alone(self, scope: RuleScope) -> RuleScope:
        """The scope with one condition for all that it has, the numbers of items among it."""
        positive = (goal for goal in scope.conditions if isinstance(goal, AspLiteral) and goal.positive)
        numbers = dict.fromkeys(term for goal in positive for term in goal.terms if term in self.numbers)
        case = AspLiteral(self.new("case", scope).predicate, (*scope.terms, *numbers))
        self.clause(case, scope, ())
        return scope.only(case)

    def narrowed(self, value: Value, scope: RuleScope) -> RuleScope:
        """The scope with the variables alone that a value reads."""
        read = variables_in(value)
        variables = tuple(variable for variable in scope.variables if variable in read)
        sure = self.never_changes(value) and not self.may_fail(value)
        if scope.conditions and not (sure and self.size(scope, variables) <= CLAUSE_BINDINGS_LIMIT):
            if variables == scope.variables:
                return scope
            known = self._narrow.get((id(scope), variables))
            if known is None:
                self.kept.append(scope)
                narrow = scope.over(variables)
                asked, since = self.new("asked", narrow), len(self.clauses)
                self.clause(asked, scope, ())
                known = self._narrow[id(scope), variables] = narrow.only(self.shared(asked, since))
            return known
        narrow = scope.over(variables)
        return self._plain.setdefault(tuple(narrow.names.items()), narrow)

    def may_fail(self, value: Value) -> bool:
        """Return True if the value may be an error, so that it must be computed only where it is needed."""
        return self.ranges.may_fail(value) or may_be_infinite(value, self.program)

    def never_changes(self, value: Value) -> bool:
        """Return True if a value cannot fail and is the same for all states, so that it may be computed once."""
        if self.ranges.may_fail(value):
            return False
        return not changes(value, lambda name, primed: self.function(name, primed).timed)

    def function(self, name: str, primed: bool) -> AspPredicate:
        return self.predicate(self.program.functions[name, primed])

    def size(self, scope: RuleScope, variables: Sequence[Variable] | None = None) -> int:
        return prod(self.program.size(v.types[0]) for v in (scope.variables if variables is None else variables))

    def new(self, name: str, scope: RuleScope) -> AspLiteral:
        """A new predicate over the variables of a scope."""
        return AspLiteral(AspPredicate(self.identifiers.predicate(name)), scope.terms)

    def once(self, kind: str, value: Value, scope: RuleScope, make: Callable[[RuleScope], AspLiteral]) -> AspLiteral:
        """Return the literal that `make` writes clauses for; a value's clauses are written only once per scope."""
        narrow = self.narrowed(value, scope)
        key = kind, id(value), id(narrow)
        literal = self._made.get(key)
        if literal is None:
            self.kept += [value, narrow]
            since = len(self.clauses)
            literal = self._made[key] = self.shared(make(narrow), since)
        return literal

    def shared(self, made: AspLiteral, since: int) -> AspLiteral:
        """The literal, of another predicate if there is one with the same clauses as were made now."""
        clauses = [clause for clause in self.clauses[since:] if clause.head.predicate is made.predicate]
        key = len(made.terms), tuple(clause.pattern() for clause in clauses)
        known = self._known.setdefault(key, made.predicate)
        if known is not made.predicate:
            self.clauses[since:] = [clause for clause in self.clauses[since:] if clause not in clauses]
        return AspLiteral(known, made.terms)

    def place(self, variables: Sequence[Variable], scope: RuleScope) -> tuple[list[Goal], str]:
        """The place of a row of items in a list over all of them."""
        goals: list[Goal] = []
        terms = []
        for at, variable in enumerate(variables):
            stride = prod(self.program.size(other.types[0]) for other in variables[at + 1 :])
            more, number = self.items.to_number(scope.names[variable], variable.types[0], self)
            goals += more
            if more:
                self.numbers.add(number)
            terms.append(number if stride == 1 else f"{stride}*{number}")
        return goals, "+".join(terms)
