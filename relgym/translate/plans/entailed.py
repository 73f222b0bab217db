"""Entailed literals at a point of a step: from its precondition, its changes so far, and mutex groups.

At every point of a step, at most one atom of an instance of a mutex group is true: while atoms are deleted, all true
ones were true before; while atoms are added, all true ones are true afterwards.

>>> from relgym.model.program import Role, Symbol
>>> x, y, on = Variable("?x"), Variable("?y"), Symbol(Role.FLUENT, "on", 1)
>>> entailed = Entailed({}, {})
>>> entailed.set((on, ("A0",)), True)
>>> [entailed.truth(Literal(on, (v,)), {x: "A0", y: "A1"}, Indexes()) for v in (x, y)]
[True, None]
>>> off = Symbol(Role.FLUENT, "off", 1)
>>> entailed = Entailed({}, {}, (MutexGroup((InvariantPart(off, (0,)), InvariantPart(on, (0,)))),))
>>> entailed.set((on, ("A0",)), True)
>>> entailed.truth(Literal(off, (x,)), {x: "A0"}, Indexes())
False
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations

from relgym.model.plan import Key, Operand
from relgym.model.program import STATIC_ROLES, Goal, Literal, Row, Rule, Symbol, Test, Without, type_symbol
from relgym.model.terms import Object, Term, Variable
from relgym.translate.analysis.invariants import InvariantPart, MutexGroup
from relgym.translate.plans.indexes import Indexes, Known

Atom = tuple[Symbol, Key]
"""An atom by its symbol and its arguments."""

Instance = tuple[int, Key]
"""An instance of a group by the group's number and its parameters."""


