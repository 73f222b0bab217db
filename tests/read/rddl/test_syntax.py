"""What RDDL values mean by the way they are written: how far they reach, what binds how, which words are names."""

from __future__ import annotations

import pytest
from read.rddl.parsing import A, B, C, R, X, Y, at_x, domain, formula, two, value

from relgym.errors import ModelError, ParseError
from relgym.model.rddl.expressions import (
    Aggregate,
    Call,
    Constant,
    Draw,
    DrawAny,
    DrawItem,
    DrawVector,
    External,
    Fluent,
    If,
    Matrix,
    Operation,
    Slot,
    Switch,
)
from relgym.model.terms import Object, Variable
from relgym.read.rddl.functions import DISTRIBUTIONS, FUNCTIONS
from relgym.read.rddl.loading import read_domain


class TestOperators:
    @pytest.mark.parametrize(
        ("text", "shown"),
        [
            ("A | B ^ C", "(A | (B ^ C))"),
            ("A & B", "(A ^ B)"),
            ("A => B | C", "(A => (B | C))"),
            ("A <=> B => C", "(A <=> (B => C))"),
            ("A ^ X > 1 + 2", "(A ^ (X > (1 + 2)))"),
            ("X + 2 * N > 1", "((X + (2 * N)) > 1)"),
            ("-X * 2 > 1", "((-X * 2) > 1)"),
            ("X - -1 > 1", "((X - -1) > 1)"),
            ("+X > 1", "(+X > 1)"),
            ("~~A", "~~A"),
            ("~(A | B)", "~(A | B)"),
            ("[A | B] ^ C", "((A | B) ^ C)"),
        ],
    )
    def test_what_binds_tighter(self, text: str, shown: str) -> None:
        assert str(formula(text)) == shown

    @pytest.mark.parametrize("operator", ["^", "|", "=>", "<=>", "==", "~=", "<", "<=", ">", ">="])
    def test_connectives_and_comparisons_group_from_the_left(self, operator: str) -> None:
        assert formula(f"A {operator} B {operator} C") == two(operator, two(operator, A, B), C)

    @pytest.mark.parametrize("operator", ["+", "-", "*", "/"])
    def test_arithmetic_groups_from_the_left(self, operator: str) -> None:
        assert value(f"X {operator} 2 {operator} 3") == two(operator, two(operator, R, Constant(2)), Constant(3))

    def test_comparisons_of_one_level_group_from_the_left(self) -> None:
        assert formula("3 > 2 == 1") == two("==", two(">", Constant(3), Constant(2)), Constant(1))

    def test_not_binds_tighter_than_a_comparison(self) -> None:
        assert formula("~A == B") == two("==", Operation("~", (A,)), B)

    def test_minus_between_values_wants_a_space_after_a_name(self) -> None:
        more = "X-1 : { non-fluent, real, default = 0.0 };"
        assert domain("X-1", more).reward == Fluent("X-1")
        assert domain("X - 1", more).reward == two("-", R, Constant(1))
        assert domain("X -1", more).reward == two("-", R, Constant(1))
        assert domain("(X)-1", more).reward == two("-", R, Constant(1))
        with pytest.raises(ModelError, match="there is no fluent or enumerated value 'N-1'"):
            value("N-1")


