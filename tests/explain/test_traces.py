"""Why a value of an RDDL instance is what it is."""

from __future__ import annotations

import pytest
from reasoning.rddl.domains import simulator

from relgym.backends.base import Limits
from relgym.backends.sld.evaluator import SldEvaluator
from relgym.errors import BackendError, SimulationError
from relgym.explain.traces import explained
from relgym.read.rddl.loading import read_domain, read_instance
from relgym.reasoning.rddl.dynamics import Dynamics

ROADS = """
    ROAD(t, t) : { non-fluent, bool, default = false }; COST(t) : { non-fluent, real, default = 1.5 };
    at : { state-fluent, t, default = a }; seen(t) : { state-fluent, bool, default = false };
    fuel : { state-fluent, int, default = 3 }; go(t) : { action-fluent, bool, default = false };
    luck : { interm-fluent, bool };
"""
CPFS = """
    luck = Bernoulli(0.5 + 0.25);
    at' = switch (luck) { case true : argmax_{?x : t} go(?x), case false : at };
    seen'(?x) = seen(?x) | at' == ?x;
    fuel' = if (luck ^ fuel > 0) then fuel - 1 else max[fuel, 0];
"""
REST = """
    action-preconditions {
        forall_{?x : t} (go(?x) => (ROAD(at, ?x) ^ ~seen(?x)));
        (sum_{?x : t} go(?x)) <= 1;
        exists_{?x : t} [ROAD(at, ?x) ^ fuel > 0];
    };
"""
START = "non-fluents { ROAD(a, b); ROAD(a, c); }; init-state { seen(c); };"


class Told:
    """The explanations of one process, by the names of functions."""

    def __init__(self, made: Dynamics, engine: SldEvaluator) -> None:
        self.made, self.engine = made, engine
        functions = [equation.function for equation in made.program.equations]
        self.functions = {str(function): function for function in functions}

    def why(self, name: str, row: tuple[int, ...] = (), action: object = None, uniforms: object = (), **how) -> str:
        trace = self.trace(name, row, action, uniforms)
        return str(explained(trace, self.made.program, **how))

    def trace(self, name, row=(), action=None, uniforms=()):
        return self.engine.trace(self.functions[name], row, self.made.start, action or self.made.idle, uniforms)


def told(*parts: str, **more: object) -> Told:
    engine = SldEvaluator()
    return Told(simulator(engine, *parts, **more), engine)


@pytest.fixture
def roads() -> Told:
    return told(ROADS, CPFS, START, "-(sum_{?x : t} go(?x) * COST(?x))", REST)


def test_the_item_for_which_a_precondition_fails(roads):
    assert (
        roads.why("precondition:precondition#0", action=([False, True, True],))
        == """\
forall_{?x : t} (go(?x) => (ROAD(at, ?x) ^ ~seen(?x))) is false, for ?x = c
  go(c) => (ROAD(at, c) ^ ~seen(c)) is false
    go(c) is true, by the action
    ROAD(at, c) ^ ~seen(c) is false
      seen(c) is true, in the state"""
    )


def test_the_sides_of_a_comparison(roads):
    assert (
        roads.why("precondition:precondition#1", action=([False, True, True],))
        == """\
(sum_{?x : t} go(?x)) <= 1 is false: 2 <= 1
  sum_{?x : t} go(?x) is 2, from 2 of 3
    go(b) is true, by the action
    go(c) is true, by the action"""
    )


def test_a_condition_that_holds_by_one_item(roads):
    """The argument of a fluent is told where it is not plain to see."""
    assert (
        roads.why("precondition:precondition#2")
        == """\
exists_{?x : t} (ROAD(at, ?x) ^ (fuel > 0)) is true, for ?x = b
  ROAD(at, b) ^ (fuel > 0) is true
    ROAD(a, b) is true, always
      at is a, in the state
    fuel > 0 is true: 3 > 0
      fuel is 3, in the state"""
    )


def test_a_value_after_a_step(roads):
    """By what was drawn, and the branch that was taken."""
    assert (
        roads.why("next:seen", (1,), ([False, True, False],), [0.7])
        == """\
seen'(b) is true
  seen(b) | (at' == b) is true
    at' == b is true: b == b
      at' is b
        luck is true
          Bernoulli(0.5 + 0.25) is true: drawn from Bernoulli(0.75) by the number 0.7
            0.5 + 0.25 is 0.75
        argmax_{?x : t} go(?x) is b, for ?x = b
          go(b) is true, by the action"""
    )


