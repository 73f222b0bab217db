"""Predicate splitting: a predicate becomes several symbols if its arguments range over separate sets of objects.

Each occurrence of a predicate, in a rule or an effect, has ranges of objects for its arguments. Occurrences whose
ranges overlap belong together; the atoms of each such group become a symbol of their own, with a smaller set. Type
tests that the group already decides are dropped. Atoms that nothing asks for are in no group.

>>> from relgym.model.program import Symbol
>>> from relgym.model.terms import Variable
>>> x, y = Variable("?x", ("truck",)), Variable("?y", ("crate",))
>>> at, truck, crate = Symbol(Role.FLUENT, "at", 1), type_symbol(("truck",)), type_symbol(("crate",))
>>> goals = (Literal(at, (x,)), Literal(truck, (x,))), (Literal(at, (y,)), Literal(crate, (y,)))
>>> heads = Symbol(Role.APPLICABLE, "drive", 1), Symbol(Role.APPLICABLE, "lift", 1)
>>> rules = tuple(Rule(Literal(head, body[0].terms), body) for head, body in zip(heads, goals))
>>> facts = {truck: frozenset({(0,)}), crate: frozenset({(1,)})}
>>> parts = Parts(Program((Object("t"), Object("c")), (at,), facts, (), {}, rules, (), frozenset()), [], [])
>>> [[str(goal.symbol) + f".{goal.symbol.index}" for goal in rule.body] for rule in parts.program.rules]
[['fluent:at/1.0'], ['fluent:at/1.1']]
>>> parts.symbol("at", (1,)).index
1
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from relgym.model.pddl.vocabulary import Key
from relgym.model.program import (
    Body,
    Either,
    Goal,
    Literal,
    Production,
    Program,
    Role,
    Row,
    Rule,
    Some,
    Symbol,
    Test,
    Without,
    type_symbol,
)
from relgym.model.terms import Object, Term, Variable
from relgym.translate.program.dependencies import goals_in
from relgym.translate.program.join_order import Sizes, guessed_size, size_of, sizes_of

Range = frozenset[int]
"""The numbers of objects that something may be."""

Place = tuple[int, ...]
"""An occurrence of a predicate: the identities of its symbol and of the ranges of its arguments, which hash fast."""

NOWHERE: Range = frozenset()
"""The range of a term that no object fits."""


class Parts:
    """A program and productions, of its rules, whose predicates are in parts, and which atom belongs to which part."""

    def __init__(self, program: Program, productions: Sequence[Production], start: Iterable[Key]) -> None:
        """`start` are atoms that tell of how many rows there are; `rows` are theirs by parts."""
        self._numbers = {item.name: number for number, item in enumerate(program.objects)}
        self._facts = {
            symbol: frozenset(row[0] for row in rows) for symbol, rows in program.facts.items() if symbol.arity == 1
        }
        self._every = frozenset(range(len(program.objects)))
        self._typed: dict[tuple[str, ...], Range] = {}
        # The ranges of each rule's variables, by the rule's identity.
        self._known: dict[int, dict[Term, Range]] = {}
        # Ranges by themselves, so that equal ones are one.
        self._same: dict[Range, Range] = {}
        # Where literals of different variables were met, and what part they are of there.
        self._met: set[Place] = set()
        self._placed: dict[Place, Symbol] = {}
        # By predicate, the classes of objects of each column, and the parts by one class for each column.
        self._classes: dict[Symbol, list[list[Range]]] = {
            symbol: [[] for _ in range(symbol.arity)] for symbol in program.fluents
        }
        self._constants: dict[tuple[Symbol, int], set[int]] = {}
        self._parts: dict[Symbol, dict[tuple[Range, ...], Symbol]] = {symbol: {} for symbol in program.fluents}
        self._named = {(symbol.name, symbol.arity): symbol for symbol in program.fluents}
        conditions = {rule.head.symbol: rule for rule in program.rules}
        self._meet_all(program, productions, conditions)
        rules = {id(rule): replace(rule, body=self._body(rule.body, self._ranges(rule))) for rule in program.rules}
        changed = [self._changed(each, conditions) for each in productions]
        self._domains = {part: ranges for parts in self._parts.values() for ranges, part in parts.items()}
        program = replace(program, rules=tuple(rules.values()), fluents=tuple(self._domains))
        self.rows = self._split_rows(start)
        # A symbol without rows at the start may have many later.
        sizes = {
            part: size_of(self.rows[part], part.arity) if self.rows[part] else guessed_size(tuple(map(len, ranges)))
            for part, ranges in self._domains.items()
        }
        self.sizes: Sizes = {**sizes_of(program), **sizes}
        rules = {number: self._shorter(rule) for number, rule in rules.items()}
        self.program = replace(program, rules=tuple(rules.values()))
        self.productions = [
            replace(parted, rule=rules[id(each.rule)]) for each, parted in zip(productions, changed, strict=True)
        ]

    def symbol(self, name: str, row: Row) -> Symbol | None:
        """The part to which an atom belongs, or none."""
        symbol = self._named[name, len(row)]
        classes = []
        for number, column in zip(row, self._classes[symbol], strict=True):
            members_of = next((members for members in column if number in members), None)
            if members_of is None:
                return None
            classes.append(members_of)
        return self._parts[symbol].get(tuple(classes))

    def _split_rows(self, atoms: Iterable[Key]) -> dict[Symbol, list[Row]]:
        """The rows of each part among some atoms."""
        rows: dict[Symbol, list[Row]] = {part: [] for part in self._domains}
        for name, row in atoms:
            if part := self.symbol(name, row):
                rows[part].append(row)
        return rows

    # -- classes -----------------------------------------------------------------------------

    def _meet_all(self, program: Program, productions: Sequence[Production], conditions: Mapping[Symbol, Rule]) -> None:
        """Put objects together for all literals of rules and effects."""
        for rule in program.rules:
            self._meet(rule, [goal for goal in goals_in(rule.body) if isinstance(goal, Literal)])
        for production in productions:
            for symbol, inner in () if production.effect is None else production.effect.parts():
                rule = production.rule if symbol is None else conditions[symbol]
                self._meet(rule, [*inner.deletes, *inner.adds])
        self._meet_named()

    def _meet(self, rule: Rule, literals: Sequence[Literal]) -> None:
        """Put objects together that one place of a rule can have."""
        ranges = self._ranges(rule)
        for literal in literals:
            classes = self._classes.get(literal.symbol)
            if classes is None:
                continue
            of_terms = [self._range(term, ranges) for term in literal.terms]
            if len(literal.variables) == len(of_terms):
                place = (id(literal.symbol), *map(id, of_terms))
                if place in self._met:
                    continue
                self._met.add(place)
            for number, (column, term, range_) in enumerate(zip(classes, literal.terms, of_terms, strict=True)):
                if isinstance(term, Object):
                    self._constants.setdefault((literal.symbol, number), set()).update(range_)
                elif range_ and range_ not in column:
                    apart = [members for members in column if not members & range_]
                    joined = range_.union(*(members for members in column if members & range_))
                    column[:] = [*apart, joined]

    def _meet_named(self) -> None:
        """Put constants together that no variable has: a goal may name each object, and none is worth a part."""
        for (symbol, place), constants in self._constants.items():
            column = self._classes[symbol][place]
            if rest := frozenset(constants).difference(*column):
                column.append(rest)

    def _ranges(self, rule: Rule) -> dict[Term, Range]:
        """Map the variables of a rule to their ranges, where more is known than their types."""
        ranges = self._known.get(id(rule))
        if ranges is None:
            ranges = self._known[id(rule)] = {}
            for goal in rule.body:
                if isinstance(goal, Literal) and len(goal.terms) == 1 and goal.symbol in self._facts:
                    [term] = goal.terms
                    if isinstance(term, Variable):
                        narrowed = self._range(term, ranges) & self._facts[goal.symbol]
                        ranges[term] = self._same.setdefault(narrowed, narrowed)
        return ranges

    def _range(self, term: Term, ranges: dict[Term, Range]) -> Range:
        if isinstance(term, Object):
            return frozenset((self._numbers[term.name],))
        known = ranges.get(term) or self._typed.get(term.types)
        if known is None:
            known = self._typed[term.types] = self._facts.get(type_symbol(term.types), self._every)
        return known

    # -- the same with parts -----------------------------------------------------------------

    def _shorter(self, rule: Rule) -> Rule:
        """Return a rule without the goals that its parts entail."""
        domains: dict[Term, list[Range]] = {}
        for goal in rule.body:
            if isinstance(goal, Literal) and goal.symbol.role is Role.FLUENT:
                for term, range_ in zip(goal.terms, self._domains[goal.symbol], strict=True):
                    domains.setdefault(term, []).append(range_)
        goals = (goal for goal in dict.fromkeys(rule.body) if not self._implied(goal, domains))
        return replace(rule, body=tuple(goals))

    def _changed(self, production: Production, conditions: Mapping[Symbol, Rule]) -> Production:
        """A production that changes parts."""

        def split(condition: Symbol | None, literals: tuple[Literal, ...]) -> tuple[Literal, ...]:
            ranges = self._ranges(production.rule if condition is None else conditions[condition])
            return tuple(self._literal(literal, ranges) for literal in literals)

        return replace(production, effect=production.effect and production.effect.with_atoms(split))

    def _body(self, body: Body, ranges: dict[Term, Range]) -> Body:
        return tuple(self._goal(goal, ranges) for goal in body)

    def _goal(self, goal: Goal, ranges: dict[Term, Range]) -> Goal:
        match goal:
            case Literal():
                return self._literal(goal, ranges)
            case Test():
                return goal
            case Without(body):
                return Without(self._body(body, ranges))
            case Some(body):
                return Some(self._body(body, ranges))
            case Either(bodies):
                return Either(tuple(self._body(body, ranges) for body in bodies))
            case _:
                assert_never(goal)

    def _literal(self, literal: Literal, ranges: dict[Term, Range]) -> Literal:
        classes = self._classes.get(literal.symbol)
        if classes is None:
            return literal
        of_terms = [self._range(term, ranges) for term in literal.terms]
        if len(literal.variables) < len(of_terms):
            return Literal(self._part(literal.symbol, of_terms), literal.terms)
        place = (id(literal.symbol), *map(id, of_terms))
        part = self._placed.get(place)
        if part is None:
            part = self._placed[place] = self._part(literal.symbol, of_terms)
        return Literal(part, literal.terms)

    def _part(self, symbol: Symbol, of_terms: Sequence[Range]) -> Symbol:
        """The part of a symbol for the ranges of its arguments."""
        ranges = tuple(
            next((members for members in column if range_ and range_ <= members), NOWHERE)
            for range_, column in zip(of_terms, self._classes[symbol], strict=True)
        )
        parts = self._parts[symbol]
        part = parts.get(ranges)
        if part is None:
            part = parts[ranges] = replace(symbol, index=len(parts))
        return part

    def _implied(self, goal: Goal, domains: Mapping[Term, Sequence[Range]]) -> bool:
        """Return True if a goal only repeats a range that the parts of other goals give a variable."""
        match goal:
            case Literal(symbol, (Variable() as variable,)) if symbol in self._facts:
                return any(domain <= self._facts[symbol] for domain in domains.get(variable, ()))
            case _:
                return False
