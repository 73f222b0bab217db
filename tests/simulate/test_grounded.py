"""Walks through grounded tasks."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from simulate.choices import let_walkers_choose, mode_of
from simulate.walks import compared, walk

import relgym
from relgym.catalogue.domains import EnvSpec, catalogue, spec
from relgym.errors import BackendError
from relgym.read.loading import load
from relgym.reasoning.reasoner import Reasoner
from relgym.simulate import choice
from relgym.simulate.ground import evaluator, moves, successor_generator
from relgym.simulate.ground import task as grounding
from relgym.simulate.ground.evaluator import axiom_function
from relgym.simulate.grounded import Grounded
from relgym.simulate.pddl import PDDLSimulator
from relgym.translate.ground import bit_tests
from relgym.translate.ground.bit_tests import BitAxiom

TOWN = """(define (domain town) (:requirements :adl :derived-predicates :numeric-fluents)
  (:predicates (road ?x ?y) (at ?x) (shut ?x) (linked ?x ?y) (lit ?x) (dark))
  (:functions (fuel) (toll ?x) (seen ?x))
  (:derived (linked ?x ?y) (or (road ?x ?y) (exists (?z) (and (road ?x ?z) (not (shut ?z)) (linked ?z ?y)))))
  (:derived (dark) (forall (?x) (not (lit ?x))))
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (linked ?x ?y) (not (= ?x ?y)) (>= (fuel) (toll ?y)))
   :effect (and (not (at ?x)) (at ?y) (decrease (fuel) (toll ?y)) (increase (seen ?y) 1)))
  (:action fill :parameters (?x) :precondition (and (at ?x) (< (fuel) 2)) :effect (increase (fuel) 3/2))
  (:action light :parameters (?x) :precondition (and (at ?x) (or (dark) (and (lit ?x) (> (seen ?x) 1))))
   :effect (and (lit ?x) (when (lit ?x) (not (lit ?x)))))
  (:action shut :parameters (?x) :precondition (imply (exists (?y) (and (linked ?x ?y) (lit ?y))) (not (shut ?x)))
   :effect (and (shut ?x) (forall (?y) (when (shut ?y) (not (shut ?y)))))))"""

MONDAY = """(define (problem monday) (:domain town) (:objects a b c d)
  (:init (at a) (road a b) (road b c) (road c a) (road c d) (= (fuel) 1) (= (toll a) 0) (= (toll b) 1) (= (toll c) 1/2)
   (= (toll d) 2) (= (seen a) 0) (= (seen b) 0) (= (seen c) 0))
  (:goal (and (dark) (at d))))"""


@pytest.fixture
def town() -> Reasoner:
    return Reasoner(relgym.load(TOWN, MONDAY))


@pytest.mark.parametrize("seed", range(8))
def test_axioms_numbers_and_nested_formulas(seed: int, town: Reasoner) -> None:
    walker = PDDLSimulator(town)
    assert walker.ground()
    walk(town, walker, 150, seed)


@pytest.mark.parametrize("own", catalogue("pddl"), ids=lambda own: own.name)
def test_domains_of_the_catalogue(own: EnvSpec) -> None:
    with Reasoner(load(own.domain, own.problems("train")[0])) as reasoner:
        walker = PDDLSimulator(reasoner)
        assert walker.ground()
        walk(reasoner, walker, 25, 1)


@pytest.mark.parametrize("share", [0.0, 0.5, 2.0], ids=["memo", "as it comes", "no memo"])
@pytest.mark.parametrize("grounds", [True, False], ids=["ground", "views"])
def test_walks_that_choose_their_ways(
    grounds: bool, share: float, town: Reasoner, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_walkers_choose(monkeypatch, grounds=grounds, share=share)
    for seed in range(3):
        walk(town, PDDLSimulator(town), 150, seed)


def test_a_task_that_cannot_be_grounded_is_walked_on(town: Reasoner, monkeypatch: pytest.MonkeyPatch) -> None:
    let_walkers_choose(monkeypatch, grounds=True)
    monkeypatch.setattr(choice, "FEW_ACTIONS", 3)
    monkeypatch.setattr(choice, "MANY_ACTIONS", 3)
    walker, rng, modes = PDDLSimulator(town), random.Random(1), set()
    for _ in range(400):
        walker.apply(rng.choice(sorted(walker.actions())))
        modes.add(mode_of(walker))
    assert modes <= {"memo, views", "views"}
    compared(walker, town, walker.state)


@pytest.mark.parametrize("share", [0.0, 0.5, 2.0], ids=["memo", "as it comes", "no memo"])
def test_states_beyond_reach_at_any_time(share: float, monkeypatch: pytest.MonkeyPatch) -> None:
    let_walkers_choose(monkeypatch, grounds=True, share=share)
    with Reasoner(relgym.load(LINE, SHORT)) as reasoner:
        for seed in range(5):
            walker = PDDLSimulator(reasoner)
            walk(reasoner, walker, 10 * seed, seed)
            walk(reasoner, walker, 150, seed, reasoner.state(["(at c)", "(open d)"]), reasoner.initial_state)


@pytest.mark.parametrize("seed", range(6))
def test_what_actions_do_is_remembered(seed: int, town: Reasoner) -> None:
    walker = PDDLSimulator(town)
    assert walker.ground()
    walker.forget()
    assert isinstance(walker._mode, Grounded)
    walk(town, walker, 150, seed)


@pytest.mark.parametrize("own", catalogue("pddl"), ids=lambda own: own.name)
def test_no_states_remembered(own: EnvSpec) -> None:
    with Reasoner(load(own.domain, own.problems("train")[0])) as reasoner:
        walker = PDDLSimulator(reasoner)
        assert walker.ground()
        walker.forget()
        walk(reasoner, walker, 25, 1)


def test_threads_share_a_walk_that_remembers_no_states(town: Reasoner) -> None:
    """The walker stays in states of the problem, whichever thread's step comes last."""
    walker = PDDLSimulator(town)
    assert walker.ground()
    walker.forget()

    def steps(seed: int) -> None:
        rng = random.Random(seed)
        for _ in range(300):
            with walker.lock:
                walker.apply(rng.choice(sorted(walker.actions())))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(steps, range(4)))
    compared(walker, town, walker.state)


