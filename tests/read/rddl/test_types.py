"""What may stand where: truth values, whole and real numbers, objects and enumerated values."""

from __future__ import annotations

import pytest

from relgym.errors import ModelError
from relgym.model.rddl.domain import RDDLDomain
from relgym.model.rddl.expressions import INT, REAL
from relgym.read.rddl.functions import DISTRIBUTIONS, DRAWN, FUNCTIONS, SAME
from relgym.read.rddl.loading import read_domain, read_instance
from relgym.read.rddl.types import Typing

FLUENTS = """
  b : { non-fluent, bool, default = false };
  i : { non-fluent, int, default = 0 };
  r : { non-fluent, real, default = 0.0 };
  c : { non-fluent, colour, default = @red };
  s : { non-fluent, signal, default = @red };
  o : { non-fluent, room, default = hall };
  B(room) : { non-fluent, bool, default = false };
  I(room) : { non-fluent, int, default = 0 };
  R(room) : { non-fluent, real, default = 0.0 };
  M(room, room) : { non-fluent, real, default = 0.0 };
  W(colour) : { non-fluent, real, default = 0.0 };
  O(room) : { non-fluent, room, default = hall };
"""
TYPES = "types { room : object; colour : { @red, @green }; signal : { @red, @amber }; };"
RANGES = ("bool", "int", "real", "colour", "signal", "room")


def domain(value: str, of: str = "real") -> RDDLDomain:
    """A domain in which a fluent of a range has a value."""
    found = f"found : {{ interm-fluent, {of} }};"
    return read_domain(f"domain d {{ {TYPES} pvariables {{ {FLUENTS} {found} }}; cpfs {{ found = {value}; }} }}")


def fitting(value: str) -> set[str]:
    """The ranges that a value may be of."""
    found = set()
    for of in RANGES:
        try:
            domain(value, of)
        except ModelError:
            continue
        found.add(of)
    return found


NUMBER, WHOLE, TRUTH = {"real"}, {"int", "real"}, {"bool", "int", "real"}


@pytest.mark.parametrize(
    ("value", "ranges"),
    [
        ("true", TRUTH),
        ("b", TRUTH),
        ("3", WHOLE),
        ("3.", NUMBER),
        ("r", NUMBER),
        ("c", {"colour"}),
        ("@green", {"colour"}),
        ("@amber", {"signal"}),
        ("@red", {"colour", "signal"}),
        ("red", {"colour", "signal"}),
        ("o", {"room"}),
        ("cellar", {"room"}),
        ("@cellar", {"room"}),
        ("B(hall)", TRUTH),
        ("O(O(hall))", {"room"}),
        # A truth value counts as a number in arithmetic, whose result is one.
        ("b + b", WHOLE),
        ("-b", WHOLE),
        ("b * i", WHOLE),
        ("i - r", NUMBER),
        ("i / i", NUMBER),
        ("i < r", TRUTH),
        ("b >= b", TRUTH),
        ("b ^ b | ~b => b <=> b", TRUTH),
        ("b == i", TRUTH),
        ("c ~= @red", TRUTH),
        ("@red == c", TRUTH),
        ("@red == s", TRUTH),
        ("o == cellar", TRUTH),
        ("cellar == hall", TRUTH),
        ("forall_{?x : room} B(?x)", TRUTH),
        ("exists_{?x : colour} ?x == c", TRUTH),
        ("sum_{?x : room} B(?x)", WHOLE),
        ("prod_{?x : room} I(?x)", WHOLE),
        ("min_{?x : room} R(?x)", NUMBER),
        ("max_{?x : room} B(?x)", WHOLE),
        ("avg_{?x : room} I(?x)", NUMBER),
        ("argmax_{?x : room} I(?x)", {"room"}),
        ("argmin_{?x : colour} W(?x)", {"colour"}),
        ("det_{?x : room, ?y : room} M(?x, ?y)", NUMBER),
        ("sum_{?x : room, ?y : room} pinverse[row=?x, col=?y][M(?x, ?y)]", NUMBER),
        ("if (b) then b else i", WHOLE),
        ("if (b) then i else r", NUMBER),
        ("if (b) then @green else @red", {"colour"}),
        ("if (b) then @red else @green", {"colour"}),
        ("if (b) then @red else s", {"signal"}),
        ("if (b) then cellar else o", {"room"}),
        ("if ((if (b) then @red else @amber) == s) then 1 else 0", WHOLE),
        ("switch (c) { case @red : 1, case @green : 2.5 }", NUMBER),
        ("switch (c) { case @red : @red, default : @amber }", {"signal"}),
        ("switch (b) { case true : i, case false : b }", WHOLE),
        ("switch (i) { case 1 : true, default : b }", TRUTH),
        ("switch (o) { case hall : 1, default : 2 }", WHOLE),
        ("switch (@green) { case @red : 1, default : 2 }", WHOLE),
        ("KronDelta(b)", TRUTH),
        ("KronDelta(@red)", {"colour", "signal"}),
        ("KronDelta(o)", {"room"}),
        ("DiracDelta(i)", NUMBER),
        ("Bernoulli(r)", TRUTH),
        ("Poisson(r)", WHOLE),
        ("Normal(b, i)", NUMBER),
        ("Discrete(colour, @red : r, @green : otherwise)", {"colour"}),
        ("Discrete(room, hall : r, cellar : otherwise)", {"room"}),
        ("UnnormDiscrete(signal, red : i, amber : 3)", {"signal"}),
        ("Discrete_{?x : room} R(?x)", {"room"}),
        ("UnnormDiscrete_{?x : colour} b", {"colour"}),
        ("sum_{?x : room} Dirichlet[?x](R(_))", NUMBER),
        ("sum_{?x : room} Multinomial[?x](i, R(_))", WHOLE),
        ("sum_{?x : room} Multinomial[?x](b, M(?x, _))", WHOLE),
        ("$f[](c, O(_), B(hall))", NUMBER),
    ],
)
def test_ranges(value: str, ranges: set[str]) -> None:
    assert fitting(value) == ranges


