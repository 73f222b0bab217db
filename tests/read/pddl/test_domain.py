"""Types, constants, declarations, actions, axioms and requirements of a domain."""

from __future__ import annotations

import pickle
import warnings
from fractions import Fraction

import pytest

from relgym.errors import ModelError, ParseError, RelgymWarning
from relgym.model.numeric import Arithmetic, FluentValue, Number
from relgym.model.pddl.domain import Domain, Type
from relgym.model.pddl.effects import NO_CHANGE, Add, All, Assign, Delete, ForallEffect, Probabilistic, When
from relgym.model.pddl.formulas import FALSE, TRUE, And, Atom, Compare, Equal, Exists, Forall, Truth
from relgym.model.terms import Object, Variable
from relgym.read.loading import load
from relgym.read.pddl.loading import read_domain
from relgym.read.pddl.sexpr import MAX_DEPTH
from relgym.write.pddl import write_domain

pytestmark = pytest.mark.filterwarnings("error::relgym.errors.RelgymWarning")

EVERYTHING = ":adl :numeric-fluents :derived-predicates :mdp :non-deterministic"


def domain(*sections: str, requirements: str = EVERYTHING) -> Domain:
    return read_domain(f"(define (domain d) (:requirements {requirements}) {' '.join(sections)})")


def types(text: str) -> dict[str, tuple[str, ...]]:
    return {item.name: item.parents for item in domain(f"(:types {text})").types}


def action(body: str, *sections: str) -> Domain:
    return domain(
        "(:types t - u v) (:constants k - t)",
        "(:predicates (p) (q ?a - u) (r ?a ?b - object))",
        "(:functions (f ?a - u) (g))",
        *sections,
        f"(:action act :parameters (?x - t ?y - u ?z) {body})",
    )


def precondition(text: str) -> object:
    return action(f":precondition {text}").actions[0].precondition


def effect(text: str) -> object:
    return action(f":effect {text}").actions[0].effect


X, Y, Z = Variable("?x", ("t",)), Variable("?y", ("u",)), Variable("?z")


class TestTypes:
    def test_hierarchy(self) -> None:
        assert types("a b - c c d - e f") == {
            "object": (),
            "a": ("c",),
            "b": ("c",),
            "c": ("e",),
            "d": ("e",),
            "f": ("object",),
            "e": ("object",),
        }

    def test_object_comes_first_and_is_the_root_whatever_is_written(self) -> None:
        assert domain("(:types a - object object - thing)").types == (
            Type("object", ("thing",)),
            Type("a", ("object",)),
            Type("thing", ("object",)),
        )

    def test_what_is_above_object_is_above_everything(self) -> None:
        text = """(define (domain d) (:requirements :typing :strips)
          (:types dog - animal block - object animal object - thing thing - (either most thing2))
          (:predicates (here ?x - thing) (seen ?x - most)))"""
        task = load(
            text,
            """(define (problem p) (:domain d) (:objects rex - dog b - block x y - object z - thing)
              (:init (here rex) (here b) (here x) (here z) (seen b) (seen y)) (:goal (here x)))""",
        )
        assert {len(task.members[name]) for name in ("thing", "most", "thing2", "object")} == {5}
        assert len(task.members["animal"]) == 1
        assert read_domain(write_domain(task.domain)) == task.domain

    def test_either_as_a_parent_means_both(self) -> None:
        assert types("a - (either b c) b c")["a"] == ("b", "c")

    def test_declared_twice_has_both_supertypes(self) -> None:
        with pytest.warns(RelgymWarning, match="is declared twice"):
            assert types("area - object area - surface surface")["area"] == ("surface",)
        with pytest.warns(RelgymWarning, match="the type 'a' is declared twice"):
            assert types("a - b a - c b c")["a"] == ("b", "c")

    def test_diamonds_are_no_cycles(self) -> None:
        chain = " ".join(f"a{i} - (either b{i} c{i}) b{i} c{i} - a{i + 1}" for i in range(40))
        assert len(types(chain)) == 122

    def test_without_types_everything_is_an_object(self) -> None:
        read = domain("(:constants a) (:predicates (p ?x))", requirements=":strips")
        assert read.types == (Type("object", ()),)
        assert read.constants[0].types == ("object",)
        assert read.predicates[0].parameters == (Variable("?x"),)


