"""The law of the writer: reading what it writes gives the model again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from rddlrepository_files import DOMAINS, domain_in, instance_in, instances, name_of, needs_repository
from thorough import THOROUGH, examples_of
from write.rddl_models import plays

from relgym.errors import ModelError
from relgym.model.rddl.domain import Cpf, Declaration, Instance, ItemType, Kind, RDDLDomain, Setting
from relgym.model.rddl.expressions import (
    Aggregate,
    Call,
    Constant,
    Draw,
    DrawAny,
    DrawItem,
    Fluent,
    If,
    Operation,
    Switch,
    Value,
)
from relgym.model.terms import Object, Variable
from relgym.read.rddl.loading import read_domain, read_instance
from relgym.write.layout import WIDTH
from relgym.write.rddl import domain_text, instance_text


def assert_survives(domain: RDDLDomain) -> None:
    """Equal, and the same text again: to Python, `1`, `1.0` and `True` are equal, and so are `0.0` and `-0.0`."""
    text = domain_text(domain)
    again = read_domain(text)
    assert again == domain, text
    assert domain_text(again) == text


def assert_instance_survives(instance: Instance, domain: RDDLDomain) -> None:
    text = instance_text(instance)
    again = read_instance(text, domain)
    assert again == instance, text
    assert instance_text(again) == text


@settings(max_examples=examples_of(25), deadline=None, suppress_health_check=list(HealthCheck))
@given(plays())
def test_any_model_survives(play: tuple[RDDLDomain, Instance]) -> None:
    domain, instance = play
    assert_survives(domain)
    assert_instance_survives(instance, domain)


@needs_repository
@pytest.mark.parametrize("file", DOMAINS, ids=name_of)
def test_files_of_the_repository_survive(file: Path) -> None:
    """All instances in a thorough run, else the first one and the last one."""
    domain = domain_in(file)
    assert_survives(domain)
    files = instances(file)
    assert files
    for each in files if THOROUGH else {files[0], files[-1]}:
        assert_instance_survives(instance_in(each, file), domain)


EVERYTHING = """
domain everything {
  requirements = { reward-deterministic, cpf-deterministic };
  types { robot : object; cell : object; mode : { @off, @slow, fast }; colour : { @red, @off }; };
  pvariables {
    START(robot) : { non-fluent, cell, default = home };
    GAIN : { non-fluent, real, default = 1e-5 };
    TRIALS : { non-fluent, int, default = 5 };
    NEXT(cell, cell) : { non-fluent, bool, default = false };
    COVARIANCE(cell, cell) : { non-fluent, real, default = -5. };
    LIMIT : { param-fluent, real, default = pos-inf };
    at(robot) : { state-fluent, cell, default = home };
    gear(robot) : { state-fluent, mode, default = @off };
    paint(cell) : { state-fluent, colour, default = @red };
    level(cell) : { state-fluent, int, default = -3 };
    heat(cell) : { state-fluent, real, default = 0.0 };
    on : { state-fluent, bool, default = true };
    go(robot) : { action-fluent, cell, default = home };
    press : { action-fluent, bool, default = false };
    power : { interm-fluent, real, level = 2 };
    noise(cell) : { interm-fluent, real };
    busy(robot) : { derived-fluent, bool };
    seen(cell) : { observ-fluent, int };
  };
  cpfs {
    at'(?r) = if (~busy(?r) ^ go(?r) ~= at(?r)) then go(?r)
        else if (gear(?r) == @slow) then Discrete(cell, home : 0.25, yard : otherwise)
        else argmax_{?c : cell} [heat(?c) + NEXT(at(?r), ?c)];
    gear'(?r) = switch (gear(?r)) {
        case @off : if (press) then fast else @off,
        case slow : UnnormDiscrete(mode, @off : 1, @slow : exp[GAIN], @fast : 2.5),
        case @fast : Discrete_{?m : mode} [if (?m == @fast) then 1 else 0] };
    paint'(?c) = if (exists_{?r : robot} at'(?r) == ?c) then @red else KronDelta(paint(?c));
    level'(?c) = Poisson(3 + abs[-level(?c)]) + Binomial(3, .5) - Geometric(0.5) * NegativeBinomial(2, 0.5)
        + mod[level(?c), 3] + div[level(START(argmin_{?r : robot} level(at(?r)))), 2] + sgn[heat(?c)]
        + round[2.5] + floor[GAIN] + ceil[1e3] + Multinomial[?c](TRIALS, heat(_));
    heat'(?c) = Normal(0, 1) + Uniform(0, 1) + Exponential(1) + Weibull(1, 2) + Gamma(1, 2) + Beta(1, 2) + Pareto(1, 2)
        + Student(3) + Gumbel(0, 1) + Laplace(0, 1) + Cauchy(0, 1) + Gompertz(1, 2) + ChiSquare(3) + Kumaraswamy(1, 2)
        + DiracDelta(1.5) + MultivariateNormal[?c](heat(_), COVARIANCE(_, _)) + Dirichlet[?c](heat(_))
        + MultivariateStudent[?c](heat(_), COVARIANCE(_, _), GAIN) + $solve[?c](heat(_), COVARIANCE(home, _), LIMIT)
        + sum_{?d : cell} inverse[row=?c, col=?d][COVARIANCE(?c, ?d)] * pinverse[row=?c, col=?d][NEXT(?c, ?d)]
        + cholesky[row=?d, col=?c][COVARIANCE(?d, ?c) + COVARIANCE(?c, ?c)];
    on' = forall_{?c : cell, ?r : robot} (at'(?r) == ?c => NEXT(?c, at(?r))) | ~exists_{?c : cell} [heat(?c) > 2] | on;
    power = GAIN - 1 - (2 - 3) - -4 + 8 / 4 / 2 / (6 / 3) * (1 + 2);
    noise(?c) = log[2, 10] + ln[2] + sqrt[2] + pow[2, 3] + min[1, 2] + max[1, 2] + fmod[5, 2] + hypot[3, 4] + gamma[3]
        + lngamma[3] + sin[1] + cos[1] + tan[1] + asin[1] + acos[1] + atan[1] + sinh[1] + cosh[1] + tanh[1]
        + det_{?a : cell, ?b : cell} COVARIANCE(?a, ?b);
    busy(?r) = ~(gear(?r) == @off) ^ ~on == on & 3 > 2 > 1 <=> on => false => on;
    seen(?c) = switch (level'(?c)) { case 1 : 10, case 0 : 5, default : level'(?c) };
  };
  reward = sum_{?c : cell} heat'(?c) * prod_{?r : robot} [1 - busy(?r)] + avg_{?c : cell} (min_{?d : cell} level(?d))
      - max_{?c : cell} [heat(?c)];
  action-preconditions { forall_{?r : robot} [go(?r) ~= at(?r)]; ~press; };
  state-action-constraints { press => on; };
  state-invariants { forall_{?c : cell} heat(?c) >= 0; };
  termination { on ^ false; exists_{?r : robot} [at(?r) == yard]; };
}
"""

SMALL = """
non-fluents far { domain = everything; objects { cell : { home, yard, x-1 }; }; non-fluents { NEXT(home, yard); }; }
instance small {
  domain = everything;
  non-fluents = far;
  objects { robot : { r1, r2 }; };
  non-fluents { START(r1) = yard; GAIN = -2.5e-7; COVARIANCE(home, x-1) = neg-inf; ~NEXT(home, home); LIMIT = 3; };
  init-state { at(r1) = x-1; gear(r2) = slow; paint(yard) = @off; level(home) = -2; ~on; };
  max-nondef-actions = 2;
  horizon = terminate-when(on | level(home) > 3);
  discount = 0.95;
}
"""


class TestAFileOfEverything:
    domain = read_domain(EVERYTHING)
    instance = read_instance(SMALL, domain)

    def test_survives(self) -> None:
        assert_survives(self.domain)
        assert_instance_survives(self.instance, self.domain)

    @pytest.mark.parametrize(
        "change", [{"horizon": 40}, {"horizon": None, "most_actions": None, "discount": 1.0}], ids=str
    )
    def test_survives_with_other_ends(self, change: dict[str, int | float | None]) -> None:
        assert_instance_survives(replace(self.instance, until=None, **change), self.domain)

    def test_has_lines_that_fit_a_screen(self) -> None:
        text = domain_text(self.domain) + instance_text(self.instance)
        assert not [line for line in text.splitlines() if len(line) > WIDTH]

    def test_has_short_parts_on_lines_of_their_own(self) -> None:
        assert """\
    at'(?r) = if (~busy(?r) ^ (go(?r) ~= at(?r))) then go(?r)
      else if (gear(?r) == @slow) then Discrete(cell, home : 0.25, yard : otherwise)
      else argmax_{?c : cell} (heat(?c) + NEXT(at(?r), ?c));
    gear'(?r) =
      switch (gear(?r)) {
        case @off : if (press) then @fast else @off,
        case @slow : UnnormDiscrete(mode, @off : 1, @slow : exp[GAIN], @fast : 2.5),
        case @fast : Discrete_{?m : mode} if (?m == @fast) then 1 else 0 };