@pytest.mark.parametrize(
    "value",
    [
        *("~i", "i ^ b", "b | r", "b => c", "i <=> b"),
        *("c + 1", "-o", "1 * @red", "c < @green", "o >= hall", "hall + 1"),
        *("c == 1", "c == s", "o == c", "b == o", "@green == @amber", "hall == 1", "c == hall"),
        *("forall_{?x : room} I(?x)", "exists_{?x : room} O(?x)", "sum_{?x : room} ?x", "avg_{?x : colour} ?x"),
        *("argmax_{?x : room} O(?x)", "min_{?x : room} O(?x)", "prod_{?x : room} c", "o + argmax_{?x : room} R(?x)"),
        *("if (i) then 1 else 2", "if (c) then 1 else 2", "if (b) then 1 else c", "if (b) then @green else @amber"),
        *("if (b) then c else s", "if (b) then o else 1", "if (b) then cellar else 1"),
        *("switch (c) { case @red : 1 }", "switch (i) { case 1 : 1 }", "switch (b) { case true : 1 }"),
        *("switch (c) { case @amber : 1, default : 2 }", "switch (c) { case 1 : 1, default : 2 }"),
        *("switch (c) { case c : 1, default : 2 }", "switch (o) { case hall : 1 }"),
        *("switch (b) { case true : 1, default : c }", "switch (r) { case hall : 1, default : 2 }"),
        *("B(1)", "B(c)", "B(b)", "W(o)", "W(@amber)", "W(hall)", "O(@red)", "B", "B(o, o)", "r(o)"),
        *("abs[c]", "max[1, o]", "div[1, r]", "mod[r, 2]", "sqrt[@red]", "pow[2, hall]"),
        *("Normal(c, 1)", "Bernoulli(o)", "Binomial(r, 0.5)", "DiracDelta(c)"),
        *("det_{?x : room, ?c : colour} R(?x)", "det_{?x : room} R(?x)", "det_{?x : room, ?y : room} O(?x)"),
        "sum_{?x : room, ?c : colour} inverse[row=?x, col=?c][R(?x)]",
        "sum_{?x : room, ?y : room} cholesky[row=?x, col=?y][O(?x)]",
        *("Discrete(colour, @amber : 1.0)", "Discrete(colour, @red : @red, @green : otherwise)"),
        *("Discrete(colour, hall : 1.0)", "Discrete(int, hall : 1.0)"),
        *("(Discrete_{?x : room} O(?x)) == o", "(argmax_{?x : room, ?y : room} M(?x, ?y)) == o"),
        *("sum_{?x : room} Dirichlet[?x](M(_, _))", "sum_{?x : room} Dirichlet[?x](r)"),
        *("sum_{?x : room} Dirichlet[?x](W(_))", "sum_{?x : room} Dirichlet[?x](O(_))"),
        *("sum_{?x : room} Multinomial[?x](r, R(_))", "sum_{?x : room} Multinomial[?x](R(_), i)"),
        *("Dirichlet[_](R(_))", "Dirichlet[](R(_))", "sum_{?x : room, ?y : room} Dirichlet[?x, ?y](R(_))"),
        "sum_{?x : room} MultivariateNormal[?x](R(_), M(_, ?x))",
        *("sum_{?c : colour} Dirichlet[?c](M(?c, _))", "sum_{?x : room} Dirichlet[?x](R(_), R(_))"),
        *("$f[](M(_))", "$f[](Z)", "$f[?x]()", "sum_{?c : colour} $f[?c](R(?c))"),
    ],
)
def test_refused(value: str) -> None:
    with pytest.raises(ModelError) as caught:
        domain(value)
    assert caught.value.span is not None
    assert not caught.value.message.startswith("the cpf of"), "what is wrong is within"


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(name: str) -> None:
    many = len(FUNCTIONS[name].arguments.split())
    found = fitting(f"{name}[{', '.join('i' * many)}]")
    assert found == (NUMBER if FUNCTIONS[name].range == REAL else WHOLE)
    if FUNCTIONS[name].range == SAME:
        assert fitting(f"{name}[{', '.join(['r'] + ['i'] * (many - 1))}]") == NUMBER


