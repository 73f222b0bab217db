"""Lifted mutex groups: sets of atoms with at most one true atom in every reachable state.

A group has parameters and parts. For each choice of objects for the parameters, its instance holds the atoms of its
parts: those that have these objects in the columns of the parameters, with any object in the remaining column, if there
is one. An action threatens a group if it may add two atoms to an instance, or one without deleting another that its
precondition needs; such groups are given up, or extended by an atom that the action deletes (Helmert, Concise
finite-domain representations for PDDL planning tasks, AIJ 2009, section 5). Groups that no action threatens, and whose
instances have at most one atom in the start, are invariants. Some invariants are missed; none is wrong.

>>> from relgym.model.effects import EffectTree
>>> from relgym.model.program import Role
>>> x, y = Variable("?x"), Variable("?y")
>>> at, seen = Symbol(Role.FLUENT, "at", 1), Symbol(Role.FLUENT, "seen", 1)
>>> rule = Rule(Literal(Symbol(Role.APPLICABLE, "go", 2), (x, y)), (Literal(at, (x,)),))
>>> go = Production(rule, EffectTree(adds=(Literal(at, (y,)), Literal(seen, (y,))), deletes=(Literal(at, (x,)),)))
>>> [str(group) for group in mutex_groups([go], (at, seen), {}, {at: [(0,)]})]
['at(*)']
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product

from relgym.model.program import STATIC_ROLES, Literal, Production, Row, Rule, Symbol, Test, Without, type_symbol
from relgym.model.terms import Object, Term, Variable
from relgym.tuning.translation import CANDIDATE_TESTS_LIMIT


@dataclass(frozen=True, slots=True)
class InvariantPart:
    """Atoms of a symbol; `columns` hold the parameters of the group, in their order, and one may be left."""

    symbol: Symbol
    columns: tuple[int, ...]

    @property
    def counted(self) -> int | None:
        """The column that is left."""
        return next((column for column in range(self.symbol.arity) if column not in self.columns), None)

    def __str__(self) -> str:
        places = [f"#{self.columns.index(c)}" if c in self.columns else "*" for c in range(self.symbol.arity)]
        return f"{self.symbol.name}({', '.join(places)})"


@dataclass(frozen=True, slots=True)
class MutexGroup:
    """A mutex group: its parts are of different symbols."""

    parts: tuple[InvariantPart, ...]
    _of: Mapping[Symbol, InvariantPart] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_of", {part.symbol: part for part in self.parts})

    def part(self, symbol: Symbol) -> InvariantPart | None:
        """The part of a symbol."""
        return self._of.get(symbol)

    def __str__(self) -> str:
        return ", ".join(map(str, self.parts))


def mutex_groups(
    productions: Sequence[Production],
    fluents: Iterable[Symbol],
    facts: Mapping[Symbol, Collection[Row]],
    start: Mapping[Symbol, Collection[Row]],
) -> tuple[MutexGroup, ...]:
    """The groups of fluents that actions keep, as far as they are found, and that hold at the start.

    `facts` are the rows of what never changes, `start` those of fluents.
    """
    known = _Facts(facts)
    uncertain = {(symbol.name, symbol.arity) for each in productions for symbol in each.may_add}
    symbols = [symbol for symbol in fluents if (symbol.name, symbol.arity) not in uncertain]
    actions = [_Action(each, known) for each in productions if each.effect is not None]
    groups = [group for group in _Search(symbols, actions).kept() if _is_whole(group, start)]
    sets = [frozenset(group.parts) for group in groups]
    return tuple(group for group, atoms in zip(groups, sets, strict=True) if not any(atoms < other for other in sets))


def no_groups(*task: object) -> tuple[MutexGroup, ...]:
    """No groups at all, for who has to do without."""
    return ()


def _is_whole(group: MutexGroup, start: Mapping[Symbol, Collection[Row]]) -> bool:
    """Return True if no instance of a group has two atoms in the start."""
    met = set[Row]()
    for part in group.parts:
        for row in start.get(part.symbol, ()):
            key = tuple([row[column] for column in part.columns])
            if key in met:
                return False
            met.add(key)
    return True


class _Facts:
    """The static facts, as far as they tell objects apart."""

    def __init__(self, rows: Mapping[Symbol, Collection[Row]]) -> None:
        self._rows = rows
        self._members: dict[tuple[str, ...], frozenset[int] | None] = {}
        self._same: dict[tuple[Symbol, int, int], bool] = {}

    def may_meet(self, one: Term, other: Term) -> bool:
        """Return True if two terms may denote the same object, by their names and types."""
        if isinstance(one, Object) and isinstance(other, Object):
            return one == other
        if isinstance(one, Object) or isinstance(other, Object):
            return True
        mine, yours = self._of(one), self._of(other)
        return mine is None or yours is None or not mine.isdisjoint(yours)

    def _of(self, variable: Variable) -> frozenset[int] | None:
        if variable.types not in self._members:
            rows = self._rows.get(type_symbol(variable.types))
            self._members[variable.types] = None if rows is None else frozenset([row[0] for row in rows])
        return self._members[variable.types]

    def has_same(self, symbol: Symbol, one: int, other: int) -> bool:
        """Return True if some row of a symbol has the same object in two columns."""
        place = symbol, one, other
        if place not in self._same:
            rows = self._rows.get(symbol, ())
            self._same[place] = one == other or any(row[one] == row[other] for row in rows)
        return self._same[place]


class _Case:
    """Some terms of an action taken to be the same object."""

    def __init__(self, pairs: Iterable[tuple[Term, Term]]) -> None:
        self._first: dict[Term, Term] = {}
        for one, other in pairs:
            mine, yours = self.term(one), self.term(other)
            if mine != yours:
                # One object represents all equal terms.
                self._first |= {mine: yours} if isinstance(yours, Object) else {yours: mine}

    def term(self, term: Term) -> Term:
        while term in self._first:
            term = self._first[term]
        return term

    def terms(self, terms: Iterable[Term]) -> tuple[Term, ...]:
        return tuple([self.term(term) for term in terms])

    def merged(self) -> Iterator[tuple[Term, Term]]:
        """All pairs of terms that are the same."""
        classes: dict[Term, list[Term]] = {}
        for term in self._first:
            classes.setdefault(self.term(term), []).append(term)
        for first, others in classes.items():
            yield from combinations([first, *others], 2)


class _Action:
    """The preconditions and effects of an action."""

    def __init__(self, production: Production, facts: _Facts) -> None:
        self._facts = facts
        self.adds = [*dict.fromkeys(production.known_effect.adds)]
        self.needs: list[Literal] = []
        self._fixed: list[Literal] = []
        self._nots: list[Literal] = []
        self._apart: set[frozenset[Term]] = set()
        self._read(production.rule)
        # The certain deletes, except those that the action adds again.
        deletes = frozenset(production.known_effect.deletes)
        self.gone = [need for need in self.needs if need in deletes]

    def _read(self, rule: Rule) -> None:
        for goal in rule.body:
            match goal:
                case Literal(symbol):
                    (self._fixed if symbol.role in STATIC_ROLES else self.needs).append(goal)
                case Without((Literal() as literal,)) if literal.variables <= rule.head.variables:
                    self._nots.append(literal)
                case Test("!=", Variable() | Object() as left, Variable() | Object() as right):
                    self._apart.add(frozenset((left, right)))

    def is_possible(self, case: _Case, group: MutexGroup) -> bool:
        """Return True if the precondition may hold in a case in which no instance of the group has two true atoms."""
        for one, other in case.merged():
            if frozenset((one, other)) in self._apart or not self._facts.may_meet(one, other):
                return False
        for pair in self._apart:
            if len({case.term(term) for term in pair}) < 2:
                return False
        for literal in self._fixed:
            terms = case.terms(literal.terms)
            for left, right in combinations(range(len(terms)), 2):
                if terms[left] == terms[right] and not self._facts.has_same(literal.symbol, left, right):
                    return False
        needed = {(literal.symbol, case.terms(literal.terms)) for literal in self.needs}
        if any((literal.symbol, case.terms(literal.terms)) in needed for literal in self._nots):
            return False
        return not self._has_two(needed, case, group)

    def _has_two(self, needed: Iterable[tuple[Symbol, tuple[Term, ...]]], case: _Case, group: MutexGroup) -> bool:
        """Return True if two different atoms of an instance are among these."""
        met: dict[tuple[Term, ...], tuple[Symbol, Term | None]] = {}
        for symbol, terms in needed:
            part = group.part(symbol)
            if part is not None:
                left = None if part.counted is None else terms[part.counted]
                other, earlier = met.setdefault(_key(part, terms), (symbol, left))
                if other != symbol or (left is not None and earlier is not None and self._are_apart(left, earlier)):
                    return True
        return False

    def _are_apart(self, one: Term, other: Term) -> bool:
        return one != other and (frozenset((one, other)) in self._apart or not self._facts.may_meet(one, other))


def _key(part: InvariantPart, terms: Sequence[Term]) -> tuple[Term, ...]:
    return tuple([terms[column] for column in part.columns])


class _Search:
    """The candidates, from single symbols to larger groups."""

    def __init__(self, symbols: Sequence[Symbol], actions: Sequence[_Action]) -> None:
        self._symbols = symbols
        self._allowed = frozenset(symbols)
        self._looks = 0
        self._adding: dict[Symbol, list[_Action]] = {symbol: [] for symbol in symbols}
        for action in actions:
            for symbol in {literal.symbol for literal in action.adds}:
                if symbol in self._adding:
                    self._adding[symbol].append(action)

    def kept(self) -> list[MutexGroup]:
        """The groups that no action threatens, those apart that say nothing."""
        queue = [
            _group([InvariantPart(symbol, columns)]) for symbol in self._symbols for columns in _choices(symbol.arity)
        ]
        met = set(queue)
        kept = []
        for group in queue:
            if self._looks > CANDIDATE_TESTS_LIMIT:
                break
            larger = self._larger(group)
            if larger is None:
                if len(group.parts) > 1 or group.parts[0].counted is not None:
                    kept.append(group)
                continue
            for other in larger:
                if other not in met:
                    met.add(other)
                    queue.append(other)
        return kept

    def _larger(self, group: MutexGroup) -> list[MutexGroup] | None:
        """None if no action threatens a group; else what may be whole where it is not."""
        actions = {id(action): action for part in group.parts for action in self._adding[part.symbol]}
        self._looks += len(actions)
        for action in actions.values():
            more = self._threat(group, action)
            if more is not None:
                return [_group([*group.parts, part]) for part in dict.fromkeys(more)]
        return None

    def _threat(self, group: MutexGroup, action: _Action) -> list[InvariantPart] | None:
        """None if an action leaves a group whole; else the parts by which it may be made whole."""
        parts = [(literal, group.part(literal.symbol)) for literal in action.adds]
        covered = [(literal, _key(part, literal.terms)) for literal, part in parts if part is not None]
        for literal, key in covered:
            if literal not in action.needs and not self._is_balanced(group, action, key):
                return [part for need in action.gone for part in self._parts(need, key, group)]
        for (one, mine), (other, yours) in combinations(covered, 2):
            case = _Case(zip(mine, yours, strict=True))
            same = one.symbol == other.symbol and case.terms(one.terms) == case.terms(other.terms)
            if not same and action.is_possible(case, group):
                # It may be that such a case breaks a larger group, so that it cannot be.
                needs = action.needs if mine != yours else []
                return [part for key in (mine, yours) for need in needs for part in self._parts(need, key, group)]
        return None

    def _is_balanced(self, group: MutexGroup, action: _Action, key: tuple[Term, ...]) -> bool:
        """Return True if an action certainly deletes an atom of an instance, unless it adds the same atom."""
        for need in action.gone:
            part = group.part(need.symbol)
            if part is not None and _key(part, need.terms) == key:
                return True
        return False

    def _parts(self, literal: Literal, key: tuple[Term, ...], group: MutexGroup) -> Iterator[InvariantPart]:
        """The parts that cover a literal, and are new to a group, for these parameters."""
        symbol = literal.symbol
        if symbol not in self._allowed or group.part(symbol) or not 0 <= symbol.arity - len(key) <= 1:
            return
        places = [[column for column, term in enumerate(literal.terms) if term == variable] for variable in key]
        for columns in product(*places):
            if len({*columns}) == len(columns):
                yield InvariantPart(symbol, columns)


def _choices(arity: int) -> Iterator[tuple[int, ...]]:
    """All columns, or all but one."""
    yield tuple(range(arity))
    for left in range(arity):
        yield tuple([column for column in range(arity) if column != left])


def _group(parts: Iterable[InvariantPart]) -> MutexGroup:
    """A group with its parts in order, and its parameters as the first of these has them."""
    first, *others = sorted(parts, key=lambda part: (part.symbol.name, part.symbol.index, part.symbol.arity))
    order = sorted(range(len(first.columns)), key=first.columns.__getitem__)
    same = (InvariantPart(part.symbol, tuple([part.columns[number] for number in order])) for part in (first, *others))
    return MutexGroup(tuple(same))
