"""Safe rules for bottom-up evaluation, as a grounder needs it: flat, with every variable in a positive literal.

A rule with bound head arguments gets a literal for the asked arguments; the engine supplies its rows as
facts. A long body is divided into auxiliary rules. An auxiliary rule is called from one place only: it repeats the
literals before the call that bind its arguments, so that only the needed rows are computed.
Variables that remain unbound are bound by their types.

>>> from relgym.model.program import Program, Symbol
>>> x, y = Variable("?x"), Variable("?y")
>>> on, moved = Symbol(Role.FLUENT, "on", 2), Symbol(Role.CONDITION, "move", 2, 0)
>>> program = Program((), (on,), {}, (), {}, (), (), frozenset())
>>> [rule] = SafeRules(program).safe([Rule(Literal(moved, (x, y)), (Without((Literal(on, (x, y)),)),), 2)])
>>> [str(goal.symbol) for goal in rule.body if isinstance(goal, Literal)]
['aux:asked condition:move#0/2#0/2']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count, islice

from relgym.model.program import (
    Body,
    Goal,
    Literal,
    Program,
    Role,
    Row,
    Rule,
    Symbol,
    Test,
    Without,
    type_guard,
    variables_of,
)
from relgym.model.terms import Term, Variable
from relgym.translate.asp.numbers import grouped
from relgym.translate.program.flatten import flatten
from relgym.tuning.clingo import CLAUSE_GOALS_LIMIT, CONTEXT_LITERALS_LIMIT, LISTED_LITERALS

EVERYTHING = Symbol(Role.AUX, "object", 1)
"""Holds for every object."""

_ASKED = "asked "


def asked(symbol: Symbol, bound: int) -> Symbol:
    """The symbol that holds the leading arguments with which `symbol` is asked."""
    return Symbol(Role.AUX, f"{_ASKED}{symbol}", bound)


def is_asked(symbol: Symbol) -> bool:
    """Return True if a symbol holds the arguments of questions, so that its rows come from outside."""
    return symbol.role is Role.AUX and symbol.name.startswith(_ASKED)


class SafeRules:
    """Makes the rules of one program safe; rules may be given in several parts, lower strata first.

    `facts` holds the rows of everything that neither rules nor states define; `asked`, by symbol and
    number of arguments that come bound, what holds those arguments.
    """

    def __init__(self, program: Program) -> None:
        self._numbers = {item.name: number for number, item in enumerate(program.objects)}
        self._lists = count()
        self.facts: dict[Symbol, frozenset[Row]] = {symbol: frozenset(rows) for symbol, rows in program.facts.items()}
        self.facts[EVERYTHING] = frozenset((number,) for number in self._numbers.values())
        self._recursive = set(program.recursive)
        self._called: set[Symbol] = set()
        self._negated = count()
        self._parts = count()
        self._divided: dict[Symbol, Body] = {}
        self.heads: set[Symbol] = set()
        self.asked: dict[Symbol, dict[int, Symbol]] = {}

    def safe(self, rules: Sequence[Rule]) -> tuple[Rule, ...]:
        """The rules and their auxiliary ones, flat and safe."""
        heads = {rule.head.symbol for rule in rules}
        short = [part for rule in _flat(rules) for part in self._shortened(rule)]
        parts = [part for rule in short for part in self._split(rule)]
        flat = [_with_short_expressions(part) for rule in parts for part in self._positive(rule)]
        self.heads |= heads
        callers: dict[Symbol, list[Rule]] = {}
        for rule in flat:
            for literal in calls(rule.body):
                callers.setdefault(literal.symbol, []).append(rule)
        self._called |= callers.keys()
        self._recursive |= heads & callers.keys()
        for rule in flat:
            # Auxiliary rules stand before the rule that calls them.
            auxiliary = rule.head.symbol.role is Role.AUX
            if auxiliary and any(call.symbol in self._recursive for call in calls(rule.body)):
                self._recursive.add(rule.head.symbol)
        return self._in_context(flat, callers)

    def _in_context(self, rules: Sequence[Rule], callers: Mapping[Symbol, Sequence[Rule]]) -> tuple[Rule, ...]:
        """Make rules safe, auxiliary ones with what stands before their call in their only caller."""
        done: dict[int, Rule] = {}
        contexts: dict[int, _Context] = {}
        # Auxiliary rules stand before the rule that calls them, which must be safe first.
        for rule in reversed(rules):
            before: Sequence[Literal] = ()
            match callers.get(rule.head.symbol) if rule.head.symbol.role is Role.AUX else None:
                case [caller] if id(caller) in done:
                    context = contexts.get(id(caller))
                    if context is None:
                        context = contexts[id(caller)] = _Context(done[id(caller)].body, self._context)
                    before = context.before(rule.head)
            done[id(rule)] = self._safe(rule, before)
        return tuple(done[id(rule)] for rule in rules)

    def calls_asked(self, rules: Sequence[Rule]) -> bool:
        """Return True if the rules call a symbol that so far has only the rows of questions."""
        return any(literal.symbol in self.asked for rule in _flat(rules) for literal in calls(rule.body))

    def _shortened(self, rule: Rule) -> Iterator[Rule]:
        """The rule, with long lists of ground literals (in goals, mostly) as facts: nothing in the list is missing."""
        lists: dict[Symbol, list[Row]] = {}
        for goal in rule.body:
            if isinstance(goal, Literal) and goal.terms and not variables_of(goal):
                row = tuple(self._numbers[term.name] for term in goal.terms)
                lists.setdefault(goal.symbol, []).append(row)
        body: list[Goal] = list(rule.body)
        for symbol, rows in lists.items():
            if len(rows) >= LISTED_LITERALS and symbol not in self._recursive:
                variables = tuple(Variable(f"?{column}") for column in range(symbol.arity))
                listed = Symbol(Role.AUX, f"listed in {rule.head.symbol}", symbol.arity, next(self._lists))
                missing = Literal(Symbol(Role.AUX, f"missing in {rule.head.symbol}", 0, listed.index))
                self.facts[listed] = frozenset(rows)
                yield Rule(missing, (Literal(listed, variables), Without((Literal(symbol, variables),))), 0, rule.span)
                body = [goal for goal in body if variables_of(goal) or not _is_of(goal, symbol)]
                body.append(Without((missing,)))
        yield Rule(rule.head, tuple(body), rule.bound, rule.span)

    def _split(self, rule: Rule) -> Iterator[Rule]:
        """The rule, with a long body divided into a chain of auxiliary rules.

        Each holds the next goals of the body, and its head the variables that later goals need. So goals keep their
        order: where the first ones have no rows, the grounder never looks at the later ones.
        """
        if len(rule.body) <= CLAUSE_GOALS_LIMIT:
            yield rule
            return
        given = rule.head.terms[: rule.bound]
        goals = _tests_early(rule)
        last: dict[Term, int] = {variable: index for index, goal in enumerate(goals) for variable in variables_of(goal)}
        last |= dict.fromkeys(rule.head.terms, len(goals))
        bound: dict[Term, None] = {}
        part: list[Goal] = []
        for index, goal in enumerate(goals):
            part.append(goal)
            variables = sorted(variables_of(goal), key=lambda variable: variable.name)
            bound |= dict.fromkeys(v for v in variables if isinstance(goal, Literal) or v in given)
            if len(part) == CLAUSE_GOALS_LIMIT and index + 1 < len(goals):
                shared = sorted((v for v in bound if last[v] > index), key=lambda variable: variable not in given)
                symbol = Symbol(Role.AUX, f"part of {rule.head.symbol}", len(shared), next(self._parts))
                self._divided[symbol] = tuple(part)
                head = Literal(symbol, tuple(shared))
                yield Rule(head, tuple(part), sum(variable in given for variable in shared), rule.span)
                bound, part = dict.fromkeys(shared), [head]
        yield Rule(rule.head, tuple(part), rule.bound, rule.span)

    def _positive(self, rule: Rule) -> Iterator[Rule]:
        """The rule, with a symbol of its own for each goal that clingo cannot negate.

        Those are literals with variables of their own, and comparisons of numbers, which may be undefined.
        """
        body: list[Goal] = []
        bound = set(rule.head.terms[: rule.bound])
        for goal in rule.body:
            if isinstance(goal, Literal):
                bound |= variables_of(goal)
            elif isinstance(goal, Without):
                variables = sorted(variables_of(goal), key=lambda variable: variable.name)
                shared = tuple(variable for variable in variables if variable in bound)
                if len(shared) < len(variables) or _compares_numbers(goal.body):
                    name = f"negated in {rule.head.symbol}"
                    head = Literal(Symbol(Role.AUX, name, len(shared), next(self._negated)), shared)
                    yield Rule(head, goal.body, len(shared), rule.span)
                    goal = Without((head,))
            body.append(goal)
        yield Rule(rule.head, tuple(body), rule.bound, rule.span)

    def _safe(self, rule: Rule, before: Sequence[Literal]) -> Rule:
        guards: list[Literal] = []
        symbol = rule.head.symbol
        if rule.bound and symbol not in self._called:
            given = self.asked.setdefault(symbol, {}).setdefault(rule.bound, asked(symbol, rule.bound))
            guards.append(Literal(given, rule.head.terms[: rule.bound]))
        guards.extend(before)
        guards.extend(self._guard(variable) for variable in sorted(self._open(rule, guards), key=lambda v: v.name))
        return Rule(rule.head, (*guards, *rule.body), rule.bound, rule.span)

    def _context(self, goal: Goal) -> Iterator[Literal]:
        """The literals that say, in place of a goal before a call, with what an auxiliary rule is called."""
        waiting = [goal]
        while waiting:
            goal = waiting.pop()
            if not isinstance(goal, Literal):
                continue
            if goal.symbol in self._divided:
                if goal.symbol not in self._recursive:
                    yield goal
                else:
                    waiting += reversed(self._divided[goal.symbol])
            elif goal.symbol not in self._recursive and _binds_alone(goal.symbol):
                yield goal

    def _open(self, rule: Rule, guards: Iterable[Literal]) -> frozenset[Variable]:
        """The variables that no positive literal binds."""
        bound = _variables(goal for goal in (*guards, *rule.body) if isinstance(goal, Literal))
        return (_variables((rule.head,)) | frozenset().union(*map(variables_of, rule.body))) - bound

    def _guard(self, variable: Variable) -> Literal:
        guard = type_guard(variable)
        return guard if guard.symbol in self.facts else Literal(EVERYTHING, (variable,))


def _flat(rules: Sequence[Rule]) -> Iterator[Rule]:
    """The rules made flat, the new symbols named unlike the auxiliary ones that the program has already."""
    wholes = {replace(rule.head.symbol, name=f"{rule.head.symbol.name} part"): rule.head.symbol for rule in rules}
    named = {symbol: other for other, symbol in wholes.items()}
    for rule in flatten([replace(rule, head=replace(rule.head, symbol=named[rule.head.symbol])) for rule in rules]):
        yield replace(rule, head=replace(rule.head, symbol=wholes.get(rule.head.symbol, rule.head.symbol)))


def _with_short_expressions(rule: Rule) -> Rule:
    """The rule with long sums and products in groups, for clingo takes the square of their length."""
    return replace(rule, body=tuple(_in_groups(goal) if isinstance(goal, Test) else goal for goal in rule.body))


def _in_groups(test: Test) -> Test:
    if not test.sides:
        return test
    left, right = (grouped(side, CLAUSE_GOALS_LIMIT) for side in test.sides)
    return Test(test.operator, left, right)


def _binds_alone(symbol: Symbol) -> bool:
    """Return True if a symbol may bind further variables; auxiliary ones may not, to keep strata separate."""
    return symbol.role is not Role.AUX or is_asked(symbol) or symbol == EVERYTHING


def _tests_early(rule: Rule) -> list[Goal]:
    """The goals of a body, each test behind the first literals that bind its variables, or last where none does."""
    known: dict[Term, int] = dict.fromkeys(rule.head.terms[: rule.bound], -1)
    for place, goal in enumerate(rule.body):
        if isinstance(goal, Literal):
            for variable in variables_of(goal):
                known.setdefault(variable, place)
    end = len(rule.body)

    def place_of(item: tuple[int, Goal]) -> tuple[int, bool]:
        place, goal = item
        if not isinstance(goal, Test):
            return place, False
        return max((known.get(variable, end) for variable in variables_of(goal)), default=-1), True

    return [goal for _, goal in sorted(enumerate(rule.body), key=place_of)]


def _is_of(goal: Goal, symbol: Symbol) -> bool:
    return isinstance(goal, Literal) and goal.symbol == symbol


def _compares_numbers(body: Body) -> bool:
    return any(isinstance(goal, Test) and goal.sides for goal in body)


def _variables(literals: Iterable[Literal]) -> frozenset[Variable]:
    return frozenset().union(*map(variables_of, literals))


def calls(body: Body) -> Iterator[Literal]:
    """The literals of a flat body, negated ones too."""
    for goal in body:
        if isinstance(goal, Literal):
            yield goal
        elif isinstance(goal, Without) and isinstance(goal.body[0], Literal):
            yield goal.body[0]


class _Context:
    """The literals of a safe body that may stand in the auxiliary rules that it calls, by their variables.

    `context` gives the literals that stand for a goal.
    """

    def __init__(self, body: Body, context: Callable[[Goal], Iterable[Literal]]) -> None:
        self._places: dict[Symbol, int] = {}
        self._literals: dict[Term, list[tuple[int, Literal]]] = {}
        for index, goal in enumerate(body):
            for literal in calls((goal,)):
                self._places.setdefault(literal.symbol, index)
            for literal in context(goal):
                for variable in variables_of(literal):
                    self._literals.setdefault(variable, []).append((index, literal))

    def before(self, head: Literal) -> list[Literal]:
        """Different literals before the call of an auxiliary rule that bind something in its head."""
        end = self._places[head.symbol]
        places: dict[Literal, int] = {}
        for variable in variables_of(head):
            for place, literal in islice(self._literals.get(variable, ()), CONTEXT_LITERALS_LIMIT):
                if place < end:
                    places.setdefault(literal, place)
        return sorted(places, key=places.__getitem__)