LINE = """(define (domain line) (:predicates (next ?x ?y) (at ?x) (open ?x))
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (next ?x ?y) (open ?y))
   :effect (and (not (at ?x)) (at ?y)))
  (:action close :parameters (?x) :precondition (open ?x) :effect (not (open ?x))))"""

SHORT = """(define (problem short) (:domain line) (:objects a b c d)
  (:init (at a) (next a b) (next b c) (next c d) (open b) (open c)) (:goal (at d)))"""


@pytest.mark.parametrize("remembers", [True, False])
def test_states_beyond_reach_end_it(remembers: bool) -> None:
    with Reasoner(relgym.load(LINE, SHORT)) as reasoner:
        walker = PDDLSimulator(reasoner)
        assert walker.ground()
        if not remembers:
            walker.forget()
        walk(reasoner, walker, 20, 0)
        beyond = reasoner.state(["(at c)", "(open d)"])
        walk(reasoner, walker, 20, 1, beyond)
        # A walker that has been there may come there again.
        assert not walker.ground()
        walker.go_to(reasoner.initial_state)
        walk(reasoner, walker, 20, 2, beyond)


def test_no_grounding_where_the_walker_stands_beyond_reach() -> None:
    with Reasoner(relgym.load(LINE, SHORT)) as reasoner:
        walker = PDDLSimulator(reasoner)
        walker.go_to(reasoner.state(["(at c)", "(open d)"]))
        assert not walker.ground()
        walk(reasoner, walker, 20, 1)


def test_atoms_that_a_reasoner_numbers_later_share_no_bits_with_derived_ones(town: Reasoner) -> None:
    walker = PDDLSimulator(town)
    assert walker.ground()
    beyond = town.state(
        ["(at b)", "(at c)", "(road a b)", "(road b c)", "(road c a)", "(road c d)"], dict(town.initial_state.fluents)
    )
    for seed in range(3):
        walk(town, walker, 30, seed, beyond)


def gives_up(*arguments: object) -> None:
    raise BackendError("too late")