def test_what_is_told_once_is_not_told_again():
    domain = told(
        "x : { state-fluent, int, default = 2 }; y : { interm-fluent, int };",
        "y = x + 1; x' = y * y;",
    )
    assert (
        domain.why("next:x")
        == """\
x' is 9
  y * y is 9
    y is 3
      x + 1 is 3
        x is 2, in the state
    y is 3, as said"""
    )


def test_the_chance_of_an_item():
    domain = told(
        "c : { state-fluent, colour, default = @red }; d : { state-fluent, t, default = a };",
        "c' = Discrete(colour, @red : 0.25, @green : otherwise); d' = UnnormDiscrete_{?x : t} (1 + (?x == b));",
        types="colour : {@red, @green};",
    )
    assert (
        domain.why("next:c", uniforms=[0.5, 0])
        .splitlines()[1]
        .endswith("is @green: drawn with probability 0.75 by the number 0.5")
    )
    assert (
        domain.why("next:d", uniforms=[0, 0.5])
        .splitlines()[1]
        .endswith("is b: drawn with probability 0.5 by the number 0.5")
    )


MANY = ", ".join(f"o{number}" for number in range(40))


def many() -> Told:
    domain = read_domain(
        "domain d { types { t : object; }; pvariables { n(t) : { state-fluent, int, default = 2 };"
        "m(t) : { interm-fluent, int }; }; cpfs { m(?x) = n(?x) + 1; n'(?x) = sum_{?y : t} (m(?y) + m(?x)); }; }"
    )
    engine = SldEvaluator()
    return Told(
        Dynamics(read_instance(f"instance i {{ domain = d; objects {{ t : {{{MANY}}}; }}; }}", domain), engine),
        engine,
    )


@pytest.mark.parametrize("lines", [1, 2, 5, 20, 60])
def test_long_explanations_are_cut(lines):
    text = many().why("next:n", (0,), lines=lines)
    assert text.startswith("n'(o0) is 240")
    assert len(text.splitlines()) <= lines


def test_how_much_is_left_out_is_said():
    text = many().why("next:n", (0,))
    assert len(text.splitlines()) > 8
    assert text.endswith("\n    ... and 37 more")


def test_a_tree_as_data(roads):
    trace = roads.trace("next:fuel", uniforms=[0.7])
    tree = explained(trace, roads.made.program).to_json()
    assert tree["text"] == "fuel' is 2"
    assert [child["text"] for child in tree["children"]] == ["luck ^ (fuel > 0) is true", "fuel - 1 is 2"]
    assert tree["omitted"] == 0


def test_premises_are_what_was_read(roads):
    """Nothing of a branch that was not taken, and each once, with its own premises."""
    trace = roads.trace("next:at", uniforms=[0.9])
    assert [(read.function.name, read.value) for read in trace.premises] == [("luck", False), ("at", 0)]
    luck = trace.premises[0]
    assert [draw.uniforms for draw in luck.draws] == [(0.9,)]
    assert luck.how is not None
    assert trace.premises[1].how is None


def test_traces_agree_with_values(roads):
    made = roads.made
    action, uniforms = ([False, False, True],), [0.3]
    for equation in made.program.equations:
        [values] = roads.engine.values([equation.function], made.start, action, uniforms)
        sizes = made.program.sizes(equation.function)
        rows = [(number,) for number in range(sizes[0])] if sizes else [()]
        found = [roads.engine.trace(equation.function, row, made.start, action, uniforms).value for row in rows]
        assert found == (values if sizes else [values])


def test_what_cannot_be_computed_has_no_trace():
    domain = told("x : { state-fluent, real, default = 0.0 };", "x' = 1 / x;")
    with pytest.raises(SimulationError, match="zero"):
        domain.trace("next:x")


def test_a_deep_chain_has_a_trace():
    declared = "".join(f"x{k} : {{ interm-fluent, int }}; " for k in range(60))
    chain = "".join(f"x{k + 1} = x{k} + 1; " for k in range(59))
    trace = told(declared, f"x0 = 1; {chain}").trace("step:x59")
    assert trace.value == 60
    depth = 0
    while trace.premises:
        [trace] = trace.premises
        depth += 1
    assert (depth, trace.function.name) == (59, "x0")


def test_the_reference_engine_stops_at_its_limit():
    """And works on afterwards."""
    engine = SldEvaluator(Limits(seconds=0))
    made = simulator(
        engine,
        "x(t) : { state-fluent, int, default = 1 }; go : { action-fluent, bool, default = false };",
        "x'(?x) = if (go) then (sum_{?a : t, ?b : t, ?c : t, ?d : t, ?e : t, ?f : t} x(?a) * x(?f)) else x(?x);",
    )
    with pytest.raises(BackendError, match="within 0 s"):
        made.step(made.start, (True,), [])
    assert made.step(made.start, (False,), []).state == ([1, 1, 1],)