class TestReach:
    """Aggregates, quantifiers and `else` take in all that follows them."""

    def test_sum(self) -> None:
        body = two("+", Fluent("P", (X,)), Constant(1))
        assert value("sum_{?x : t} P(?x) + 1") == Aggregate("sum", (X,), body)
        assert value("sum_{?x : t} [P(?x)] + 1") == Aggregate("sum", (X,), body)
        assert value("(sum_{?x : t} P(?x)) + 1") == two("+", Aggregate("sum", (X,), Fluent("P", (X,))), Constant(1))

    def test_aggregate_on_the_right(self) -> None:
        inner = Aggregate("sum", (X,), two("+", Fluent("P", (X,)), Constant(1)))
        assert value("2 * sum_{?x : t} P(?x) + 1") == two("*", Constant(2), inner)

    def test_not_of_a_quantifier(self) -> None:
        inner = Aggregate("exists", (X,), two("|", Fluent("Q", (X,)), Constant(True)))
        assert formula("~exists_{?x : t} [Q(?x)] | true") == Operation("~", (inner,))

    def test_quantifier_after_a_quantifier(self) -> None:
        inner = Aggregate("exists", (Y,), two("=>", Fluent("Q", (X,)), Fluent("Q", (Y,))))
        assert formula("forall_{?x : t} exists_{?y : t} Q(?x) => Q(?y)") == Aggregate("forall", (X,), inner)

    def test_else(self) -> None:
        assert value("if (A) then 1 else 2 + 3") == If(A, Constant(1), two("+", Constant(2), Constant(3)))
        assert value("(if (A) then 1 else 2) + 3") == two("+", If(A, Constant(1), Constant(2)), Constant(3))

    def test_then_ends_at_else(self) -> None:
        assert value("if (A) then 1 + 2 else 3") == If(A, two("+", Constant(1), Constant(2)), Constant(3))
        assert value("if (A) then -X + 1 else 3") == If(A, two("+", Operation("-", (R,)), Constant(1)), Constant(3))

    def test_else_belongs_to_the_nearest_if(self) -> None:
        inner = If(B, Constant(1), Constant(2))
        assert value("if (A) then if (B) then 1 else 2 else 3") == If(A, inner, Constant(3))
        assert value("if (A) then 3 else if (B) then 1 else 2") == If(A, Constant(3), inner)

    def test_drawing_of_any_item(self) -> None:
        found = at_x("(Discrete_{?y : t} P(?y) + 1) == ?x")
        assert found == two("==", DrawAny(Y, two("+", Fluent("P", (Y,)), Constant(1))), X)


class TestNumbers:
    @pytest.mark.parametrize(
        ("text", "number"),
        [
            ("7", 7),
            ("007", 7),
            ("1.5", 1.5),
            ("5.", 5.0),
            (".5", 0.5),
            ("1e-5", 1e-5),
            ("2E3", 2000.0),
            ("5.e+1", 50.0),
        ],
    )
    def test_number(self, text: str, number: float) -> None:
        found = value(text)
        assert found == Constant(number)
        assert isinstance(found, Constant) and type(found.value) is type(number)

    def test_truth_values(self) -> None:
        assert formula("true") == Constant(True)
        assert formula("false ^ A") == two("^", Constant(False), A)

    @pytest.mark.parametrize("text", ["1.2.3", "1x", "0x10", "1_000"])
    def test_no_number(self, text: str) -> None:
        with pytest.raises(ParseError):
            value(text)


class TestFluents:
    def test_nested(self) -> None:
        inner = Fluent("F", (Fluent("F", (X,)),))
        assert at_x("P(F(F(?x)))") == Fluent("P", (inner,))

    def test_nested_to_any_depth_with_enumerated_values(self) -> None:
        found = at_x("COLOUR(F(?x), COLOUR(?x, @green)) == @red")
        inner = Fluent("COLOUR", (X, Object("@green")))
        assert found == two("==", Fluent("COLOUR", (Fluent("F", (X,)), inner)), Object("@red"))

    def test_enumerated_value_without_its_mark(self) -> None:
        assert at_x("COLOUR(?x, green) ~= red") == at_x("COLOUR(?x, @green) ~= @red")

    def test_object_of_the_instance_with_and_without_a_mark(self) -> None:
        assert value("P(lamp)") == value("P(@lamp)") == Fluent("P", (Object("lamp"),))

    def test_fluent_hides_an_object_of_its_name(self) -> None:
        assert value("X") == R

    def test_empty_brackets(self) -> None:
        assert value("X()") == R

    def test_variables_compared(self) -> None:
        found = value("sum_{?x : t, ?y : t} [(?x == ?y) + (?x ~= F(?y))]")
        assert isinstance(found, Aggregate)
        assert found.variables == (X, Y)
        assert found.body == two("+", two("==", X, Y), two("~=", X, Fluent("F", (Y,))))

    def test_inner_variable_hides_the_outer_one(self) -> None:
        inner = Aggregate("sum", (Variable("?x", ("u",)),), Constant(1))
        assert at_x("P(?x) + sum_{?x : u} 1") == two("+", Fluent("P", (X,)), inner)

    def test_prime(self) -> None:
        state = "s : { state-fluent, int, default = 0 };"
        text = f"domain d {{ pvariables {{ {state} }}; cpfs {{ s' = s; }}; reward = s' - s; }}"
        assert read_domain(text).reward == two("-", Fluent("s", (), True), Fluent("s"))


