"""Reading goes on after an error where errors are collected, and consequences of errors are left out."""

from __future__ import annotations

import pickle

import pytest

from relgym.errors import ModelError, RelgymError
from relgym.read.pddl.loading import read_domain, read_problem
from relgym.read.reporting import collecting

DOMAIN = """\
(define (domain many)
  (:requirements :strips typing)
  (:types block - oops table - shape)
  (:constants c1 - blok c2 - block)
  (:predicates (on ?x - block ?y) (clear ?x - blck) (held ?b - block) (held) plain)
  (:functions (size ?x - block) - number)
  (:action pick :parameters (?x - block ?y - blok)
    :precondition (and (clear ?x) (onn ?x ?y) (not (on ?x)) (on ?z ?x) (held c1))
    :effect (and (holding ?x) (on ?y ?x ?x) (increase (sise ?x) 1) (when (onn ?x ?x) (on ?q ?x))))
  (:action drop :parameters (x) :precondition (on ?x ?x) :effect (on ?z))
  (:action pick :parameters () :efect (held))
  (:action stack :parameters (?x - block) :precondition (on ?x ?z) :effect (not (on ?z ?x))))
"""

EXPECTED = [
    "2: 'typing' is not a requirement",
    "4: unknown type 'blok'",
    "5: unknown type 'blck'",
    "5: predicate 'held' is declared twice",
    "5: 'plain' is not a declaration",
    "8: unknown predicate 'onn'",
    "8: 'on' takes 2 arguments, not 1",
    "8: unknown variable '?z'",
    "9: unknown predicate 'holding'",
    "9: 'on' takes 2 arguments, not 3",
    "9: unknown function 'sise'",
    "9: unknown variable '?q'",
    "10: 'x' is not a variable",
    "10: 'on' takes 2 arguments, not 1",
    "11: unknown keyword :efect",
    "11: action 'pick' is declared twice",
    "12: unknown variable '?z'",
]


def told(errors: list[RelgymError]) -> list[str]:
    return [f"{error.span.line if error.span else '-'}: {error.message}" for error in errors]


def test_every_error_of_a_domain() -> None:
    with collecting() as reports:
        read_domain(DOMAIN)
    assert told(reports.errors) == EXPECTED


def test_the_first_error_is_the_one_that_is_raised() -> None:
    with pytest.raises(RelgymError) as caught:
        read_domain(DOMAIN)
    assert told([caught.value]) == EXPECTED[:1]


@pytest.mark.parametrize(
    ("text", "errors"),
    [
        ("(:predicate (p)) (:action a :parameters () :precondition (p) :effect (q))", ["unknown section :predicate"]),
        (
            "(:functions (f) - thing) (:action a :parameters () :precondition (= (f) x) :effect (assign (f) x))",
            ["'f' is an object fluent: its values are of type thing"],
        ),
        (
            "(:types a - b b - a c - d d - c)",
            ["the type 'a' is its own supertype: a - b - a", "the type 'c' is its own supertype: c - d - c"],
        ),
        ("(:predicates (p)) (:derived (p)) (:action a :parameters () :effect (p))", [":derived takes a head and a"]),
        ("(:types t) (:constants a b -) (:predicates (p ?x - t) (q ?y - t)) (:action a :parameters () :precondition"
         " (p a) :effect (q b))", ["no type stands after this '-'"]),
        ("(:predicates (p ?x)) (:action go?a:parameters (?x) :precondition (p ?x))", ["(?x) stands where a keyword"]),
        ("(:predicates (p ?x)) (:action a :parameters (?x) (p ?x) (p ?x) :effect (p ?y))", [
            "(p ?x) stands where a keyword", "unknown variable '?y'"]),
        ("(:predicates (p)) the door is open (:action a :parameters () :effect (p)))", ["'the' is not a section"]),
        ("(:predicates (p) the door is open (q)) (:action a :parameters () :effect (q))",
         ["'the' is not a declaration"]),
        ("(:types t u) (:predicates (p ?x - t)) (:constants c - u) (:action a :parameters (?x - u) :precondition"
         " (and (p c) (p c) (p ?x) (p ?x)))", ["'c' is of type u, not t", "'?x' is of type u, not t"]),
        ("(:requirements :strips (:types t) (:predicates (p ?x - t))) (:action a :parameters (?x - t) :effect (q ?x))",
         ["'(:types t)' is not a requirement"]),
    ],
)  # fmt: skip
def test_consequences_are_left_out(text: str, errors: list[str]) -> None:
    with collecting() as reports:
        read_domain(f"(define (domain d) {text})")
    assert [error.message[: len(wanted)] for error, wanted in zip(reports.errors, errors, strict=True)] == errors


def test_every_error_of_a_problem() -> None:
    domain = read_domain(
        "(define (domain d) (:types t u) (:constants k - u) (:predicates (p ?x - t) (q)) (:functions (f ?x - t)))"
    )
    problem = """(define (problem x) (:domain d)
 (:objects a - t b - w c)
 (:init (p a) (p k) (p z) (p z) (r a) (p b) plain (= (f a) one) (= (f a) 1) (= (f a) 2) (p))
 (:goal (and (p c) (p q) (or (q a) (p ?x))))
 (:metric most (f z)))"""
    with collecting() as reports:
        read_problem(problem, domain)
    assert told(reports.errors) == [
        "2: unknown type 'w'",
        "3: 'k' is of type u, not t",
        "3: unknown object 'z'",
        "3: unknown predicate 'r'",
        "3: 'plain' is not a fact",
        "3: 'one' is not a number",
        "3: a second value for (f a)",
        "3: 'p' takes 1 argument, not 0",
        "4: 'c' is of type object, not t",
        "4: unknown object 'q'",
        "4: 'q' takes 0 arguments, not 1",
        "4: unknown variable '?x'",
        "5: 'most' is not a direction",
    ]


def test_collecting_ends_with_its_block() -> None:
    with collecting():
        read_domain(DOMAIN)
    with pytest.raises(ModelError):
        read_domain("(define (domain d) (:predicates (p ?x - t)))")


def test_errors_keep_their_codes_when_pickled() -> None:
    with pytest.raises(ModelError) as caught:
        read_domain("(define (domain d) (:predicates (p ?x - t)))")
    assert caught.value.code == "E201"
    assert pickle.loads(pickle.dumps(caught.value)).code == "E201"


def test_a_section_without_its_colon_is_told_so():
    with pytest.raises(RelgymError, match=r"did you mean ':action'\?"):
        read_domain("(define (domain d) (:predicates (p)) (action a :effect (p)))")
