"""Random programs: every engine finds what trying all tuples of objects finds."""

from __future__ import annotations

from itertools import count

import pytest
from backends.programs import (
    Name,
    World,
    X,
    Y,
    Z,
    anything,
    arithmetic,
    derived,
    either,
    fluent,
    kind,
    number,
    rule,
    some,
    static,
    where,
    without,
)
from backends.toy import Toy
from hypothesis import HealthCheck, Phase, given, note, settings
from hypothesis import strategies as st

from relgym.model.program import Role, Symbol
from relgym.model.terms import Variable

OBJECTS = "a b c"
FLUENTS = [fluent("f", 0), fluent("f", 1), fluent("f", 2)]
STATICS = [static("s", 1), static("s", 2), kind("t")]
KNOWN = [*FLUENTS, *STATICS, anything]
EFFECT = Name(Symbol(Role.CONDITION, "c", 2))
QUERY = Name(Symbol(Role.QUERY, "q", 1))


class Draw:
    """Draws the parts of safe, stratified rules."""

    def __init__(self, draw) -> None:
        self.draw = draw
        self.local = (Variable(f"?l{place}") for place in count())

    def one(self, items):
        return self.draw(st.sampled_from(items))

    def several(self, least, most):
        return range(self.draw(st.integers(least, most)))

    def literal(self, names, variables):
        name = self.one(names)
        return name(*(self.one([*variables, *variables, *OBJECTS.split()]) for _ in range(name.symbol.arity)))

    def expression(self, bound):
        leaves = [number("c"), *(number("g", term) for term in [*bound, "a"]), *range(-2, 3)]
        form = self.one(["leaf", "leaf", "+", "-", "*"])
        return self.one(leaves) if form == "leaf" else arithmetic(form, self.one(leaves), self.one(leaves))

    def condition(self, names, bound, depth):
        """A goal that binds nothing; all of `bound` is bound when it is tried."""
        match self.one(["equal", "number", "without", "without", "some", "either"] if depth else ["equal", "number"]):
            case "equal":
                return where(self.one([*bound, "b"]), self.one(["=", "!="]), self.one([*bound, "c"]))
            case "number":
                return where(self.expression(bound), self.one(["=", "<", "<=", ">", ">="]), self.expression(bound))
            case "without":
                return without(*self.nested(names, bound, depth))
            case "some":
                return some(*self.nested(names, bound, depth))
            case "either":
                return either(*(self.nested(names, bound, depth) for _ in self.several(1, 3)))

    def nested(self, names, bound, depth):
        variables = [*bound, next(self.local)]
        goals = [self.literal(names, variables) for _ in self.several(0, 2)]
        bound = [*bound, *(variable for variable in variables[-1:] if any(variable in goal.terms for goal in goals))]
        return (*goals, *(self.condition(names, bound, depth - 1) for _ in self.several(0, 1)))

    def rule(self, head, lower, same=(), bound=0):
        """`same` are the symbols of the head's stratum, which stand as plain literals only."""
        variables = [X, Y, Z]
        terms = variables[: head.symbol.arity]
        goals = [self.literal([*lower, *lower, *same], variables) for _ in self.several(0, 3)]
        open_terms = [term for term in terms[bound:] if not any(term in goal.terms for goal in goals)]
        goals = self.draw(st.permutations([*goals, *(self.one([anything, kind("t")])(term) for term in open_terms)]))
        known = [v for v in variables if v in terms or any(v in goal.terms for goal in goals)]
        goals += [self.condition(lower, known, depth=2) for _ in self.several(0, 2)]
        return rule(head(*terms), *goals, bound=bound)