class TestDeclarations:
    def test_names_are_lower_cased(self) -> None:
        read = domain("(:types Truck) (:predicates (At ?X - TRUCK))")
        assert str(read.predicates[0]) == "(at ?x - truck)"

    def test_either_in_parameters_and_constants(self) -> None:
        read = domain("(:types a b) (:constants c - (either a b)) (:predicates (p ?x - (either a b)))")
        assert read.constants[0].types == ("a", "b")
        assert read.predicates[0].parameters[0].types == ("a", "b")

    def test_sections_in_any_order(self) -> None:
        read = read_domain(
            "(define (domain d) (:action act :parameters (?x - t) :precondition (p ?x)) (:predicates (p ?x - t))"
            " (:types t) (:requirements :typing))"
        )
        assert read.actions[0].precondition == Atom("p", (Variable("?x", ("t",)),))

    def test_functions_with_and_without_number(self) -> None:
        read = domain("(:functions (a ?x) (b) - number (c))", requirements=":numeric-fluents")
        assert [item.name for item in read.functions] == ["a", "b", "c"]

    @pytest.mark.parametrize("name", ["1st", "_", "not", "is", "a_b", "a-b", "é", "at"])
    def test_hostile_names(self, name: str) -> None:
        read = domain(f"(:types {name}) (:constants {name} - {name}) (:action {name} :parameters (?{name} - {name}))")
        assert read.types[1].name == read.constants[0].object.name == read.actions[0].name == name

    def test_a_predicate_may_have_the_name_of_an_effect(self) -> None:
        read = domain("(:predicates (increase ?a ?b)) (:action a :parameters (?x) :effect (increase ?x ?x))")
        assert read.actions[0].effect == Add(Atom("increase", (Variable("?x"), Variable("?x"))))

    def test_a_declared_equality_is_the_built_in_one(self) -> None:
        assert domain("(:predicates (= ?a ?b) (p))").predicates[0].name == "p"

    def test_a_repeated_name_in_a_declaration_is_warned_of(self) -> None:
        with pytest.warns(RelgymWarning, match="two parameters of the same name"):
            assert len(domain("(:predicates (p ?a ?a))").predicates[0].parameters) == 2

    def test_total_cost_and_reward_exist_when_used(self) -> None:
        assert [item.name for item in domain(requirements=":strips :action-costs").functions] == ["total-cost"]
        read = domain("(:action a :effect (and (increase (total-cost) 1) (decrease (reward) 2)))")
        assert [item.name for item in read.functions] == ["reward", "total-cost"]
        assert domain(requirements=":strips").functions == ()


class TestActions:
    def test_everything_but_the_name_may_be_missing(self) -> None:
        read = domain("(:action a)").actions[0]
        assert (read.parameters, read.free, read.precondition, read.effect) == ((), (), TRUE, NO_CHANGE)

    def test_empty_precondition_and_effect(self) -> None:
        read = action(":precondition () :effect ()").actions[0]
        assert (read.precondition, read.effect) == (TRUE, NO_CHANGE)

    def test_all_parameters_are_free(self) -> None:
        assert action("").actions[0].free == ("?x", "?y", "?z")

    def test_vars_of_pddl_1_2_are_chosen_like_parameters(self) -> None:
        """PDDL 1.2 lets any binding be taken where there are several: the agent says which."""
        read = domain(
            "(:predicates (p ?a ?b)) (:action a :parameters (?x) :vars (?y) :precondition (p ?x ?y))"
        ).actions[0]
        assert [variable.name for variable in read.parameters] == ["?x", "?y"]
        assert read.free == ("?x", "?y")

    def test_the_span_is_the_name(self) -> None:
        span = action("").actions[0].span
        assert span is not None
        assert span.source.text[span.start : span.end] == "act"


