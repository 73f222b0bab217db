"""The choice between ways to walk: by counts, so that it is the same in every run."""

from __future__ import annotations

import random

import pytest
from simulate.choices import let_walkers_choose, mode_of
from simulate.walks import compared

import relgym
from relgym.errors import BackendError
from relgym.reasoning.reasoner import Reasoner
from relgym.simulate import choice, memo
from relgym.simulate.ground import task as grounding
from relgym.simulate.grounded import Grounded
from relgym.simulate.pddl import PDDLSimulator
from relgym.simulate.stepping import Stepping

DOMAIN = """(define (domain grid) (:predicates (at ?x) (next ?x ?y) (lit ?x))
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (next ?x ?y)) :effect (and (not (at ?x)) (at ?y)))
  (:action light :parameters (?x) :precondition (and (at ?x) (not (lit ?x))) :effect (lit ?x))
  (:action douse :parameters (?x) :precondition (and (at ?x) (lit ?x)) :effect (not (lit ?x))))"""


def grid(size: int) -> Reasoner:
    """A ring of places, each of which may be lit."""
    places = [f"p{number}" for number in range(size)]
    roads = "".join(f"(next {a} {b}) (next {b} {a}) " for a, b in zip(places, places[1:] + places[:1], strict=True))
    problem = (
        f"(define (problem p) (:domain grid) (:objects {' '.join(places)}) (:init (at p0) {roads}) (:goal (lit p1)))"
    )
    return Reasoner(relgym.load(DOMAIN, problem))


def modes(walker: PDDLSimulator, steps: int, seed: int = 1) -> list[str]:
    """How a walker walks, one after the other, while it is compared with its reasoner now and then."""
    rng, met = random.Random(seed), [mode_of(walker)]
    for step in range(steps):
        walker.apply(rng.choice(sorted(walker.actions())))
        if step % 16 == 0:
            compared(walker, walker.reasoner, walker.state)
        if mode_of(walker) != met[-1]:
            met.append(mode_of(walker))
    return met


def test_a_small_task_is_grounded_and_states_that_come_again_stay_remembered() -> None:
    assert modes(PDDLSimulator(grid(5)), 9000) == ["views", "ground", "memo, ground"]


def test_a_memo_that_is_full_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memo, "MEMO_EDGES_LIMIT", 2000)
    walker, rng = PDDLSimulator(grid(40)), random.Random(1)
    start = walker.state
    for _ in range(60):
        walker.go_to(start)
        for _ in range(10):
            walker.apply(rng.choice(sorted(walker.actions())))
    assert mode_of(walker) == "memo, ground"
    assert modes(walker, 3000)[:2] == ["memo, ground", "ground"]


@pytest.mark.parametrize(("share", "expected"), [(0.0, "memo, ground"), (1.1, "ground")], ids=["passed", "failed"])
def test_a_memo_that_is_large_must_prove_itself(share: float, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "REPEATED_SHARE", 0.0)
    monkeypatch.setattr(choice, "LARGE_MEMO_EDGES", 500)
    monkeypatch.setattr(choice, "DOUBTED_STEPS", 100)
    monkeypatch.setattr(choice, "LARGE_REPEATED_SHARE", share)
    walker = PDDLSimulator(grid(12))
    assert modes(walker, 100)[-1] == "memo, ground"
    large = walker._mode
    assert modes(walker, 2000)[:3] == ["memo, ground", "ground", "memo, ground"][: 3 if expected != "ground" else 2]
    assert mode_of(walker) == expected
    assert (walker._mode is large) == (expected != "ground")


def test_steps_are_counted_again_after_a_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "LEARNING_STEPS", 128)
    monkeypatch.setattr(choice, "COUNTING_REST", 2)
    walker = PDDLSimulator(grid(40))
    assert modes(walker, 380) == ["views", "ground"]
    assert walker._mode.lease > 0
    start = walker.state
    for _ in range(400):
        walker.go_to(start)
        walker.apply(walker.actions()[0])
    assert mode_of(walker) == "memo, ground"


def lamps(count: int) -> Reasoner:
    """Lamps, each of which may be lit or put out."""
    domain = """(define (domain lamps) (:requirements :negative-preconditions) (:predicates (lit ?x))
      (:action light :parameters (?x) :precondition (not (lit ?x)) :effect (lit ?x))
      (:action douse :parameters (?x) :precondition (lit ?x) :effect (not (lit ?x))))"""
    objects = " ".join(f"l{number}" for number in range(count))
    return Reasoner(
        relgym.load(domain, f"(define (problem p) (:domain lamps) (:objects {objects}) (:init) (:goal ()))")
    )


def test_no_memo_is_made_of_states_that_never_come_again() -> None:
    walker = PDDLSimulator(lamps(60))
    assert modes(walker, 1000) == ["views", "ground"]


def test_a_task_is_not_grounded_where_many_actions_are_valid() -> None:
    walker = PDDLSimulator(lamps(70))
    modes(walker, 400)
    assert isinstance(walker._choice.way, Stepping)