@st.composite
def programs(draw):
    """A world, its derived symbols, and rules to be defined later."""
    drawn = Draw(draw)
    arities = draw(st.lists(st.integers(0, 2), min_size=1, max_size=4))
    heads = [derived(f"d{place}", arity) for place, arity in enumerate(arities)]
    levels = sorted(draw(st.lists(st.integers(0, 2), min_size=len(heads), max_size=len(heads))))
    rules = []
    for head, level in zip(heads, levels, strict=True):
        lower = KNOWN + [name for name, other in zip(heads, levels, strict=True) if other < level]
        same = [name for name, other in zip(heads, levels, strict=True) if other == level]
        rules += [drawn.rule(head, lower, same) for _ in drawn.several(1, 3)]
    rules.append(drawn.rule(EFFECT, KNOWN + heads, bound=1))
    later = [drawn.rule(QUERY, KNOWN + heads) for _ in drawn.several(1, 2)]
    facts = {name: ", ".join(draw(rows(name))) for name in STATICS}
    world = World(OBJECTS, rules, facts, FLUENTS, functions="g/1", constants={"c": draw(st.integers(-2, 2))})
    return world, heads, later


def rows(name):
    texts = [""]
    for _ in range(name.symbol.arity):
        texts = [f"{text} {item}".strip() for text in texts for item in OBJECTS.split()]
    return st.lists(st.sampled_from(texts), unique=True)


@st.composite
def states(draw):
    atoms = [f"{name.symbol.name} {row}".strip() for name in FLUENTS for row in draw(rows(name))]
    return ", ".join(atoms), draw(st.dictionaries(st.sampled_from(OBJECTS.split()), st.integers(-2, 2)))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(programs(), st.lists(states(), min_size=1, max_size=4))
def test_engines_agree_with_trying_everything(engines, drawn, visited):
    world, heads, later = drawn
    note("\n".join(map(show_rule, [*world.program.rules, *later])))
    oracle, started = Toy(), [world.start(backend) for backend in engines]
    oracle.load(world.program, world.vocabulary)
    oracle.define(later)

    def agree(asked, binding=""):
        expected = world.ask_all(oracle, asked, binding)
        for engine in started:
            assert world.ask_all(engine, asked, binding) == expected, engine.name

    for place, (atoms, values) in enumerate(visited):
        state = world.state(atoms, g=values)
        note(f"{atoms} {values}")
        for each in (oracle, *started):
            each.move_to(state)
        agree([*heads, *FLUENTS, *STATICS])
        if place == 0:
            for engine in started:
                engine.define(later)
        agree([QUERY])
        for name in OBJECTS.split():
            agree([EFFECT, *(head for head in heads if head.symbol.arity)], name)
        agree([EFFECT, *(head for head in heads if head.symbol.arity == 2)], "a b")
    for engine in started:
        engine.close()


def show_rule(item) -> str:
    return f"{show(item.head)} :- {', '.join(map(show, item.body))}  ({item.bound} bound)"


def show(goal) -> str:
    match goal.__class__.__name__:
        case "Literal":
            return f"{goal.symbol}({', '.join(map(str, goal.terms))})"
        case "Test":
            return f"{goal.left} {goal.operator} {goal.right}"
        case "Either":
            return " or ".join(f"[{', '.join(map(show, body))}]" for body in goal.bodies) or "never"
        case name:
            return f"{name.lower()}[{', '.join(map(show, goal.body))}]"


def test_the_search_finds_what_is_wrong():
    """An engine that forgets one answer in a recursion does not get through."""

    class Forgetful(Toy):
        def answers(self, symbols, binding=()):
            found = super().answers(symbols, binding)
            return [
                rows if symbol.role is not Role.DERIVED else rows[1:]
                for symbol, rows in zip(symbols, found, strict=True)
            ]

    @settings(database=None, phases=[Phase.generate])
    @given(programs(), states())
    def search(drawn, visited):
        world, heads, _ = drawn
        right, wrong = Toy(), Forgetful()
        for engine in (right, wrong):
            engine.load(world.program, world.vocabulary)
            engine.move_to(world.state(visited[0], g=visited[1]))
        assert world.ask_all(right, heads) == world.ask_all(wrong, heads)

    with pytest.raises(AssertionError):
        search()