""" in domain_text(self.domain)

    def test_is_an_instance_with_all_in_it(self) -> None:
        assert (
            instance_text(self.instance)
            == """\
instance small {
  domain = everything;

  objects {
    cell : { home, yard, x-1 };
    robot : { r1, r2 };
  };

  non-fluents {
    NEXT(home, yard);
    START(r1) = yard;
    GAIN = -2.5e-07;
    COVARIANCE(home, x-1) = neg-inf;
    ~NEXT(home, home);
    LIMIT = 3;
  };

  init-state {
    at(r1) = x-1;
    gear(r2) = @slow;
    paint(yard) = @off;
    level(home) = -2;
    ~on;
  };

  max-nondef-actions = 2;
  horizon = terminate-when(on | (level(home) > 3));
  discount = 0.95;
}
"""
        )


P, X, ITEM = Fluent("p"), Variable("?x", ("t",)), Object("@a")
GREEDY: list[Value] = [
    If(P, P, P),
    *(Aggregate(operator, (X,), Fluent("q", (X,))) for operator in ("forall", "exists")),
    Operation("==", (DrawAny(X, Fluent("q", (X,))), ITEM)),
    Operation("==", (ITEM, DrawAny(X, Fluent("q", (X,)), False))),
    Operation("==", (Aggregate("argmax", (X,), Fluent("q", (X,))), ITEM)),
    *(Operation(">", (Aggregate(operator, (X,), Fluent("q", (X,))), P)) for operator in ("sum", "avg")),
]

LOGIC, NUMBERS = ["^", "|", "=>", "<=>", "==", "~=", "<", ">="], ["+", "-", "*", "/"]


def around(value: Value) -> list[Value]:
    """Truth values with the one in every place that one can have."""
    return [
        *(Operation(operator, (value, P)) for operator in LOGIC),
        *(Operation(operator, (P, value)) for operator in LOGIC),
        *(Operation("<", (Operation(operator, (value, P)), P)) for operator in NUMBERS),
        *(Operation("<", (Operation(operator, (P, value)), P)) for operator in NUMBERS),
        Operation("~", (value,)),
        Operation(">", (Operation("-", (value,)), Constant(1))),
        If(value, P, P),
        If(P, value, P),
        If(P, P, value),
        Aggregate("exists", (X,), value),
        Operation("==", (DrawAny(X, value), ITEM)),
        Operation("==", (DrawItem("t", ((ITEM, value), (Object("@b"), None))), ITEM)),
        Switch(value, ((Constant(True), P),), P),
        Switch(P, ((Constant(True), value),), P),
        Switch(P, ((Constant(True), P),), value),
        Operation("<", (Call("max", (value, P)), P)),
        Draw("Bernoulli", (value,)),
        Fluent("q", (If(value, ITEM, ITEM),)),
    ]


def domain_with(*formulas: Value, fluents: tuple[Declaration, ...] = ()) -> RDDLDomain:
    """A process with these formulas, each as what an interm-fluent is, which may draw."""
    names = [f"v{number}" for number in range(len(formulas))]
    return RDDLDomain(
        "small",
        (),
        (ItemType("t", (ITEM, Object("@b"))),),
        (
            Declaration("p", Kind.NON, (), "bool"),
            Declaration("q", Kind.NON, ("t",), "bool"),
            *fluents,
            *(Declaration(name, Kind.INTERMEDIATE, (), "bool") for name in names),
        ),
        tuple(Cpf(name, (), formula) for name, formula in zip(names, formulas, strict=True)),
        Constant(0),
    )


def beside(value: Value) -> list[Value]:
    return [
        Operation("~", (value,)),
        Operation("^", (value, P)),
        Operation("^", (P, value)),
        Operation("<", (Operation("-", (value,)), P)),
        Operation("<", (Operation("-", (value, P)), P)),
        Operation("<", (Operation("-", (P, value)), P)),
    ]


@pytest.mark.parametrize("greedy", GREEDY, ids=str)
def test_what_takes_in_all_that_follows_it_survives_anywhere(greedy: Value) -> None:
    assert_survives(domain_with(*around(greedy)))


@pytest.mark.parametrize("greedy", GREEDY[:2], ids=str)
def test_what_ends_with_what_takes_in_all_survives_beside_others(greedy: Value) -> None:
    assert_survives(domain_with(*(outer for inner in around(greedy) for outer in beside(inner))))


def chain(operators: str, right: Callable[[int], Value]) -> Value:
    return reduce(lambda left, at: Operation(operators[at % len(operators)], (left, right(at))), range(150), right(0))


LONG = {
    "sum": Operation(">", (chain("+-", Constant), P)),
    "product": Operation(">", (chain("*/", lambda at: Operation("+", (P, Constant(at)))), P)),
    "conjunction": chain("^", lambda at: Operation("|", (P, P))),
    "disjunction": chain("|", lambda at: If(P, P, P)),
    "branches": reduce(lambda other, _: If(P, P, other), range(150), P),
    "aggregates": reduce(lambda body, _: Aggregate("exists", (X,), body), range(150), P),
    "signs": reduce(lambda body, _: Operation("~", (body,)), range(150), P),
}


@pytest.mark.parametrize("name", LONG)
def test_long_chains_nest_no_brackets(name: str) -> None:
    # A long chain is read as a tree of halves, so what is read is compared.
    assert_survives(read_domain(domain_text(domain_with(LONG[name]))))


def test_a_fluent_named_like_the_rest_of_a_distribution_is_no_rest() -> None:
    rest = Declaration("otherwise", Kind.NON, ("t",), "real")
    fluent = Fluent("otherwise", (ITEM,))
    for weight in (fluent, Operation("+", (fluent, Constant(1)))):
        drawn = DrawItem("t", ((ITEM, weight), (Object("@b"), None)))
        assert_survives(domain_with(Operation("==", (drawn, ITEM)), fluents=(rest,)))


def test_a_number_below_zero_reads_as_minus_before_one_above() -> None:
    below = domain_with(Operation("<", (Constant(-2), Constant(-1.5))))
    [read] = read_domain(domain_text(below)).cpfs
    assert read.value == Operation("<", (Operation("-", (Constant(2),)), Operation("-", (Constant(1.5),))))


EMPTY = domain_with()
NAMES = ["a b", "", "1a", "a;", "a-", "ä", "a(b)"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "wrong",
    [
        lambda name: replace(EMPTY, name=name),
        lambda name: replace(EMPTY, requirements=(name,)),
        lambda name: replace(EMPTY, types=(ItemType(name),)),
        lambda name: replace(EMPTY, types=(ItemType("t", (Object(f"@{name}"),)),)) if name != "1a" else None,
        lambda name: replace(EMPTY, fluents=(Declaration(name, Kind.NON, (), "bool"),)),
        lambda name: domain_with(Aggregate("forall", (Variable(f"?{name}", ("t",)),), P)),
        lambda name: domain_with(Operation("==", (Object(name), ITEM))),
    ],
)
def test_names_that_rddl_cannot_have_are_refused(wrong: Callable[[str], RDDLDomain | None], name: str) -> None:
    domain = wrong(name)
    if domain is not None:
        with pytest.raises(ModelError, match="cannot be a name in RDDL"):
            domain_text(domain)


@pytest.mark.parametrize("name", ["true", "false", "if", "switch"])
def test_words_that_begin_a_value_are_no_names_in_values(name: str) -> None:
    for wrong in (
        domain_with(fluents=(Declaration(name, Kind.NON, (), "bool"),)),
        domain_with(Operation("==", (Object(name), ITEM))),
    ):
        with pytest.raises(ModelError, match=f"'{name}' cannot be a name"):
            domain_text(wrong)


@pytest.mark.parametrize("number", [float("inf"), float("-inf"), float("nan")])
def test_expressions_have_no_numbers_without_end(number: float) -> None:
    with pytest.raises(ModelError, match="is not a number that RDDL can write"):
        domain_text(domain_with(Operation("<", (P, Constant(number)))))


def test_nan_is_no_value_of_a_fluent() -> None:
    with pytest.raises(ModelError, match="nan is not a number"):
        domain_text(domain_with(fluents=(Declaration("f", Kind.NON, (), "real", float("nan")),)))


@pytest.mark.parametrize("name", ["true", "false", "pos-inf", "neg-inf"])
def test_objects_named_like_constants_are_no_values_of_fluents(name: str) -> None:
    item = Object(name)
    domain = RDDLDomain(
        "d", (), (ItemType("t"),), (Declaration("f", Kind.STATE, (), "t"),), (Cpf("f", (), Fluent("f")),), P
    )
    instance = Instance("i", domain, (("t", (item,)),), (), (Setting("f", (), item),), None, 1, 1.0)
    with pytest.raises(ModelError, match=f"'{name}' cannot be a name"):
        instance_text(instance)


def test_an_instance_ends_in_one_way() -> None:
    instance = Instance("i", EMPTY, (), (), (), None, 40, 1.0, until=P)
    with pytest.raises(ModelError, match="has a horizon and 'terminate-when'"):
        instance_text(instance)
