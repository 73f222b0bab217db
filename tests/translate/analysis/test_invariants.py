"""Mutex groups that are found, and those that only seem to be some."""

from __future__ import annotations

import pytest

import relgym
from relgym.catalogue.domains import catalogue
from relgym.reasoning.reasoner import Reasoner
from relgym.translate.analysis.invariants import mutex_groups
from relgym.translate.program.productions import productions_of

ATOMS = "(at a r) (at b s)"


def found(domain: str, problem: str) -> set[str]:
    """The groups of a task, as text."""
    with Reasoner(relgym.load(domain, problem)) as reasoner:
        program = reasoner.translation.program
        start = {symbol: [] for symbol in program.fluents}
        for name, row in reasoner.initial_state.own_atoms():
            start[next(symbol for symbol in program.fluents if symbol.name == name)].append(row)
        actions = productions_of(reasoner.translation)
        return {str(group) for group in mutex_groups(actions, program.fluents, program.facts, start)}


def moved(precondition: str, effect: str, start: str = ATOMS, more: str = "") -> set[str]:
    """The groups of a domain in which balls are moved between rooms."""
    domain = f"""(define (domain moving) (:requirements :adl :probabilistic-effects) (:types ball room)
      (:predicates (at ?b - ball ?r - room) (held ?b - ball) (road ?r ?s - room) (seen ?r - room))
      (:action move :parameters (?b - ball ?r ?s - room) :precondition (and {precondition}) :effect (and {effect}))
      {more})"""
    problem = f"""(define (problem rooms) (:domain moving) (:objects a b - ball r s t - room)
      (:init {start} (road r s) (road s t)) (:goal (at a t)))"""
    return found(domain, problem)


def test_what_is_moved_is_in_one_place():
    assert moved("(at ?b ?r)", "(not (at ?b ?r)) (at ?b ?s)") == {"at(#0, *)"}
    assert moved("(at ?b ?r)", "(not (at ?b ?r)) (at ?b ?s) (seen ?s)") == {"at(#0, *)"}


def test_what_is_held_is_nowhere():
    put = """(:action put :parameters (?b - ball ?r - room) :precondition (held ?b)
      :effect (and (not (held ?b)) (at ?b ?r)))"""
    assert moved("(at ?b ?r)", "(not (at ?b ?r)) (held ?b)", more=put) == {"at(#0, *), held(#0)"}


@pytest.mark.parametrize(
    ("precondition", "effect"),
    [
        ("(at ?b ?r)", "(at ?b ?s)"),
        ("(at ?b ?r)", "(not (at ?b ?s)) (at ?b ?s)"),
        ("(road ?r ?s)", "(not (at ?b ?r)) (at ?b ?s)"),
        ("(not (at ?b ?r))", "(not (at ?b ?r)) (at ?b ?s)"),
        ("(or (at ?b ?r) (seen ?r))", "(not (at ?b ?r)) (at ?b ?s) (seen ?s)"),
        ("(at ?b ?r)", "(not (at ?b ?r)) (at ?b ?r) (at ?b ?s)"),
        ("(at ?b ?r)", "(not (at ?b ?r)) (at ?b ?s) (forall (?t - room) (when (seen ?t) (at ?b ?t))) (seen ?s)"),
        ("(at ?b ?r)", "(not (at ?b ?r)) (at ?b ?s) (when (seen ?s) (at ?b ?r)) (seen ?s)"),
        ("(at ?b ?r)", "(when (seen ?r) (not (at ?b ?r))) (at ?b ?s) (seen ?s)"),
        ("(at ?b ?r)", "(not (at ?b ?r)) (at ?b ?s) (probabilistic 0.5 (at ?b ?r))"),
        ("(at ?b ?r) (at ?b ?s)", "(not (at ?b ?r)) (not (at ?b ?s)) (at ?b ?s) (at ?b ?r)"),
        ("(exists (?t - room) (at ?b ?t))", "(not (at ?b ?r)) (at ?b ?s)"),
    ],
    ids=[
        "nothing goes",
        "what comes goes",
        "goes unneeded",
        "goes where it is not",
        "goes in one of two cases",
        "goes and comes back",
        "more come under conditions",
        "comes back under a condition",
        "goes under a condition",
        "comes back by chance",
        "two come back",
        "one somewhere",
    ],
)
def test_what_is_in_several_places(precondition: str, effect: str):
    assert not [group for group in moved(precondition, effect) if "at(#0, *)" in group]


def test_an_action_that_adds_twice():
    split = """(:action split :parameters (?b - ball ?r ?s ?t - room) :precondition (at ?b ?r)
      :effect (and (not (at ?b ?r)) (at ?b ?s) (at ?b ?t)))"""
    assert moved("(at ?b ?r)", "(not (at ?b ?r)) (at ?b ?s)", more=split) == set()


def test_arguments_that_may_be_the_same():
    swap = """(:action swap :parameters (?b ?c - ball ?r ?s - room) :precondition (and (at ?b ?r) (at ?c ?s){})
      :effect (and (not (at ?b ?r)) (not (at ?c ?s)) (at ?b ?s) (at ?c ?r)))"""
    step = "(not (at ?b ?r)) (at ?b ?s)"
    both = """(:action both :parameters (?b ?c - ball ?r ?s ?t - room) :precondition (and (at ?b ?r) (at ?c ?r){})
      :effect (and (not (at ?b ?r)) (not (at ?c ?r)) (at ?b ?s) (at ?c ?t)))"""
    # One ball that is both of them would be in two rooms.
    assert moved("(at ?b ?r)", step, more=both.format("")) == set()
    assert moved("(at ?b ?r)", step, more=both.format(" (not (= ?b ?c))")) == {"at(#0, *)"}
    # A ball cannot be swapped with itself unless it is in two rooms already, if these are not the same.
    assert moved("(at ?b ?r)", step, more=swap.format(" (not (= ?r ?s))")) == {"at(#0, *)"}
    assert moved("(at ?b ?r)", step, more=swap.format(" (road ?r ?s)")) <= {"at(#0, *)"}


def test_starts_that_break_groups():
    assert moved("(at ?b ?r)", "(not (at ?b ?r)) (at ?b ?s)", "(at a r) (at a s)") == set()


@pytest.mark.parametrize(
    ("name", "groups"),
    [
        (
            "blocks",
            {
                "handempty(), holding(*)",
                "clear(#0), holding(#0), on(*, #0)",
                "holding(#0), on(#0, *), ontable(#0)",
            },
        ),
        ("gripper", {"robot-at(*)", "at(#0, *), carries(#0, *)", "carries(*, #0), empty(#0)"}),
    ],
)
def test_domains(name: str, groups: set[str]):
    own = next(each for each in catalogue("pddl") if each.name == name)
    assert found(own.domain, own.problems("train")[0]) == groups
