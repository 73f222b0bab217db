"""PDDLGym's action atoms: its agents and recorded plans name action predicates, not operators."""

from __future__ import annotations

import pytest

import relgym
from relgym import Reasoner, load
from relgym.cli.session import Walk
from relgym.envs.pddl import stepping as pace
from relgym.errors import AmbiguousAction, InvalidAction

CORRIDOR = """(define (domain corridor) (:requirements :strips :typing)
  (:types place way)
  (:constants east west - way)
  (:predicates (at ?p - place) (next ?a ?b - place ?w - way) (stone ?p - place) (free ?p - place)
    (move ?w - way) (flip) (lit) (nap ?w - way) (rested) (stay ?w - way))
  ; (:actions move flip nap stay)
  (:action move :parameters (?a ?b - place ?w - way)
    :precondition (and (move ?w) (at ?a) (next ?a ?b ?w) (free ?b))
    :effect (and (not (at ?a)) (at ?b)))
  (:action push :parameters (?a ?b ?c - place ?w - way)
    :precondition (and (move ?w) (at ?a) (next ?a ?b ?w) (stone ?b) (next ?b ?c ?w) (free ?c))
    :effect (and (not (at ?a)) (at ?b) (not (stone ?b)) (free ?b) (stone ?c) (not (free ?c))))
  (:action light :parameters () :precondition (and (flip) (not (lit))) :effect (lit))
  (:action darken :parameters () :precondition (flip (lit)) :effect (not (lit)))
  (:action nap-east :parameters () :precondition (nap east) :effect (rested))
  (:action wait :parameters (?w - way) :precondition (stay ?w))
  (:action sleep :parameters (?w - way) :precondition (and (stay ?w) (lit))))""".replace(
    "(flip (lit))", "(and (flip) (lit))"
)
LINE = """(define (problem line) (:domain corridor) (:objects a b c d - place)
  (:init (at a) (free b) (stone c) (free d) (next a b east) (next b c east) (next c d east)
    (next b a west) (next c b west) (next d c west) (free a))
  (:goal (stone d)))"""


@pytest.fixture
def r() -> Reasoner:
    return Reasoner(load(CORRIDOR, LINE))


def test_an_atom_stands_for_the_operator_that_is_applicable(r: Reasoner, backend: str) -> None:
    r = Reasoner(load(CORRIDOR, LINE), backend)
    start = r.initial_state
    assert str(r.resolve(start, "(flip)")) == "(light)"
    lit = r.successor(start, "(FLIP)")
    assert str(r.resolve(lit, "(flip)")) == "(darken)"
    assert r.successor(lit, "(flip)") == start
    assert [outcome.state for outcome in r.outcomes(start, "(flip)")] == [lit]


def test_the_name_of_an_operator_comes_first(r: Reasoner) -> None:
    start = r.initial_state
    assert str(r.resolve(start, "(move east)")) == "(move east)"
    before_stone = r.successor(start, "(move east)")
    assert str(r.resolve(before_stone, "(move east)")) == "(push east)"
    assert r.goal(r.successor(before_stone, "(move east)"))
    # An action is the operator of its name.
    assert not r.is_valid(before_stone, r.action("(move east)"))


def test_constants_of_an_atom(r: Reasoner) -> None:
    assert str(r.resolve(r.initial_state, "(nap east)")) == "(nap-east)"
    assert not r.is_valid(r.initial_state, "(nap west)")


def test_what_fits_no_operator_or_several(r: Reasoner) -> None:
    start = r.initial_state
    with pytest.raises(
        InvalidAction, match=r"\(move west\) is not applicable: none of \(move west\), \(push west\) is"
    ):
        r.successor(start, "(move west)")
    assert "none of its operators is" in str(r.explain(start, "(move west)"))
    assert str(r.resolve(start, "(stay east)")) == "(wait east)"
    lit = r.successor(start, "(flip)")
    with pytest.raises(AmbiguousAction, match=r"\(stay east\) is ambiguous: \(wait east\) or \(sleep east\)"):
        r.successor(lit, "(stay east)")
    assert not r.is_valid(lit, "(stay east)")
    for unknown in ("(move up)", "(flop)", "(flip east)", "(stay a)"):
        assert not r.is_valid(start, unknown)


@pytest.mark.parametrize("soon", [0, float("inf")])
def test_environments_take_recorded_plans(soon: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "WARMUP_SECONDS", soon)
    env = relgym.make(CORRIDOR, LINE).unwrapped
    env.reset()
    for text in ("(flip)", "(flip)", "(move east)"):
        assert text in env.action_space
        assert not env.step(text)[4]["invalid_action"]
    assert env.step("(move west)")[4]["invalid_action"] is False
    state, _, _, _, info = env.step("(move west)")
    assert info["invalid_action"]
    assert "none of (move west), (push west) is" in info["invalid_reason"]
    assert env.get_state() == state
    env.step("(move east)")
    assert env.step("(move east)")[1:3] == (1.0, True)
    assert "(move up)" not in env.action_space


def test_the_command_takes_recorded_plans(r: Reasoner) -> None:
    walk = Walk(r, None)
    assert len([*walk.follow(walk.read_plan("0: (flip)\n1: (MOVE east) [1]\n(move east)\n"))]) == 3
    assert [str(action) for action, _ in walk.history[1:]] == ["(light)", "(move east)", "(push east)"]
    with pytest.raises(InvalidAction, match=r"(?s)step 4 cannot be taken: \(move east\) is not .*\(push east\)"):
        walk.step("(move east)")
    with pytest.raises(InvalidAction, match="unknown action 'fly'"):
        walk.read_plan("(fly east)")


def test_a_walker_takes_atoms(r: Reasoner) -> None:
    walker = relgym.Simulator(r)
    for text in ("(flip)", "(flip)", "(move east)", "(move east)"):
        state, goal, _ = walker.step(text)
    assert goal
    assert state == walker.state
    with pytest.raises(InvalidAction):
        walker.step("(move east)")
