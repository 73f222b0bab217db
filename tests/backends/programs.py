"""Small logic programs written by hand, and what to ask of them, for the tests of engines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from multiprocessing.connection import Connection

from relgym.backends import registry
from relgym.backends.base import Backend, Limits
from relgym.model.numeric import Arithmetic, Expression, FluentValue, Number, Value
from relgym.model.pddl.state import State, trimmed
from relgym.model.pddl.vocabulary import Vocabulary
from relgym.model.program import (
    Body,
    Either,
    Goal,
    Literal,
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
from relgym.model.terms import OBJECT, Object, Term, Variable

V, W, X, Y, Z = (Variable(f"?{letter}") for letter in "vwxyz")


@dataclass(frozen=True)
class Name:
    """A symbol that makes literals when called, strings standing for objects."""

    symbol: Symbol

    def __call__(self, *terms: Term | str) -> Literal:
        return Literal(self.symbol, tuple(_term(term) for term in terms))


def _term(term: Term | str) -> Term:
    return Object(term) if isinstance(term, str) else term


def fluent(name: str, arity: int) -> Name:
    return Name(Symbol(Role.FLUENT, name, arity))


def static(name: str, arity: int) -> Name:
    return Name(Symbol(Role.STATIC, name, arity))


def derived(name: str, arity: int) -> Name:
    return Name(Symbol(Role.DERIVED, name, arity))


def kind(*types: str) -> Name:
    return Name(type_symbol(types))


anything = kind(OBJECT)


def rule(head: Literal, *body: Goal, bound: int = 0) -> Rule:
    return Rule(head, body, bound)


def without(*body: Goal) -> Without:
    return Without(body)


def some(*body: Goal) -> Some:
    return Some(body)


def either(*bodies: Body | Goal) -> Either:
    return Either(tuple(body if isinstance(body, tuple) else (body,) for body in bodies))


def where(left: Term | Expression | str | int, operator: str, right: Term | Expression | str | int) -> Test:
    """A comparison; a string stands for an object, an int for a number."""
    return Test(operator, _side(left), _side(right))


def _side(side: Term | Expression | str | int) -> Term | Expression:
    match side:
        case str():
            return Object(side)
        case int():
            return Number(side)
        case _:
            return side


def number(function: str, *terms: Term | str) -> FluentValue:
    return FluentValue(function, tuple(_term(term) for term in terms))


def arithmetic(operator: str, *operands: Expression | int) -> Arithmetic:
    return Arithmetic(operator, tuple(Number(item) if isinstance(item, int) else item for item in operands))


class World:
    """A program, its vocabulary, and words for both.

    `facts` are given as `{edge: "a b, b c"}`, functions of states as `fuel/1`, the values of other
    functions as `{"distance a b": 3}`.
    """

    def __init__(
        self,
        objects: str,
        rules: Iterable[Rule] = (),
        facts: Mapping[Name, str] | None = None,
        fluents: Iterable[Name] = (),
        functions: str = "",
        constants: Mapping[str, Value] | None = None,
    ) -> None:
        self.names = objects.split()
        self.numbers = {name: place for place, name in enumerate(self.names)}
        given = {anything: ", ".join(self.names)} | dict(facts or {})
        strata = _strata(list(rules))
        level = {symbol: place for place, (symbols, _) in enumerate(strata) for symbol in symbols}
        self.program = Program(
            objects=tuple(map(Object, self.names)),
            fluents=tuple(name.symbol for name in fluents),
            facts={name.symbol: frozenset(self._rows(name, text)) for name, text in given.items()},
            functions=tuple((name, int(arity)) for name, arity in (word.split("/") for word in functions.split())),
            constants={self._key(text): value for text, value in (constants or {}).items()},
            rules=tuple(sorted(rules, key=lambda item: level[item.head.symbol])),
            strata=tuple(symbols for symbols, _ in strata),
            recursive=frozenset(symbol for symbols, again in strata if again for symbol in symbols),
        )
        statics = (
            (symbol.name, row)
            for symbol, rows in self.program.facts.items()
            if symbol.role is Role.STATIC
            for row in rows
        )
        self.vocabulary = Vocabulary(self.program.objects, statics, self.program.constants.items())

    def row(self, text: str) -> Row:
        return tuple(self.numbers[name] for name in text.split())

    def _rows(self, name: Name, text: str) -> list[Row]:
        return [self.row(part) for part in text.split(",")] if text or not name.symbol.arity else []

    def _key(self, text: str) -> tuple[str, Row]:
        name, _, row = text.partition(" ")
        return name, self.row(row)

    def state(self, atoms: str = "", **values: Value | Mapping[str, Value]) -> State:
        """The state of the atoms `"on a b, clear b"` and of values, `fuel={"t1": 3}` or `cost=1`."""
        bits = 0
        for text in filter(None, atoms.split(",")):
            name, row = self._key(text.strip())
            bits |= 1 << self.vocabulary.atom(name, row)
        found: dict[int, Value] = {}
        for name, value in values.items():
            for text, item in value.items() if isinstance(value, Mapping) else [("", value)]:
                found[self.vocabulary.fluent(name, self.row(text))] = item
        return State(self.vocabulary, bits, trimmed(found.get(place) for place in range(len(self.vocabulary.fluents))))

    def start(self, backend: str, limits: Limits | None = None) -> Backend:
        """An engine that stands in the empty state of this world."""
        engine = registry.create(backend, limits)
        engine.load(self.program, self.vocabulary)
        return engine

    def ask(self, engine: Backend, name: Name, binding: str = "") -> set[str]:
        """The rows of a symbol in words, found not to hold any row twice."""
        return self.ask_all(engine, [name], binding)[0]

    def ask_all(self, engine: Backend, asked: list[Name], binding: str = "") -> list[set[str]]:
        found = []
        for rows in engine.answers([name.symbol for name in asked], self.row(binding)):
            assert isinstance(rows, list)
            assert all(type(row) is tuple for row in rows)
            assert len(rows) == len(set(rows)), "a row comes twice"
            found.append({" ".join(self.names[number] for number in row) for row in rows})
        return found


def _strata(rules: list[Rule]) -> list[tuple[tuple[Symbol, ...], bool]]:
    """The symbols by component of mutual dependency, lowest first, and whether they depend on themselves."""
    uses: dict[Symbol, set[Symbol]] = {item.head.symbol: set() for item in rules}
    for item in rules:
        uses[item.head.symbol].update(symbol for symbol in _symbols(item.body) if symbol in uses)
    below = {symbol: set(direct) for symbol, direct in uses.items()}
    for _ in below:
        for reached in below.values():
            reached.update(*(below[symbol] for symbol in reached))
    components = {
        symbol: tuple(s for s in below if s == symbol or {s, symbol} <= below[s] & below[symbol]) for symbol in below
    }
    ordered = sorted(
        dict.fromkeys(components.values()), key=lambda component: len(below[component[0]] | {component[0]})
    )
    return [(component, component[0] in below[component[0]]) for component in ordered]


def _symbols(body: Body) -> Iterator[Symbol]:
    for goal in body:
        match goal:
            case Literal(symbol):
                yield symbol
            case Without(inner) | Some(inner):
                yield from _symbols(inner)
            case Either(bodies):
                for inner in bodies:
                    yield from _symbols(inner)


def network() -> World:
    """Who reaches whom over edges that a state gives."""
    edge, path = fluent("edge", 2), derived("path", 2)
    rules = [rule(path(X, Y), edge(X, Y)), rule(path(X, Y), edge(X, Z), path(Z, Y))]
    return World("a b c d", rules, fluents=[edge])


def answer_in_child(backend: str, connection: Connection) -> None:
    """What a child process does: a new engine, one state, and its answers sent back."""
    world = network()
    engine = world.start(backend)
    engine.move_to(world.state("edge a b, edge b c"))
    connection.send(world.ask(engine, derived("path", 2)))
    engine.close()


def inherited_in_child(engine: Backend, world: World, connection: Connection) -> None:
    """What a forked child does with an engine that its parent made."""
    engine.move_to(world.state("edge a b"))
    connection.send(world.ask(engine, derived("path", 2)))
