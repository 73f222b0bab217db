"""The translation of a task to a logic program, with the schemas and queries that its reasoner needs."""

from __future__ import annotations

import reprlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod

from relgym.errors import RelgymError
from relgym.model.graphs import components
from relgym.model.numeric import ZERO_AT_START, FluentValue, Value
from relgym.model.pddl.domain import ActionSchema
from relgym.model.pddl.effects import All
from relgym.model.pddl.formulas import TRUE, Formula
from relgym.model.pddl.problem import Task
from relgym.model.pddl.vocabulary import Key
from relgym.model.program import STATIC_ROLES, LiftedEffect, Literal, Program, Role, Row, Rule, Symbol
from relgym.model.terms import Object, Term, Variable
from relgym.read.pddl.strata import strata
from relgym.translate.program.conflicts import no_contradiction
from relgym.translate.program.dependencies import goals_in
from relgym.translate.program.effects import EffectBuilder, reads_defined
from relgym.translate.program.normalize import Normalizer, conjunction
from relgym.translate.program.rules import RuleBuilder
from relgym.translate.program.symbols import Symbols


@dataclass(frozen=True, slots=True)
class Schema:
    """An action schema as the program knows it.

    `symbol` is its applicable(a), whose columns are `variables`: the `free` ones the agent chooses
    first, in the order in which an action prints them, then the others. `may_fail` tells whether numeric effects
    may read an undefined value or contradict each other: then the action is not applicable.
    """

    action: ActionSchema
    symbol: Symbol
    variables: tuple[Variable, ...]
    free: int
    effect: LiftedEffect
    may_fail: bool = False

    @property
    def unmet(self) -> str:
        """The reason, for messages, why an action is not applicable."""
        also = ", or its numeric effects cannot be carried out" if self.may_fail else ""
        return f"its precondition does not hold{also}"


GOAL = Symbol(Role.GOAL, "goal", 0)
"""The symbol that holds if the goal does."""


def layered(rules: Sequence[Rule]) -> Iterator[tuple[tuple[Symbol, ...], list[Rule], bool]]:
    """Yield the strata of rules, lowest first: symbols, rules, and True if the stratum is recursive.

    Strata may be smaller than those of axioms: symbols that are never true, or range over no object, cause no
    dependency.
    """
    numbers: dict[Symbol, int] = {}
    for rule in rules:
        numbers.setdefault(rule.head.symbol, len(numbers))
    symbols = [*numbers]
    edges: list[list[int]] = [[] for _ in symbols]
    positions: list[list[int]] = [[] for _ in symbols]
    for position, rule in enumerate(rules):
        head = numbers[rule.head.symbol]
        called = (numbers.get(goal.symbol) for goal in goals_in(rule.body) if isinstance(goal, Literal))
        edges[head] += [number for number in called if number is not None]
        positions[head].append(position)
    for layer in components(edges, range(len(symbols))):
        recursive = any(target in layer for number in layer for target in edges[number])
        places = sorted(position for number in layer for position in positions[number])
        yield tuple(symbols[number] for number in layer), [rules[position] for position in places], recursive


def check_task(given: object) -> None:
    """Raise `RelgymError` if a value is not a task, for example a file's path."""
    if not isinstance(given, Task):
        raise RelgymError(f"{reprlib.repr(given)} is not a task", expected="what relgym.load(domain, problem) gives")