class TestAggregates:
    @pytest.mark.parametrize("name", ["forall", "exists", "sum", "prod", "avg", "min", "max"])
    def test_over_objects_and_enumerated_values(self, name: str) -> None:
        found = formula(f"({name}_{{?x : t, ?c : colour}} [Q(?x)]) == true")
        variables = (X, Variable("?c", ("colour",)))
        assert found == two("==", Aggregate(name, variables, Fluent("Q", (X,))), Constant(True))

    @pytest.mark.parametrize("name", ["argmin", "argmax"])
    def test_item(self, name: str) -> None:
        assert value(f"P({name}_{{?x : t}} P(?x) + 1)") == Fluent(
            "P", (Aggregate(name, (X,), two("+", Fluent("P", (X,)), Constant(1))),)
        )

    def test_spaces(self) -> None:
        assert value("sum_ { ?x:t } P ( ?x )") == value("sum_{?x : t} P(?x)")

    def test_determinant(self) -> None:
        assert value("det_{?x : t, ?y : t} M(?x, ?y)") == Aggregate("det", (X, Y), Fluent("M", (X, Y)))

    @pytest.mark.parametrize("name", ["inverse", "pinverse", "cholesky"])
    def test_matrix(self, name: str) -> None:
        found = value(f"sum_{{?x : t, ?y : t}} {name}[row=?x, col=?y][M(?y, ?x) + M(?x, ?x)]")
        assert isinstance(found, Aggregate)
        body = two("+", Fluent("M", (Y, X)), Fluent("M", (X, X)))
        assert found.body == Matrix(name, X, Y, body)


class TestCalls:
    @pytest.mark.parametrize("name", FUNCTIONS)
    def test_function(self, name: str) -> None:
        many = len(FUNCTIONS[name].arguments.split())
        assert value(f"{name}[{', '.join(['N'] * many)}]") == Call(name, (Fluent("N"),) * many)
        with pytest.raises(ModelError, match=f"'{name}' takes {many} argument"):
            value(f"{name}[{', '.join(['N'] * (many + 1))}]")
        with pytest.raises(ModelError, match="stand in square brackets"):
            value(f"{name}({', '.join(['N'] * many)})")

    @pytest.mark.parametrize("name", DISTRIBUTIONS)
    def test_distribution(self, name: str) -> None:
        many = len(DISTRIBUTIONS[name].split())
        assert value(f"{name}({', '.join(['N'] * many)})") == Draw(name, (Fluent("N"),) * many)
        with pytest.raises(ModelError, match=f"'{name}' takes {many} argument"):
            value(f"{name}({', '.join(['N'] * (many + 1))})")
        with pytest.raises(ModelError, match="stand in round brackets"):
            value(f"{name}[{', '.join(['N'] * many)}]")

    def test_all_functions_and_distributions_of_the_language(self) -> None:
        functions = "abs sgn round floor ceil sqrt exp ln log pow min max div mod fmod hypot gamma lngamma"
        angles = "sin cos tan asin acos atan sinh cosh tanh"
        assert set(FUNCTIONS) == {*functions.split(), *angles.split()}
        drawn = "KronDelta DiracDelta Bernoulli Normal Uniform Poisson Exponential Weibull Gamma Binomial"
        more = "NegativeBinomial Beta Geometric Pareto Student Gumbel Laplace Cauchy Gompertz ChiSquare Kumaraswamy"
        assert set(DISTRIBUTIONS) == {*drawn.split(), *more.split()}

    def test_fluent_hides_a_distribution(self) -> None:
        assert domain("Normal(lamp)", "Normal(t) : { non-fluent, real };").reward == Fluent("Normal", (Object("lamp"),))