@pytest.mark.parametrize(
    "limit",
    [
        lambda patch: patch.setattr(grounding, "GROUND_ACTIONS_LIMIT", 3),
        lambda patch: patch.setattr(bit_tests, "TEST_NODES_LIMIT", 1),
        lambda patch: patch.setattr(bit_tests, "DEPTH_LIMIT", 0),
        lambda patch: patch.setattr(grounding, "reached", gives_up),
    ],
    ids=["actions", "size", "depth", "time"],
)
def test_a_task_that_is_too_large_is_not_grounded(
    limit: Callable[[pytest.MonkeyPatch], None], town: Reasoner, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit(monkeypatch)
    walker = PDDLSimulator(town)
    assert not walker.ground()
    walk(town, walker, 30, 1)


def test_deep_formulas() -> None:
    formula = "(not (at ?x))"
    for number in range(40):
        formula = f"(or (open ?x) (and (not (open ?x)) (or (at d) {formula})))" if number % 2 else f"(not {formula})"
    domain = LINE.replace("(open ?x) :effect", f"{formula} :effect")
    domain = domain.replace("(:predicates", "(:requirements :adl) (:constants a b c d) (:predicates")
    with Reasoner(relgym.load(domain, SHORT.replace("(:objects a b c d)", ""))) as reasoner:
        walker = PDDLSimulator(reasoner)
        assert walker.ground()
        walk(reasoner, walker, 20, 1)


def test_deletes_of_atoms_beyond_reach() -> None:
    """They are numbered after derived atoms have got their bits."""
    domain = """(define (domain d) (:requirements :adl :derived-predicates) (:predicates (p ?x) (q ?x) (free ?x))
      (:derived (free ?x) (not (p ?x)))
      (:action clear :parameters (?x) :precondition (free ?x)
       :effect (forall (?y) (when (or (free ?y) (q ?y)) (not (q ?y)))))
      (:action put :parameters (?x) :precondition (free ?x) :effect (p ?x)))"""
    problem = "(define (problem p) (:domain d) (:objects a b c) (:init (q a)) (:goal (p a)))"
    with Reasoner(relgym.load(domain, problem)) as reasoner:
        walker = PDDLSimulator(reasoner)
        assert walker.ground()
        for seed in range(3):
            walk(reasoner, walker, 30, seed)


def test_an_alternative_that_contradicts_itself() -> None:
    domain = LINE.replace(
        "(next ?x ?y) (open ?y)", "(next ?x ?y) (or (open ?x) (exists (?z) (and (open ?z) (not (open ?y)) (open ?y))))"
    ).replace("(:pred", "(:requirements :adl) (:pred")
    with Reasoner(relgym.load(domain, SHORT)) as reasoner:
        walker = PDDLSimulator(reasoner)
        assert walker.ground()
        assert [str(action) for action in walker.valid_actions()] == ["(close b)", "(close c)"]
        walk(reasoner, walker, 20, 1)


@pytest.mark.parametrize("remembers", [True, False])
def test_little_room(remembers: bool, town: Reasoner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moves, "STEP_CACHE_LIMIT", 3)
    monkeypatch.setattr(moves, "ACTION_VALUES_LIMIT", 2)
    monkeypatch.setattr(successor_generator, "UPDATE_ENTRIES_LIMIT", 2)
    monkeypatch.setattr(successor_generator, "CHANGES_CACHE_LIMIT", 3)
    monkeypatch.setattr(successor_generator, "UPDATE_TESTS_LIMIT", 5)
    monkeypatch.setattr(evaluator, "AXIOM_ENTRIES_LIMIT", 1)
    walker = PDDLSimulator(town)
    assert walker.ground()
    if not remembers:
        walker.forget()
    walk(town, walker, 60, 3)


def test_comparisons_are_exact() -> None:
    domain = """(define (domain count) (:requirements :numeric-fluents) (:predicates (p)) (:functions (n) (m))
      (:action more :precondition (< (/ (n) 3) (m)) :effect (increase (n) 1/3))
      (:action much :precondition (> (* (n) (n)) 1) :effect (scale-up (n) 100000000000000000001)))"""
    problem = """(define (problem p) (:domain count) (:init (= (n) 0) (= (m) 1/3)) (:goal (p)))"""
    with Reasoner(relgym.load(domain, problem)) as reasoner:
        walker = PDDLSimulator(reasoner)
        assert walker.ground()
        walk(reasoner, walker, 30, 1)


def test_what_is_evaluated_is_remembered(town: Reasoner, monkeypatch: pytest.MonkeyPatch) -> None:
    evaluated = []

    def counting(layers: Sequence[Sequence[BitAxiom]]) -> Callable[[int], int]:
        evaluate = axiom_function(layers)
        return lambda bits: evaluated.append(bits) or evaluate(bits)

    monkeypatch.setattr(evaluator, "axiom_function", counting)
    walker = PDDLSimulator(town)
    assert walker.ground()
    task = walker._choice.ground_task
    assert task is not None and task.evaluator is not None
    state = walker.state
    first = task.evaluator.bits(state.bits, state.values)
    calls = len(evaluated)
    assert calls and task.evaluator.bits(state.bits, state.values) == first
    assert len(evaluated) == calls


def test_bits_are_found_by_those_of_any_other_state(town: Reasoner) -> None:
    walker, rng = PDDLSimulator(town), random.Random(2)
    assert walker.ground()
    task = walker._choice.ground_task
    assert task is not None and task.evaluator is not None
    find, states = task.evaluator.bits, [walker.state]
    for _ in range(60):
        walker.apply(rng.choice(sorted(walker.actions())), rng)
        states.append(walker.state)
    more = [find(state.bits, state.values) for state in states]
    assert len({*more}) > 5
    for _ in range(300):
        at, to = rng.randrange(len(states)), rng.randrange(len(states))
        after = states[to]
        assert task.evaluator.after(states[at].bits, more[at], after.bits, after.values) == more[to]


@pytest.mark.parametrize(("most", "expected"), [(200, True), (1, False)])
def test_a_walk_grounds_no_task_with_many_axioms(most: int, expected: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "FEW_AXIOMS", most)
    blocks = spec("blocks-above")
    walker = PDDLSimulator(relgym.load(blocks.domain, blocks.problem("test", "p01")))
    for _ in range(200):
        walker.apply(min(walker.actions()))
    assert (walker._choice.ground_task is not None) == expected
    # Whoever asks for it has it.
    assert walker.ground()


@pytest.mark.parametrize("remembers", [True, False])
def test_derived_atoms_are_read_from_bits(remembers: bool, town: Reasoner, monkeypatch: pytest.MonkeyPatch) -> None:
    walker, rng = PDDLSimulator(town), random.Random(1)
    assert walker.ground()
    if not remembers:
        walker.forget()
    monkeypatch.setattr(walker._system, "derived", gives_up)
    for _ in range(30):
        compared(walker, town, walker.state)
        walker.apply(rng.choice(sorted(walker.actions())))


UNREAD = LINE.replace(
    "(:predicates",
    """(:requirements :adl :derived-predicates :numeric-fluents) (:functions (tides))
       (:predicates (shut ?x) (ahead ?x) (wet)""",
).replace(
    "(:action go",
    """(:derived (shut ?x) (and (at ?x) (not (open ?x))))
       (:derived (ahead ?x) (or (shut ?x) (exists (?y) (and (next ?y ?x) (ahead ?y)))))
       (:derived (wet) (or (> (tides) 1) (exists (?x) (and (ahead ?x) (open ?x)))))
       (:action flow :effect (increase (tides) 1))
       (:action go""",
)
"""A line with derived atoms and a comparison that no action reads."""


@pytest.mark.parametrize("remembers", [True, False])
def test_derived_atoms_that_nothing_reads_get_bits_when_asked_for(
    remembers: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Reasoner(relgym.load(UNREAD, SHORT.replace("(:init", "(:init (= (tides) 0)"))) as reasoner:
        walker = PDDLSimulator(reasoner)
        assert walker.ground()
        if not remembers:
            walker.forget()
        monkeypatch.setattr(walker._system, "derived", gives_up)
        walk(reasoner, walker, 40, 1)


def test_derived_atoms_that_are_too_large_for_bits_are_asked_of_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    with Reasoner(relgym.load(UNREAD, SHORT.replace("(:init", "(:init (= (tides) 0)"))) as reasoner:
        walker = PDDLSimulator(reasoner)
        assert walker.ground()
        monkeypatch.setattr(bit_tests, "TEST_NODES_LIMIT", 1)
        walk(reasoner, walker, 40, 1)