class Translation:
    """The program of a task, its schemas, and a way to add queries to it.

    `derived` are the symbols of its derived predicates; `total` the functions that have a value for all
    objects of their types, in every state; `chance` holds the draws that make a start out of the atoms
    and values that all starts share.
    """

    def __init__(self, task: Task) -> None:
        self.task = task
        self._normalizer = Normalizer()
        self._symbols = Symbols(task)
        self._writer = RuleBuilder(self._symbols, self._normalizer)
        self._queries = 0
        rules: list[Rule] = []
        layers: list[tuple[Symbol, ...]] = []
        recursive: set[Symbol] = set()
        for component, turns in strata(task.domain.axioms) if task.domain.axioms else ():
            for layer, layer_rules, recurs in layered(self._component(component, turns)):
                rules.extend(layer_rules)
                layers.append(layer)
                if recurs:
                    recursive.update(layer)
        self.total = self._total_functions()
        self.schemas = tuple(self._schema(action, rules) for action in task.domain.actions)
        rules.append(self._writer.rule(GOAL, (), self._normalizer.normal(task.problem.goal)))
        known = {symbol for layer in layers for symbol in layer}
        layers.extend((rule.head.symbol,) for rule in rules if rule.head.symbol not in known)
        self.static_values: dict[Key, Value] = {}
        self.start_values: dict[Key, Value] = {}
        self._collect_values()
        self.chance = self._chance()
        self.derived = tuple(symbol for symbol in self._symbols if symbol.role is Role.DERIVED)
        self._symbols.seal()
        self.program = self._program(tuple(rules), tuple(layers), frozenset(recursive))

    @property
    def static_atoms(self) -> Iterator[Key]:
        return (key for symbol in self._symbols if symbol.role is Role.STATIC for key in self._symbols.keys(symbol))

    @property
    def start_atoms(self) -> Iterator[Key]:
        """The atoms that are true in every start, of the predicates that may change."""
        return (key for symbol in self._symbols if symbol.role is Role.FLUENT for key in self._symbols.keys(symbol))

    def possible_starts(self) -> dict[Symbol, set[Row]]:
        """Return for each predicate that may change the rows of its atoms that are true in some start."""
        rows: dict[Symbol, set[Row]] = {symbol: set() for symbol in self.program.fluents}
        for name, row in self.start_atoms:
            rows[self._symbols.of(name)].add(row)
        for _, part in self.chance.parts():
            for literal in part.adds:
                rows[literal.symbol].add(self._row(literal.terms))
        return rows

    def symbol(self, predicate: str) -> Symbol:
        return self._symbols.of(predicate)

    def query(self, formula: Formula, variables: tuple[Variable, ...]) -> list[Rule]:
        """Rules for a query; the answers of the last one's head are the bindings that make the formula true."""
        symbol = Symbol(Role.QUERY, "query", len(variables), self._queries)
        self._queries += 1
        rule = self._writer.rule(symbol, variables, self._normalizer.normal(formula))
        return [*self._symbols.unions(), rule]

    def _chance(self) -> LiftedEffect:
        writer = EffectBuilder("init", self._symbols, self._writer, self._normalizer)
        return writer.tree(All(self.task.problem.chances), (), 0)

    def _component(self, names: tuple[str, ...], recursive: bool) -> list[Rule]:
        rules: list[Rule] = []
        for axiom in self.task.domain.axioms:
            if axiom.predicate in names:
                head = tuple(self._normalizer.fresh(variable) for variable in axiom.parameters)
                formula = self._normalizer.normal(axiom.body, dict(zip(axiom.parameters, head, strict=True)))
                symbol = self._symbols.of(axiom.predicate)
                rules.extend(self._writer.axiom(symbol, head, formula, names if recursive else (), axiom.span))
        return rules

    def _schema(self, action: ActionSchema, rules: list[Rule]) -> Schema:
        parameters = {variable.name: variable for variable in action.parameters}
        chosen = [parameters[name] for name in action.free]
        variables = (*chosen, *(v for v in action.parameters if v.name not in action.free))
        symbol = Symbol(Role.APPLICABLE, action.name, len(variables))
        carried_out: list[Formula] = []
        if self._symbols.assigned:
            carried_out = [
                reads_defined(action.effect, self._normalizer, self._is_total),
                no_contradiction(action.effect, self._normalizer, self._are_apart),
            ]
        precondition = self._normalizer.normal(action.precondition)
        formula = conjunction([precondition, *map(self._normalizer.renamed, carried_out)])
        rules.append(self._writer.rule(symbol, variables, formula, 0, action.span))
        writer = EffectBuilder(action.name, self._symbols, self._writer, self._normalizer)
        effect = writer.tree(action.effect, variables, len(variables))
        rules.extend(writer.rules)
        return Schema(action, symbol, variables, len(chosen), effect, conjunction(carried_out) != TRUE)

    def _are_apart(self, left: Term, right: Term) -> bool:
        """Return True if two terms certainly denote different objects."""
        return self._symbols.range_of(left).isdisjoint(self._symbols.range_of(right))

    def _is_total(self, fluent: FluentValue) -> bool:
        """Return True if a fluent is defined for all objects of its terms' types, which may be wider than declared."""
        if fluent.function not in self.total:
            return False
        parameters = self.task.functions[fluent.function].parameters
        return all(
            self._symbols.range_of(term) <= self.task.ranged(parameter.types)
            for term, parameter in zip(fluent.terms, parameters, strict=True)
        )

    def _total_functions(self) -> frozenset[str]:
        """The functions with a value for all objects of their types from the start on."""
        counts: dict[str, int] = {}
        for fluent, _ in self.task.problem.values:
            counts[fluent.function] = counts.get(fluent.function, 0) + 1
        total = set()
        for function in self.task.domain.functions:
            rows = prod(len(self.task.ranged(v.types)) for v in function.parameters)
            if counts.get(function.name, 0) >= rows or function.name in ZERO_AT_START:
                total.add(function.name)
        return frozenset(total)

    def _collect_values(self) -> None:
        changing = self._symbols.assigned
        values: dict[Key, Value] = {}
        for function in self.task.domain.functions:
            if function.name in ZERO_AT_START and not function.parameters:
                values[function.name, ()] = 0
        for fluent, value in self.task.problem.values:
            values[fluent.function, self._row(fluent.terms)] = value
        self.static_values = {key: value for key, value in values.items() if key[0] not in changing}
        self.start_values = {key: value for key, value in values.items() if key[0] in changing}

    def _row(self, terms: tuple[Term, ...]) -> Row:
        return tuple(self.task.number[term.name] for term in terms if isinstance(term, Object))

    def _program(
        self, rules: tuple[Rule, ...], layers: tuple[tuple[Symbol, ...], ...], recursive: frozenset[Symbol]
    ) -> Program:
        changing = self._symbols.assigned
        return Program(
            objects=self.task.objects,
            fluents=tuple(symbol for symbol in self._symbols if symbol.role is Role.FLUENT),
            facts={symbol: rows for symbol, rows in self._symbols.rows.items() if symbol.role in STATIC_ROLES},
            functions=tuple((f.name, len(f.parameters)) for f in self.task.domain.functions if f.name in changing),
            constants=self.static_values,
            rules=rules,
            strata=layers,
            recursive=recursive,
        )
