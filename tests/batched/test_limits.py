"""What a batch refuses, each with one message, and the smallest cases of what went wrong once."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from batched.walks import Side, walk

import relgym
from relgym.batched.arrays import NumpyArrays
from relgym.batched.batch import Batch
from relgym.batched.ground import Room, ground
from relgym.batched.picks import picked
from relgym.catalogue.domains import spec
from relgym.catalogue.generate import generate
from relgym.errors import InvalidAction, ModelError, RelgymError, RelgymWarning, SimulationError, UnsupportedFeature

ROADS = """(define (domain roads) (:requirements :adl :numeric-fluents)
  (:predicates (at ?x) (road ?x ?y)) (:functions (steps))
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
   :effect (and (at ?y) (not (at ?x)) (increase (steps) 1))))"""
LINE = """(define (problem line) (:domain roads) (:objects a b c) (:init (at a) (road a b) (road b c) (= (steps) 0))
  (:goal (at c)))"""


def problem(objects: str, init: str, goal: str, domain: str = "d") -> str:
    return f"(define (problem p) (:domain {domain}) (:objects {objects}) (:init {init}) (:goal {goal}))"


def blocks(count: int) -> relgym.Task:
    own = spec("blocks")
    return relgym.load(own.domain, generate(own, 1, blocks=count))


def test_too_large_is_refused_before_it_is_grounded() -> None:
    domain = "(define (domain d) (:predicates (p ?x ?y)) (:action act :parameters (?x ?y ?z) :effect (p ?y ?z)))"
    task = relgym.load(domain, problem(" ".join(f"o{n}" for n in range(300)), "(p o1 o2)", "(p o2 o3)"))
    with pytest.raises(UnsupportedFeature) as refused:
        relgym.batch(task, 8)
    assert "the problem 'p' is too large for a batch: about 27,000,000 actions" in refused.value.message
    assert "grounds nothing" in (refused.value.hint or "")


def test_more_problems_than_fit() -> None:
    tasks = [blocks(6)] * 40
    room = Room(actions=84 * 40 - 1)
    with pytest.raises(UnsupportedFeature, match="40 problems of 'blocks' are too large") as refused:
        ground(tasks, room)
    assert "take fewer problems" in (refused.value.hint or "")
    assert ground(tasks[:39], room).size == 84


def test_estimates_may_be_too_high() -> None:
    """Types allow many more actions than are within reach."""
    own = spec("logistics")
    task = relgym.load(own.domain, generate(own, 1, cities=4, places=4, parcels=4))
    assert ground([task], Room(actions=300)).size <= 300


@pytest.mark.parametrize("count", [0, -1, 2.5, "3", True, None])
def test_bad_sizes(count: object) -> None:
    with pytest.raises(RelgymError, match=r"there cannot be .* environments"):
        relgym.batch(blocks(3), count)  # type: ignore[arg-type]


def test_more_environments_than_fit() -> None:
    with pytest.raises(RelgymError, match=r"take about [\d.]+ GiB") as refused:
        relgym.batch(blocks(5), 10**9)
    assert "environments" in (refused.value.expected or "")


def test_no_task_and_several_domains() -> None:
    with pytest.raises(RelgymError, match="at least one task"):
        relgym.batch([], 2)
    with pytest.raises(ModelError, match="several domains: roads and blocks"):
        relgym.batch([relgym.load(ROADS, LINE), blocks(3)], 2)


@pytest.mark.parametrize(
    "actions", [0, [0, 1], [[0, 1, 0]], [0.0, 1.0, 0.0], ["a", "b", "c"], [[0], [1, 2], 3], None, [True, False, True]]
)
def test_actions_of_a_wrong_shape_or_type(actions: object) -> None:
    batch = relgym.batch(relgym.load(ROADS, LINE), 3)
    with pytest.raises(InvalidAction, match="an array of the shape") as refused:
        batch.step(actions)
    assert refused.value.expected == "whole numbers of the shape (3,)"


def test_invalid_actions_change_nothing() -> None:
    batch = relgym.batch(relgym.load(ROADS, LINE), 5)
    before = batch.facts
    assert batch.step([1, -1, 2, 99, -99]).tolist() == [False] * 5
    assert (batch.facts == before).all()
    for number in (*range(-100, 0), *range(2, 100), 2**58, 2**60, -(2**60), 2**63 - 1, -(2**63)):
        assert batch.step([number] * 5).tolist() == [False] * 5
    assert (batch.facts == before).all()
    assert batch.step([0, 1, 0, 99, 0]).tolist() == [True, False, True, False, True]
    assert [list(map(str, batch.atoms(copy))) for copy in (0, 1)] == [["(at b)"], ["(at a)"]]
    assert batch.values.tolist() == [[1.0, 0.0, 1.0, 0.0, 1.0]]


def test_states_are_set_and_refused() -> None:
    task = relgym.load(ROADS, LINE)
    batch = relgym.batch(task, 3)
    reasoner = relgym.Reasoner(task)
    batch.set_state(1, reasoner.state(["(at c)"], {"(steps)": 7}))
    assert batch.goal.tolist() == [False, True, False]
    assert batch.values.tolist() == [[0.0, 7.0, 0.0]]
    isolated = relgym.Reasoner(relgym.load(ROADS, LINE.replace("(road b c)", "")))
    other = relgym.batch(isolated.task, 1)
    with pytest.raises(ModelError, match=r"\(at c\) is out of reach"):
        other.set_state(0, isolated.state(["(at c)"], {"(steps)": 0}))
    with pytest.raises(ModelError, match="another task"):
        batch.set_state(0, relgym.Reasoner(blocks(3)).initial_state)


KEEPER = """(define (domain d) (:predicates (at ?x) (next ?x ?y ?w))
  (:action go :parameters (?x ?y ?w) :precondition (and (at ?x) (next ?x ?y ?w))
   :effect (and (at ?y) (not (at ?x)))))"""


def keeper(free: str, init: str, domain: str = KEEPER) -> relgym.Task:
    from relgym.model.pddl.problem import Task
    from relgym.read.pddl.free import with_free

    task = relgym.load(domain, problem("a b c up", init, "(at c)"))
    return Task(with_free(task.domain, {"go": (free,)}), task.problem)


def test_who_is_at_one_place_is_at_no_other() -> None:
    task = keeper("?w", "(at a) (next a b up) (next b c up)")
    batch = relgym.batch(task, 2)
    assert len(batch.task.ambiguous) == 0
    assert len(batch.task.exclusive) == 1
    with pytest.raises(ModelError, match=r"holds \(at a\) and \(at b\), which no state within reach does"):
        batch.set_state(0, relgym.Reasoner(task).state(["(at a)", "(at b)"]))


@pytest.mark.parametrize("init", ["(at a) (next a b up) (next a c up)", "(at a) (at b) (next a b up) (next b c up)"])
def test_two_bindings_of_what_is_not_chosen(init: str) -> None:
    task = keeper("?w", init)
    batch = Batch(ground([task]), 3)
    with pytest.warns(RelgymWarning, match="the precondition of 'go' leaves more than one binding"):
        assert not batch.valid.any()
    assert not batch.step([0, 0, 0]).any()
    assert relgym.Reasoner(task).valid_actions(relgym.Reasoner(task).initial_state) == []


def test_who_multiplies_is_checked() -> None:
    """An action that does not take away what it moves makes two of one."""
    task = keeper("?w", "(at a) (next a b up) (next b c up)", KEEPER.replace("(not (at ?x))", ""))
    batch = relgym.batch(task, 2)
    assert len(batch.task.ambiguous) == 1
    batch.step([0, -1])
    with pytest.warns(RelgymWarning, match="the precondition of 'go'"):
        assert batch.valid.tolist() == [[False, True]]


GROWS = """(define (domain d) (:requirements :numeric-fluents :adl) (:predicates (p)) (:functions (x))
  (:action grow :parameters () :precondition (>= (x) 0) :effect (scale-up (x) 1000)))"""


def test_numbers_that_get_too_large() -> None:
    batch = relgym.batch(relgym.load(GROWS, problem("", "(p) (= (x) 1)", "(p)")), 2)
    for _ in range(5):
        batch.step([0, -1])
    assert batch.values.tolist() == [[1e15, 1.0]]
    batch.step([0, -1])
    with pytest.raises(SimulationError, match="a number of copy 0 is too large"):
        _ = batch.valid
    # Nor is the rounded number told as an exact one.
    with pytest.raises(SimulationError, match="a number of copy 0 is too large"):
        batch.fluents(0)
    assert [*batch.fluents(1).values()] == [1]


def test_states_whose_numbers_arrays_do_not_hold() -> None:
    task = relgym.load(
        GROWS.replace("1000", "1").replace("(scale-up", "(increase"), problem("", "(p) (= (x) 0.5)", "(p)")
    )
    reasoner, batch = relgym.Reasoner(task), relgym.batch(task, 2)
    for value in (Fraction(5, 2), 2**52 - 1):
        batch.set_state(1, reasoner.state(["(p)"], {"(x)": value}))
        assert [*batch.fluents(1).values()] == [value]
    for fraction in (Fraction(1, 3), Fraction(1, 10**6)):
        with pytest.raises(ModelError, match=rf"arrays hold no value {fraction} of \(x\)") as refused:
            batch.set_state(1, reasoner.state(["(p)"], {"(x)": fraction}))
        assert refused.value.expected == "a whole multiple of 1/2, as all that the actions compute"
    for large in (2**52, -(10**400)):
        with pytest.raises(SimulationError, match="a number of copy 1 is too large"):
            batch.set_state(1, reasoner.state(["(p)"], {"(x)": large}))


@pytest.mark.parametrize(("start", "effect"), [(2**53 + 1, "(increase (x) 0)"), (2**53 - 1, "(increase (x) 2)")])
def test_numbers_that_no_double_holds(start: int, effect: str) -> None:
    """The double of 2**53 + 1 is 2**53, which is not above the bound of the precondition."""
    domain = GROWS.replace("(>= (x) 0)", f"(or (< (x) {2**53}) (> (x) {2**53}))").replace("(scale-up (x) 1000)", effect)
    task = relgym.load(domain, problem("", f"(p) (= (x) {start})", "(p)"))
    with relgym.Reasoner(task) as reasoner:
        after = reasoner.successor(reasoner.initial_state, "(grow)")
        assert reasoner.is_valid(after, "(grow)")
    with pytest.raises(SimulationError, match=r"too large for arrays, which hold whole numbers below 2\*\*53"):
        batch = relgym.batch(task, 2)
        batch.step([0, 0])
        _ = batch.valid


@pytest.mark.parametrize(
    ("effect", "message"),
    [
        ("(assign (x) (/ 1 (x)))", "no division by a number that changes"),
        ("(assign (x) (/ (x) 2))", "fractions become smaller and smaller"),
        ("(scale-up (x) 1/2)", "by whole numbers only"),
        ("(scale-down (x) 2)", "by whole numbers only"),
    ],
)
def test_numbers_that_arrays_do_not_carry(effect: str, message: str) -> None:
    domain = GROWS.replace("(scale-up (x) 1000)", effect)
    with pytest.raises(UnsupportedFeature, match=message) as refused:
        relgym.batch(relgym.load(domain, problem("", "(p) (= (x) 1)", "(p)")), 2)
    assert refused.value.span is not None
    assert "single environments" in (refused.value.hint or "")


def test_fractions_stay_exact() -> None:
    domain = GROWS.replace("(scale-up (x) 1000)", "(increase (x) 0.1)").replace("(>= (x) 0)", "(< (x) 0.3)")
    task = relgym.load(domain, problem("", "(p) (= (x) 0)", "(p)"))
    batch = relgym.batch(task, 2)
    assert [batch.step([0, 0]).all() for _ in range(4)] == [True, True, True, False]


def test_effects_that_contradict_each_other() -> None:
    domain = GROWS.replace("(scale-up (x) 1000)", "(and (increase (x) 1) (assign (x) 5))")
    batch = relgym.batch(relgym.load(domain, problem("", "(p) (= (x) 0)", "(p)")), 2)
    assert not batch.valid.any()
    assert batch.step([-1, 0]).tolist() == [False, False]


def test_environments_that_fill_words() -> None:
    """It is nothing to an environment how many there are."""
    task = ground([blocks(4)])
    some, many = Batch(task, 5), Batch(task, 128)
    for _ in range(12):
        actions = some.pick(np.linspace(0, 0.99, 5))
        assert (many.pick(np.resize(np.linspace(0, 0.99, 5), 128))[:5] == actions).all()
        assert (some.step(actions) == many.step(np.resize(actions, 128))[:5]).all()
        for name in ("facts", "valid", "goal"):
            assert (getattr(many, name)[..., :5] == getattr(some, name)).all()


def test_more_changes_than_a_byte_counts() -> None:
    """Each of 300 actions increases one number by another amount; four assign it."""
    domain = """(define (domain d) (:requirements :numeric-fluents :adl) (:predicates (p ?x))
      (:functions (total) (w ?x))
      (:action take :parameters (?x) :precondition (not (p ?x)) :effect (and (p ?x) (increase (total) (w ?x))))
      (:action pay :parameters (?x) :precondition (< (w ?x) 4) :effect (assign (total) (* 100 (w ?x)))))"""
    names = [f"o{n}" for n in range(300)]
    init = " ".join(f"(= (w {name}) {n})" for n, name in enumerate(names))
    task = relgym.load(domain, problem(" ".join(names), f"(= (total) 0) {init}", "(p o1)"))
    assert walk([task], 9, 12) > 0
    batch = relgym.batch(task, 300)
    taking = {action.terms[0].name: number for number, action in batch.task.actions[0].items() if action.name == "take"}
    assert batch.step(np.array([taking[name] for name in names])).all()
    assert batch.values.tolist() == [[float(n) for n in range(300)]]


def test_assigned_twice() -> None:
    domain = GROWS.replace("(scale-up (x) 1000)", "(and (assign (x) 5) (when (p) (assign (x) (+ 4 1))))")
    batch = relgym.batch(relgym.load(domain, problem("", "(p) (= (x) 0)", "(p)")), 2)
    assert batch.step([-1, 0]).tolist() == [False, True]
    assert batch.values.tolist() == [[0.0, 5.0]]
    domain = GROWS.replace("(scale-up (x) 1000)", "(and (assign (x) 5) (when (> (x) 0) (assign (x) 6)))")
    batch = relgym.batch(relgym.load(domain, problem("", "(p) (= (x) 0)", "(p)")), 2)
    assert batch.step([-1, 0]).tolist() == [False, True]
    assert batch.step([0, 0]).tolist() == [True, False]


def test_increased_twice() -> None:
    domain = GROWS.replace("(scale-up (x) 1000)", "(and (increase (x) 2) (increase (x) 2) (decrease (x) 1))")
    batch = relgym.batch(relgym.load(domain, problem("", "(p) (= (x) 0)", "(p)")), 2)
    batch.step([0, 0])
    assert batch.values.tolist() == [[3.0, 3.0]]


@pytest.mark.parametrize("count", [499, 512])
@pytest.mark.parametrize("actions", [1, 7, 8, 9, 64, 65, 600, 3000])
def test_picks_are_uniform_among_the_valid(actions: int, count: int) -> None:
    """Every rank of every pattern gives the action of that rank; where there is none, none."""
    rng = np.random.default_rng(actions)
    mask = (rng.random((actions, count)) < rng.random(count) ** 3).astype(np.uint8)
    counts = mask.sum(axis=0)
    rank = (rng.random(count) * counts).astype(int)
    found = picked(NumpyArrays(count), mask, (rank + 0.5) / np.maximum(counts, 1))
    ranked = [column.nonzero()[0] for column in mask.T]
    expected = [own[place] if len(own) else -1 for own, place in zip(ranked, rank, strict=True)]
    assert found.tolist() == expected


CIRCLES = """(define (domain d) (:requirements :adl :derived-predicates) (:predicates (p ?x) (r) (never ?x) (all))
  (:constants a)
  (:derived (r) (p a))
  (:derived (never ?x) (never ?x))
  (:derived (all) (forall (?x) (imply (r) (all))))
  (:action act :parameters (?x) :precondition (not (never ?x)) :effect (not (p ?x))))"""


def test_axioms_that_rest_on_themselves_alone() -> None:
    assert walk([relgym.load(CIRCLES, problem("b", "(p a) (p b)", "(all)"))], 3, 4) > 0


def test_more_loops_than_python_nests() -> None:
    """Eighteen variables that an action's precondition binds, each in a loop of its own."""
    names = [f"?x{n}" for n in range(19)]
    steps = " ".join(f"(p {one} {other})" for one, other in pairwise(names))
    domain = f"""(define (domain d) (:requirements :adl) (:predicates (p ?x ?y) (q ?x))
      (:action act :parameters (?x0) :precondition (exists ({" ".join(names[1:])}) (and {steps})) :effect (q ?x0))
      (:action cut :parameters (?x ?y) :precondition (p ?x ?y) :effect (not (p ?x ?y))))"""
    assert walk([relgym.load(domain, problem("a b", "(p a b) (p b a)", "(q a)"))], 3, 6) > 0


def test_what_never_holds_binds_nothing() -> None:
    """No variable of the head is bound where the body is false by itself."""
    domain = """(define (domain d) (:requirements :adl :derived-predicates) (:predicates (p ?x) (never ?x ?y))
      (:derived (never ?x ?y) (or))
      (:action act :parameters (?x) :precondition (forall (?y) (not (never ?x ?y))) :effect (p ?x)))"""
    assert walk([relgym.load(domain, problem("a b", "(p a)", "(exists (?x) (never ?x a))"))], 3, 4) > 0


def test_one_start_for_each() -> None:
    """Starts are drawn for each environment by itself."""
    domain = "(define (domain d) (:predicates (p ?x)) (:action act :parameters (?x) :effect (p ?x)))"
    text = problem("a b c", "(probabilistic 0.5 (p a)) (probabilistic 0.5 (p b))", "(p c)")
    task = relgym.load(domain.replace("(:pred", "(:requirements :probabilistic-effects) (:pred"), text)
    Side([task], 6, seed=4).agree()
    starts = {tuple(map(str, relgym.batch(task, 50, rng=1).atoms(copy))) for copy in range(50)}
    assert starts == {(), ("(p a)",), ("(p b)",), ("(p a)", "(p b)")}