@pytest.mark.parametrize(("first", "expected"), [("1", Grounded), ("0.5", Stepping)])
def test_a_task_is_not_grounded_where_numbers_are_not_whole(first: str, expected: type) -> None:
    domain = """(define (domain tanks) (:requirements :numeric-fluents) (:functions (level))
      (:action fill :precondition (< (level) 1000) :effect (increase (level) 2)))"""
    problem = f"(define (problem p) (:domain tanks) (:init (= (level) {first})) (:goal ()))"
    walker = PDDLSimulator(relgym.load(domain, problem))
    for _ in range(300):
        walker.apply(walker.actions()[0])
    assert isinstance(walker._choice.way, expected)


def test_the_choice_is_the_same_in_every_run() -> None:
    walkers = [PDDLSimulator(grid(40)) for _ in range(2)]
    ways = [[modes(walker, 500, seed) for seed in range(12)] for walker in walkers]
    assert ways[0] == ways[1]


@pytest.mark.parametrize(
    ("few", "many", "share", "expected"),
    [(160, 0, 0.0, "ground"), (159, 159, 0.0, "views"), (159, 160, 1.0, "ground"), (159, 160, 0.0, "views")],
    ids=["few", "too many", "many, of which few are carried out", "many, of which many are carried out"],
)
def test_the_task_is_grounded_where_few_actions_matter(
    few: int, many: int, share: float, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A ring of 40 places has 80 ways to go, 40 lamps to light and 40 to put out."""
    monkeypatch.setattr(choice, "LEARNING_STEPS", 10_000)
    monkeypatch.setattr(choice, "FEW_ACTIONS", few)
    monkeypatch.setattr(choice, "MANY_ACTIONS", many)
    monkeypatch.setattr(choice, "NEW_ACTIONS_SHARE", share)
    assert modes(PDDLSimulator(grid(40)), 1200)[-1] == expected


def test_a_task_is_not_grounded_where_that_takes_many_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "LEARNING_STEPS", 10_000)
    monkeypatch.setattr(grounding, "ROWS_PER_ACTION", 0.01)
    assert modes(PDDLSimulator(grid(40)), 1200)[-1] == "views"


@pytest.mark.parametrize(("size", "expected"), [(10, "ground"), (60, "views")])
def test_a_task_is_not_grounded_where_joins_look_at_many_rows(
    size: int, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two lamps are within reach, and roads beyond it: size * size."""
    monkeypatch.setattr(choice, "FEW_ACTIONS", 100)
    monkeypatch.setattr(choice, "MANY_ACTIONS", 0)
    monkeypatch.setattr(choice, "FIRST_STEPS", 1)
    monkeypatch.setattr(choice, "SEARCHED_STEPS", 2)
    far = [f"q{number}" for number in range(size)]
    roads = "".join(f"(next {a} {b})" for a in far for b in far)
    problem = f"""(define (problem p) (:domain grid) (:objects p0 p1 {" ".join(far)})
      (:init (at p0) (next p0 p1) (next p1 p0) {roads}) (:goal (lit p1)))"""
    assert modes(PDDLSimulator(Reasoner(relgym.load(DOMAIN, problem))), 100)[-1] == f"memo, {expected}"


@pytest.mark.parametrize("grounds", [True, False])
def test_a_method_that_was_taken_early_does_the_same_to_the_end(grounds: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    let_walkers_choose(monkeypatch, grounds=grounds)
    walker, rng = PDDLSimulator(grid(30)), random.Random(1)
    take, met = walker.apply, set()
    for _ in range(300):
        assert sorted(take(rng.choice(sorted(walker.actions())))) == sorted(walker.actions())
        compared(walker, walker.reasoner, walker.state)
        met.add(mode_of(walker))
    assert met == {"views", *(["memo, ground", "ground"] if grounds else ["memo, views"])}


@pytest.mark.parametrize("grounds", [True, False])
def test_a_walk_goes_on_by_search_where_a_way_gives_up(grounds: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    let_walkers_choose(monkeypatch, grounds=grounds, share=2.0)
    walker, rng = PDDLSimulator(grid(30)), random.Random(1)

    def gives_up(*arguments: object) -> None:
        raise BackendError("too late")

    with monkeypatch.context() as patched:
        patched.setattr(Grounded, "go_to", gives_up)
        patched.setattr(walker._choice, "_maker", gives_up)
        for _ in range(60):
            walker.apply(rng.choice(sorted(walker.actions())))
            compared(walker, walker.reasoner, walker.state)
            assert mode_of(walker) in ("memo, views", "views")


def test_forgetting_is_for_good(monkeypatch: pytest.MonkeyPatch) -> None:
    let_walkers_choose(monkeypatch, grounds=True)
    walker = PDDLSimulator(grid(30))
    modes(walker, 20)
    walker.forget()
    assert set(modes(walker, 200)) == {"ground"}
    state = walker.state
    walker._choice.interrupted(KeyboardInterrupt())
    assert walker.state == state
    assert set(modes(walker, 200)) == {"views"}
