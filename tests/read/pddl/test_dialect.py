"""PDDLGym's dialect: action predicates as free parameters."""

from __future__ import annotations

import pytest

from relgym.errors import ModelError
from relgym.model.pddl.domain import Domain
from relgym.model.pddl.formulas import TRUE, ground
from relgym.read.loading import load
from relgym.read.pddl.loading import read_action, read_domain

DOMAIN = """(define (domain kitchen)
  (:requirements :typing)
  (:types cup robot)
  (:predicates (clean ?c - cup) (holds ?r - robot ?c - cup) (Grab ?c - cup) (wait) (turn ?d))
  ; (:actions grab
  ;   wait turn)
  (:constants left)
  (:action grab-clean
    :parameters (?r - robot ?c - cup)
    :precondition (and (clean ?c) (grab ?c))
    :effect (holds ?r ?c))
  (:action pause :parameters () :precondition (wait))
  (:action spin :parameters (?c - cup) :precondition (and (turn left)))
  (:action plain :parameters (?c - cup) :precondition (clean ?c)))"""


@pytest.fixture(scope="module")
def domain() -> Domain:
    return read_domain(DOMAIN)


def test_the_action_predicate_names_the_free_parameters(domain: Domain) -> None:
    assert {schema.name: schema.free for schema in domain.actions} == {
        "grab-clean": ("?c",),
        "pause": (),
        "spin": (),
        "plain": ("?c",),
    }


def test_the_action_predicate_is_gone(domain: Domain) -> None:
    assert [item.name for item in domain.predicates] == ["clean", "holds"]
    preconditions = {schema.name: schema.precondition for schema in domain.actions}
    assert str(preconditions["grab-clean"]) == "(clean ?c)"
    assert preconditions["pause"] == preconditions["spin"] == TRUE


def test_problems_may_list_the_actions() -> None:
    task = load(
        DOMAIN,
        "(define (problem p) (:domain kitchen) (:objects c - cup r - robot)"
        " (:init (clean c) (grab c) (wait) (turn left)) (:goal (holds r c)))",
    )
    assert task.problem.init == (ground("clean", "c"),)
    assert str(read_action("(grab-clean c)", task)) == "(grab-clean c)"


def test_a_section_in_place_of_the_comment() -> None:
    domain = read_domain(DOMAIN.replace("; (:actions grab\n  ;   wait turn)", "(:actions grab wait turn)"))
    assert domain.actions[0].free == ("?c",)


def test_without_the_comment_they_are_ordinary_predicates() -> None:
    domain = read_domain(DOMAIN.replace("; (:actions", "; (:acts"))
    assert domain.actions[0].free == ("?r", "?c")
    assert "grab" in {item.name for item in domain.predicates}


def test_an_action_predicate_elsewhere_is_an_error() -> None:
    with pytest.raises(ModelError, match="unknown predicate 'grab'"):
        read_domain(DOMAIN.replace(":effect (holds ?r ?c)", ":effect (grab ?c)"))


def test_its_atom_is_checked() -> None:
    with pytest.raises(ModelError, match="'\\?r' is of type robot, not cup"):
        read_domain(DOMAIN.replace("(grab ?c))\n", "(grab ?r))\n"))