class TestFormulas:
    def test_the_structure_is_that_of_the_file(self) -> None:
        assert precondition("(and (p))") == And((Atom("p"),))
        assert precondition("(p)") == Atom("p")
        assert precondition("(and)") == TRUE
        assert precondition("(or)") == FALSE == Truth(False)
        assert str(precondition("(imply (or (p) (q ?y)) (and (p) (not (q ?x))))")) == (
            "(imply (or (p) (q ?y)) (and (p) (not (q ?x))))"
        )

    def test_equality_of_terms_and_of_numbers(self) -> None:
        assert precondition("(= ?x k)") == Equal(X, Object("k"))
        assert precondition("(= (f ?x) 3)") == Compare("=", FluentValue("f", (X,)), Number(3))
        assert precondition("(= 3 (g))") == Compare("=", Number(3), FluentValue("g"))
        assert precondition("(= g 3)") == Compare("=", FluentValue("g"), Number(3))

    def test_arithmetic(self) -> None:
        assert precondition("(< (+ 1 (f ?x) 0.5) (- (g)))") == Compare(
            "<",
            Arithmetic("+", (Number(1), FluentValue("f", (X,)), Number(Fraction(1, 2)))),
            Arithmetic("-", (FluentValue("g"),)),
        )

    @pytest.mark.parametrize(
        ("text", "value"),
        [
            ("0.1", Fraction(1, 10)),
            ("2.0", 2),
            ("1/3", Fraction(1, 3)),
            ("-3", -3),
            (".5", Fraction(1, 2)),
            ("1e2", 100),
        ],
    )
    def test_numbers_are_exact(self, text: str, value: object) -> None:
        read = precondition(f"(> (g) {text})")
        assert isinstance(read, Compare)
        assert isinstance(read.right, Number)
        assert (read.right.value, type(read.right.value)) == (value, type(value))

    def test_quantifiers_of_several_variables(self) -> None:
        a, b = Variable("?a", ("t",)), Variable("?b", ("u", "v"))
        assert precondition("(exists (?a - t ?b - (either u v)) (r ?a ?b))") == Exists((a, b), Atom("r", (a, b)))

    def test_the_inner_variable_hides_the_outer(self) -> None:
        inner = Variable("?x", ("v",))
        assert precondition("(and (r ?x ?x) (forall (?x - v) (r ?x ?y)))") == And(
            (Atom("r", (X, X)), Forall((inner,), Atom("r", (inner, Y))))
        )

    def test_an_empty_list_of_variables(self) -> None:
        assert precondition("(forall () (p))") == Forall((), Atom("p"))

    def test_a_wider_type_is_no_mistake_a_disjoint_one_is(self) -> None:
        assert precondition("(q ?z)") == Atom("q", (Z,))
        with pytest.raises(ModelError, match="'\\?v' is of type v, not u"):
            precondition("(exists (?v - v) (q ?v))")

    def test_types_that_share_a_subtype_are_not_disjoint(self) -> None:
        domain(
            "(:types m - (either a b)) (:predicates (p ?x - a)) (:action act :parameters (?x - b) :precondition (p ?x))"
        )

    def test_depth_within_the_limit(self) -> None:
        levels = MAX_DEPTH - 3
        read = precondition("(and " * levels + "(p)" + ")" * levels)
        for _ in range(levels):
            assert isinstance(read, And)
            (read,) = read.parts
        assert read == Atom("p")


class TestEffects:
    def test_the_structure_is_that_of_the_file(self) -> None:
        assert effect("(p)") == Add(Atom("p"))
        assert effect("(and (p))") == All((Add(Atom("p")),))
        assert effect("(and (not (q ?x)) (when (p) (q ?y)))") == All(
            (Delete(Atom("q", (X,))), When(Atom("p"), Add(Atom("q", (Y,)))))
        )
        a = Variable("?a", ("t",))
        assert effect("(forall (?a - t) (q ?a))") == ForallEffect((a,), Add(Atom("q", (a,))))

    @pytest.mark.parametrize("operator", ["assign", "increase", "decrease", "scale-up", "scale-down"])
    def test_numeric(self, operator: str) -> None:
        assert effect(f"({operator} (f ?x) (+ (g) 1))") == Assign(
            operator, FluentValue("f", (X,)), Arithmetic("+", (FluentValue("g"), Number(1)))
        )

    def test_a_function_without_arguments_needs_no_parentheses(self) -> None:
        assert effect("(increase reward 1/2)") == Assign("increase", FluentValue("reward"), Number(Fraction(1, 2)))

    def test_probabilistic_nested(self) -> None:
        assert effect("(probabilistic 0.1 (p) 1/3 (probabilistic 1 (and)))") == Probabilistic(
            ((Fraction(1, 10), Add(Atom("p"))), (Fraction(1, 3), Probabilistic(((Fraction(1), NO_CHANGE),))))
        )

    def test_rounded_probabilities_are_scaled_to_1(self) -> None:
        with pytest.warns(RelgymWarning, match=r"the probabilities sum to 1 \+ 2e-06, more than 1"):
            read = effect("(probabilistic 0.333334 (p) 0.333334 (q ?x) 0.333334 (q ?y))")
        assert isinstance(read, Probabilistic)
        assert [chance for chance, _ in read.outcomes] == [Fraction(1, 3)] * 3

    @pytest.mark.parametrize("total", ["0.500003", "0.6"])
    def test_probabilities_over_1(self, total: str) -> None:
        with pytest.raises(ModelError, match="more than 1"):
            effect(f"(probabilistic 0.5 (p) {total} (q ?x))")

    def test_oneof_is_equally_likely_and_says_so(self) -> None:
        with pytest.warns(RelgymWarning, match="equally likely") as caught:
            read = action(":effect (and (oneof (p) (q ?x) (and)) (oneof (p) (and)))").actions[0].effect
        assert len(caught) == 1
        third, half = Fraction(1, 3), Fraction(1, 2)
        assert read == All(
            (
                Probabilistic(((third, Add(Atom("p"))), (third, Add(Atom("q", (X,)))), (third, NO_CHANGE))),
                Probabilistic(((half, Add(Atom("p"))), (half, NO_CHANGE))),
            )
        )