class Entailed:
    """The entailed literals at a point of a step: the ranges of its arguments, and the truth of some atoms."""

    def __init__(
        self,
        ranges: Mapping[Operand, frozenset[int]],
        facts: Mapping[Symbol, frozenset[Row]],
        groups: Sequence[MutexGroup] = (),
    ) -> None:
        self._ranges = ranges
        self._facts = facts
        self._groups = groups
        self._atoms: dict[Atom, bool] = {}
        self._apart: set[frozenset[Operand]] = set()
        # The true atom of each instance that has one, and the instances without a true atom.
        self._held: dict[Instance, Atom] = {}
        self._empty: set[Instance] = set()

    # -- updates -----------------------------------------------------------------------------

    def set(self, atom: Atom, truth: bool) -> None:
        """From now on an atom is true, or false; of those that may be the same nothing is known if they were not."""
        was = self._atoms.get(atom)
        others = [other for other, known in self._atoms.items() if known is not truth]
        for other in others:
            if self.may_be(other, atom):
                self.forget(other)
        instances = [*self._instances(atom)]
        if truth:
            self._empty -= {empty for empty in self._empty for instance in instances if self._may_meet(empty, instance)}
        elif was:
            self._empty.update(instances)
        self.also(atom, truth)

    def forget(self, atom: Atom) -> None:
        """Nothing is known of an atom."""
        self._atoms.pop(atom, None)
        for instance in self._instances(atom):
            self._empty.discard(instance)
            if self._held.get(instance) == atom:
                del self._held[instance]

    def also(self, atom: Atom, truth: bool) -> None:
        """Take an atom for true, or false, in addition to all that is known."""
        self._atoms[atom] = truth
        if truth:
            self._held |= dict.fromkeys(self._instances(atom), atom)

    def apart(self, one: Operand, other: Operand) -> None:
        """Two arguments are not the same object."""
        self._apart.add(frozenset((one, other)))

    def conclude(self, arguments: Collection[Operand]) -> None:
        """Find the arguments that cannot be the same object: the entailed literals would contradict each other."""
        for one, other in combinations(arguments, 2):
            if not self._are_apart(one, other) and self._contradicts_itself(one, other):
                self.apart(one, other)

    def _contradicts_itself(self, one: Operand, other: Operand) -> bool:
        """Return True if the entailed literals would contradict each other for two equal arguments."""
        truths: dict[Atom, bool] = {}
        held: dict[Instance, Atom] = {}
        for (symbol, row), truth in self._atoms.items():
            atom = symbol, tuple([one if argument == other else argument for argument in row])
            if truths.setdefault(atom, truth) is not truth:
                return True
            if truth:
                for instance in self._instances(atom):
                    if not self.may_be(held.setdefault(instance, atom), atom):
                        return True
        return False

    # -- arguments ---------------------------------------------------------------------------

    def differ(self, one: Key, other: Key) -> bool:
        """Return True if two atoms of one symbol are certainly different."""
        return any(mine != yours and self._are_apart(mine, yours) for mine, yours in zip(one, other, strict=True))

    def may_be(self, one: Atom, other: Atom) -> bool:
        """Return True if two atoms may be the same."""
        return one[0] == other[0] and not self.differ(one[1], other[1])

    def _may_meet(self, one: Instance, other: Instance) -> bool:
        """Return True if two instances may be the same."""
        return one[0] == other[0] and not self.differ(one[1], other[1])

    def _are_apart(self, one: Operand, other: Operand) -> bool:
        mine, yours = self._objects(one), self._objects(other)
        if frozenset((one, other)) in self._apart or (mine is not None and yours is not None and not mine & yours):
            return True
        # It may be that a fixed literal that holds has no row in which both are the same.
        return any(
            holds and one in row and other in row and not self._same(symbol, row.index(one), row.index(other))
            for (symbol, row), holds in self._atoms.items()
            if symbol in self._facts
        )

    def _same(self, symbol: Symbol, one: int, other: int) -> bool:
        """Return True if a fixed symbol has a row with the same object in two columns."""
        return any(row[one] == row[other] for row in self._facts[symbol])

    # -- groups ------------------------------------------------------------------------------

    def _parts(self, symbol: Symbol) -> Iterator[tuple[int, InvariantPart]]:
        """The parts of groups that are of a symbol, with the groups' numbers."""
        for number, group in enumerate(self._groups):
            part = group.part(symbol)
            if part is not None:
                yield number, part

    def _instances(self, atom: Atom) -> Iterator[Instance]:
        """The instances to which an atom belongs."""
        symbol, row = atom
        for number, part in self._parts(symbol):
            yield number, tuple([row[column] for column in part.columns])

    def _meets(self, literal: Literal, known: Known, indexes: Indexes) -> Iterator[tuple[InvariantPart, Instance]]:
        """The instances to which a literal belongs, whatever its unknown terms are."""
        terms = literal.terms
        for number, part in self._parts(literal.symbol):
            if all(_is_known(terms[column], known) for column in part.columns):
                yield part, (number, tuple([indexes.operand(terms[column], known) for column in part.columns]))

    def only(self, literal: Literal, known: Known, indexes: Indexes) -> dict[Term, Operand]:
        """Return the value that an unknown term must have if the literal is true; empty if it is not known."""
        for part, instance in self._meets(literal, known, indexes):
            symbol, row = self._held.get(instance, (None, ()))
            if symbol == literal.symbol and part.counted is not None:
                term = literal.terms[part.counted]
                if not _is_known(term, known):
                    return {term: row[part.counted]}
        return {}

    def _is_excluded(self, literal: Literal, known: Known, indexes: Indexes) -> bool:
        """Return True if mutex groups make a literal false for all values of its unknown terms."""
        for part, instance in self._meets(literal, known, indexes):
            symbol, row = self._held.get(instance, (None, ()))
            if instance in self._empty or (symbol is not None and symbol != literal.symbol):
                return True
            if symbol is not None and part.counted is not None:
                term = literal.terms[part.counted]
                column = indexes.operand(term, known) if _is_known(term, known) else row[part.counted]
                if self.differ((column,), (row[part.counted],)):
                    return True
        return False

    # -- truth -------------------------------------------------------------------------------

    def truth(self, goal: Goal, known: Known, indexes: Indexes) -> bool | None:
        """Return True or False if a goal is certainly true or false; None if it is not known."""
        match goal:
            case Literal(symbol, terms):
                if all(_is_known(term, known) for term in terms):
                    _, row = atom = atom_of(goal, known, indexes)
                    known_truth = self._atoms.get(atom)
                    if known_truth is not None:
                        return known_truth
                    if len(row) == 1 and symbol.role in STATIC_ROLES:
                        return self._member(row[0], frozenset(row[0] for row in self._facts.get(symbol, ())))
                return False if self._is_excluded(goal, known, indexes) else None
            case Without((Literal() as literal,)):
                known_truth = self.truth(literal, known, indexes)
                return None if known_truth is None else not known_truth
            case Test("=" | "!=" as operator, Variable() | Object() as left, Variable() | Object() as right):
                if _is_known(left, known) and _is_known(right, known):
                    one, other = (indexes.operand(term, known) for term in (left, right))
                    if one == other:
                        return operator == "="
                    if self._are_apart(one, other):
                        return operator == "!="
        return None

    def _member(self, argument: Operand, members: frozenset[int]) -> bool | None:
        objects = self._objects(argument)
        if objects is None:
            return None
        return True if objects <= members else None if objects & members else False

    def _objects(self, argument: Operand) -> frozenset[int] | None:
        return frozenset({argument}) if isinstance(argument, int) else self._ranges.get(argument)


def proved(rule: Rule, known: Known, facts: Mapping[Symbol, frozenset[Row]], indexes: Indexes) -> Entailed:
    """Return the literals that are entailed by a row of a rule: those of its body, and their consequences.

    `facts` are all rows that symbols may have, where that is known.
    """
    ranges: dict[Operand, frozenset[int]] = {}
    for term in rule.head.terms:
        rows = facts.get(type_symbol(term.types)) if isinstance(term, Variable) else None
        if rows is not None:
            ranges[known[term]] = frozenset(row[0] for row in rows)
    entailed = Entailed(ranges, facts, indexes.groups)
    for goal in rule.body:
        match goal:
            case Literal() if goal.variables <= known.keys():
                entailed.also(atom_of(goal, known, indexes), True)
            case Test("!=", Variable() | Object() as left, Variable() | Object() as right):
                entailed.apart(indexes.operand(left, known), indexes.operand(right, known))
            case Without((Literal() as literal,)) if literal.variables <= known.keys():
                entailed.also(atom_of(literal, known, indexes), False)
    entailed.conclude([*known.values()])
    return entailed


def atom_of(literal: Literal, known: Known, indexes: Indexes) -> Atom:
    """The atom that a literal is whose variables are known."""
    return literal.symbol, tuple([indexes.operand(term, known) for term in literal.terms])


def _is_known(term: Term, known: Known) -> bool:
    return isinstance(term, Object) or term in known