@pytest.mark.parametrize("name", [name for name in DISTRIBUTIONS if name != "KronDelta"])
def test_distributions(name: str) -> None:
    many = len(DISTRIBUTIONS[name].split())
    found = fitting(f"{name}({', '.join('i' * many)})")
    assert found == {"bool": TRUTH, "int": WHOLE, "real": NUMBER}[DRAWN.get(name, REAL)]


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ("@red : 0.5, @green : 0.5", None),
        ("@red : 0.1, @green : 0.9", None),
        ("@red : 1", None),
        ("@red : 0.2, @green : otherwise", None),
        ("@red : 0.2, @green : r", None),
        ("@red : 0.5, @green : 0.4", "the sum of these probabilities is 0.9"),
        ("@red : 0.5, @green : 0.6", "the sum of these probabilities is 1.1"),
        ("@red : 1.5, @green : otherwise", "the sum of these probabilities is 1.5"),
        ("@red : 1.5, @green : r", "the sum of these probabilities is 1.5"),
        ("@red : otherwise, @green : otherwise", "'otherwise' stands here twice"),
        ("@red : 0.5, red : 0.5", "'@red' has two probabilities"),
    ],
)
def test_constant_probabilities(weights: str, message: str | None) -> None:
    text = f"Discrete(colour, {weights})"
    if message is None:
        assert fitting(text) == {"colour"}
    else:
        with pytest.raises(ModelError, match=message):
            domain(text, "colour")


def test_weights_may_make_anything() -> None:
    assert fitting("UnnormDiscrete(colour, @red : 5, @green : 0.25)") == {"colour"}


@pytest.mark.parametrize(
    ("of", "default", "fits"),
    [
        *(("bool", "true", True), ("bool", "1", False), ("bool", "@red", False)),
        *(("int", "-3", True), ("int", "true", True), ("int", "0.5", False), ("int", "pos-inf", False)),
        *(("real", "3", True), ("real", "pos-inf", True), ("real", "neg-inf", True), ("real", "hall", False)),
        *(("colour", "@red", True), ("colour", "green", True), ("colour", "@amber", False), ("colour", "0", False)),
        *(("room", "hall", True), ("room", "@hall", True), ("room", "1", False), ("room", "false", False)),
    ],
)
def test_defaults(of: str, default: str, fits: bool) -> None:
    text = f"domain d {{ {TYPES} pvariables {{ x : {{ non-fluent, {of}, default = {default} }}; }}; }}"
    if fits:
        assert read_domain(text).fluents[0].default is not None
    else:
        with pytest.raises(ModelError, match=f"is not a value of the range '{of}' of 'x'"):
            read_domain(text)


def test_object_that_is_no_object_is_found_in_the_instance() -> None:
    model = domain("R(hal)")
    with pytest.raises(ModelError) as caught:
        read_instance("instance i { domain = d; objects { room : { hall }; }; }", model)
    assert caught.value.message == "there is no fluent, object or enumerated value 'hal'"
    assert caught.value.hint == "did you mean 'hall'?"


def test_enumerated_value_is_not_taken_for_an_object_where_there_are_none() -> None:
    with pytest.raises(ModelError, match="there is no enumerated value '@gren'"):
        read_domain("domain d { types { colour : { @green }; }; reward = sum_{?c : colour} (?c == @gren); }")
    with pytest.raises(ModelError, match="there is no fluent or enumerated value 'gren'"):
        read_domain("domain d { types { colour : { @green }; }; reward = sum_{?c : colour} (?c == gren); }")


def test_ranges_with_the_objects_of_an_instance() -> None:
    model = domain("I(hall)")
    types = {item.name: item for item in model.types}
    typing = Typing(model.declared, types, {"hall": "room"})
    assert typing.range_of(model.cpfs[0].value) == INT


@pytest.mark.parametrize(
    "step", ["({0} == 1)", "(if ({0} == 1) then c else @red) == c", "KronDelta(if (b) then 1 else {0}) == 2"]
)
def test_time_does_not_double_with_depth(step: str) -> None:
    """If it did, this would not end."""
    value = "b"
    for _ in range(40):
        value = step.format(value)
    domain(value, "bool")