class TestDiscrete:
    @pytest.mark.parametrize(("word", "normalised"), [("Discrete", True), ("UnnormDiscrete", False)])
    def test_cases(self, word: str, normalised: bool) -> None:
        found = at_x(f"{word}(colour, @red : 0.25 + X, green : X,) == @red")
        weights = ((Object("@red"), two("+", Constant(0.25), R)), (Object("@green"), R))
        assert found == two("==", DrawItem("colour", weights, normalised), Object("@red"))

    def test_otherwise(self) -> None:
        found = at_x("Discrete(colour, @red : 0.25, @green : otherwise) == @red")
        weights = ((Object("@red"), Constant(0.25)), (Object("@green"), None))
        assert found == two("==", DrawItem("colour", weights), Object("@red"))

    def test_objects(self) -> None:
        found = at_x("Discrete(t, a : 0.5, @b : 0.5) == ?x")
        weights = ((Object("a"), Constant(0.5)), (Object("b"), Constant(0.5)))
        assert found == two("==", DrawItem("t", weights), X)

    @pytest.mark.parametrize(("word", "normalised"), [("Discrete", True), ("UnnormDiscrete", False)])
    def test_any_item(self, word: str, normalised: bool) -> None:
        found = at_x(f"({word}_{{?y : t}} [M(?x, ?y)]) == ?x")
        assert found == two("==", DrawAny(Y, Fluent("M", (X, Y)), normalised), X)


class TestVectors:
    @pytest.mark.parametrize(
        ("text", "name", "slots"),
        [
            ("MultivariateNormal[?x](P(_), M(_, _))", "MultivariateNormal", (("P", (None,)), ("M", (None, None)))),
            (
                "MultivariateStudent[?x](P(_), M(_, _), X)",
                "MultivariateStudent",
                (("P", (None,)), ("M", (None, None)), ("X", ())),
            ),
            ("Dirichlet[?x](M(@a, _))", "Dirichlet", (("M", (Object("a"), None)),)),
            ("Multinomial[?x](N, M(_, ?x))", "Multinomial", (("N", ()), ("M", (None, X)))),
        ],
    )
    def test_distribution(
        self, text: str, name: str, slots: tuple[tuple[str, tuple[Variable | Object | None, ...]], ...]
    ) -> None:
        assert at_x(text) == DrawVector(name, (X,), tuple(Slot(*slot) for slot in slots))

    def test_function_of_the_caller(self) -> None:
        found = at_x("$model[?x, @red](P(_), X, M(?x, _))")
        slots = (Slot("P", (None,)), Slot("X", ()), Slot("M", (X, None)))
        assert found == External("model", (X, Object("@red")), slots)
        assert value("$f[]()") == value("$f[]") == External("f", (), ())


class TestSwitch:
    def test_cases_and_default(self) -> None:
        cases = ((Object("@red"), Constant(1)), (Object("@green"), Constant(2)))
        subject = Fluent("COLOUR", (X, Object("@red")))
        found = at_x("switch (COLOUR(?x, @red)) { case @red : 1, case green : 2, default : 3 }")
        assert found == Switch(subject, cases, Constant(3))
        assert at_x("switch (COLOUR(?x, @red)) { case @red : 1, case green : 2, }") == Switch(subject, cases, None)

    def test_numbers_and_truth_values(self) -> None:
        assert value("switch (N) { case 1 : X, default : 2 }") == Switch(Fluent("N"), ((Constant(1), R),), Constant(2))
        cases = ((Constant(True), Constant(1)), (Constant(False), Constant(0)))
        assert value("switch (A) { case true : 1, case false : 0 }") == Switch(A, cases, None)

    def test_branch_reaches_to_the_comma(self) -> None:
        found = value("switch (A) { case true : if (B) then 1 else 2 + 3, default : 0 }")
        assert isinstance(found, Switch)
        assert found.cases[0][1] == If(B, Constant(1), two("+", Constant(2), Constant(3)))