class TestAxioms:
    def test_types_of_the_head_or_of_the_declaration(self) -> None:
        read = domain(
            "(:types t) (:predicates (d ?x - t ?y) (p))",
            "(:derived (d ?a ?b) (p)) (:derived (d ?a ?b - t) (p))",
        ).axioms
        assert read[0].parameters == (Variable("?a", ("t",)), Variable("?b"))
        assert read[1].parameters == (Variable("?a", ("t",)), Variable("?b", ("t",)))

    def test_recursion_before_the_declaration(self) -> None:
        read = domain(
            "(:derived (path ?x ?y) (or (edge ?x ?y) (exists (?z) (and (edge ?x ?z) (path ?z ?y)))))",
            "(:predicates (path ?x ?y) (edge ?x ?y))",
        )
        assert str(read.axioms[0].body) == "(or (edge ?x ?y) (exists (?z) (and (edge ?x ?z) (path ?z ?y))))"

    def test_axioms_of_pddl_1_2(self) -> None:
        read = domain(
            "(:predicates (on ?x ?y) (above ?x ?y))",
            "(:axiom :vars (?x ?y ?z) :context (and (on ?x ?z) (above ?z ?y)) :implies (above ?x ?y))",
        ).axioms[0]
        assert (read.predicate, read.parameters) == ("above", (Variable("?x"), Variable("?y")))
        assert str(read.body) == "(exists (?z) (and (on ?x ?z) (above ?z ?y)))"


class TestRequirements:
    def test_one_warning_names_everything_missing(self) -> None:
        text = (
            "(define (domain d) (:requirements :strips) (:predicates (p ?x))"
            " (:action a :parameters (?x) :precondition (or (not (p ?x)) (= ?x ?x)) :effect (when (p ?x) (p ?x))))"
        )
        with pytest.warns(RelgymWarning) as caught:
            read_domain(text)
        (warning,) = caught
        first = str(warning.message).splitlines()[0]
        assert first.startswith("<domain>:1:")
        assert first.endswith(
            "the file uses more than its :requirements declare:"
            " :conditional-effects :disjunctive-preconditions :equality :negative-preconditions"
        )

    def test_without_requirements_only_strips_is_declared(self) -> None:
        with pytest.warns(RelgymWarning, match=":typing"):
            read_domain("(define (domain d) (:types t))")

    @pytest.mark.parametrize(
        ("flags", "section"),
        [
            (":adl", "(:action a :precondition (forall (?x) (imply (not (p)) (= ?x ?x))) :effect (when (p) (p)))"),
            (":quantified-preconditions", "(:action a :precondition (exists (?x) (forall (?y) (p))))"),
            (":fluents", "(:functions (f)) (:action a :precondition (> (f) 1) :effect (increase (f) 1))"),
            (":action-costs", "(:functions (f)) (:action a :effect (increase (total-cost) (f)))"),
            (":mdp", "(:action a :effect (probabilistic 1/2 (increase (reward) 1)))"),
            (":equality", "(:action a :parameters (?x ?y) :precondition (not (= ?x ?y)))"),
        ],
    )
    def test_implied_flags(self, flags: str, section: str) -> None:
        domain("(:predicates (p))", section, requirements=flags)
        with pytest.warns(RelgymWarning, match="uses more than"):
            domain("(:predicates (p))", section, requirements=":strips")

    def test_costs_are_not_all_of_numbers(self) -> None:
        with pytest.warns(RelgymWarning, match="declare: :numeric-fluents"):
            domain("(:functions (f)) (:action a :effect (increase (f) 1))", requirements=":action-costs")

    def test_unknown_flag(self) -> None:
        with pytest.warns(RelgymWarning, match="^<domain>:1:35: unknown requirement :typo"):
            domain(requirements=":typo")
        with pytest.warns(RelgymWarning, match="unknown requirement :tiping(.|\n)*did you mean ':typing'"):
            domain(requirements=":tiping")

    def test_an_unsupported_flag_alone_is_read(self) -> None:
        with pytest.warns(RelgymWarning, match="durative actions"):
            assert domain(requirements=":durative-actions").requirements == (":durative-actions",)


def test_the_model_has_nothing_of_the_reader_in_it() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        read = action(
            ":precondition (and (= ?x k) (> (+ (g) 1) (f ?x)) (exists (?a) (r ?a k)))"
            " :effect (and (probabilistic 0.5 (p)) (oneof (p) (and))"
            " (increase (g) (* 2 (g))) (forall (?b - t) (q ?b)))",
            "(:derived (d ?a ?b - t) (r ?a ?b)) (:predicates (d ?a ?b))",
        )
    assert b"relgym.read" not in pickle.dumps(read)


def test_two_mistakes_one_error() -> None:
    with pytest.raises(ParseError, match="unknown section :typs"):
        read_domain("(define (domain d) (:typs a) (:predicate (p)))")
