"""Every call keeps the limits of time, memory, outcomes and digits, whatever the engine, and the engine works on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic, process_time, sleep
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import relgym
from relgym.errors import BackendError, InvalidAction, RelgymError
from relgym.limits import Budget, Limits, bits_of_digits
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Vocabulary
from relgym.model.program import Row
from relgym.process_size import resident
from relgym.reasoning.pddl.transition import Transition
from relgym.tuning.limits import BLOCK_VALUES

PATIENCE = 8.0
"""Seconds of processor time within which a call must give up whose limit is a fraction of that."""

COINS = 40

PAIRED = 110
"""Objects whose pairs are more than `BLOCK_VALUES`."""

Made = Callable[..., relgym.Reasoner]


@pytest.fixture
def made(backend: str) -> Iterator[Made]:
    """Makes reasoners on the engine."""
    started: list[relgym.Reasoner] = []

    def make(task: Any, **limits: float) -> relgym.Reasoner:
        started.append(relgym.Reasoner(task, backend, limits))
        return started[-1]

    yield make
    for reasoner in started:
        reasoner.close()


def chain(objects: int = 30) -> Any:
    """A derived predicate of arity 5 that holds for all rows, 24 millions of them, and one that is quickly found."""
    domain = """(define (domain d) (:requirements :strips :derived-predicates)
      (:predicates (s ?x) (first ?x) (r ?a ?b ?c ?d ?e) (easy ?x))
      (:derived (r ?a ?b ?c ?d ?e) (and (s ?a) (s ?b) (s ?c) (s ?d) (s ?e)))
      (:derived (r ?a ?b ?c ?d ?e) (r ?b ?c ?d ?e ?a))
      (:derived (easy ?x) (and (s ?x) (first ?x)))
      (:action go :parameters (?x) :precondition (easy ?x) :effect (not (s ?x))))"""
    names = [f"o{number}" for number in range(objects)]
    facts = " ".join(f"(s {name})" for name in names)
    problem = f"""(define (problem p) (:domain d) (:objects {" ".join(names)}) (:init {facts} (first o3))
      (:goal (not (s o3))))"""
    return relgym.load(domain, problem)


def pairs(objects: int) -> Any:
    """A task in which an action, and a derived predicate, has a row for every two objects."""
    domain = """(define (domain d) (:requirements :strips :derived-predicates) (:predicates (s ?x) (both ?x ?y) (q ?x))
      (:derived (both ?x ?y) (and (s ?x) (s ?y)))
      (:action go :parameters (?x ?y) :precondition (both ?x ?y) :effect (q ?x)))"""
    names = [f"o{number}" for number in range(objects)]
    facts = " ".join(f"(s {name})" for name in names)
    return relgym.load(
        domain, f"(define (problem p) (:domain d) (:objects {' '.join(names)}) (:init {facts}) (:goal (q o0)))"
    )


def tossing(effects: str, init: str = "") -> Any:
    """A task whose action `toss` has these effects."""
    coins = " ".join(f"c{number}" for number in range(COINS))
    domain = f"""(define (domain coins) (:requirements :typing :probabilistic-effects :numeric-fluents) (:types coin)
      (:constants {coins} - coin) (:predicates (up ?c - coin) (tossed)) (:functions (f))
      (:action toss :effect (and (tossed) {effects}))
      (:action square :effect (assign (f) (* (f) (f))))
      (:action double :effect (scale-up (f) 2)))"""
    problem = f"(define (problem p) (:domain coins) (:init (= (f) 2) {init}) (:goal (tossed)))"
    return relgym.load(domain, problem)


def given_up(call: Callable[[], Any], text: str, advice: str) -> None:
    """A call must end with the error of a limit, and its advice."""
    begun = process_time()
    with pytest.raises(BackendError, match=text) as caught:
        call()
    assert process_time() - begun < PATIENCE
    assert caught.value.hint is not None
    assert advice in caught.value.hint


class TestTime:
    def test_a_recursive_axiom_of_many_rows(self, made: Made) -> None:
        reasoner = made(chain(), seconds=0.3)
        start = reasoner.initial_state
        for _ in range(2):
            given_up(lambda: reasoner.derived(start), "0.3 s", "--limit SECONDS")
            assert [str(action) for action in reasoner.valid_actions(start)] == ["(go o3)"]

    def test_a_walk(self) -> None:
        task = chain()
        with relgym.Reasoner(task, limits=Limits(seconds=0.3)) as reasoner:
            walker = relgym.Simulator(reasoner)
            given_up(lambda: walker.derived(), "0.3 s", "--limit SECONDS")
            assert len(walker.valid_actions()) == 1

    @pytest.mark.parametrize("call", ["valid_actions", "successors", "answers", "derived"])
    def test_many_rows_of_an_answer_that_came_in_time(
        self, made: Made, call: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Objects made of the rows belong to the call, too."""
        reasoner = made(pairs(PAIRED))
        start = reasoner.initial_state
        now, terms = [monotonic()], Vocabulary.terms

        def slow(vocabulary: Vocabulary, row: Row) -> Any:
            now[0] += 60.0
            return terms(vocabulary, row)

        with monkeypatch.context() as patched:
            patched.setattr("relgym.limits.monotonic", lambda: now[0])
            patched.setattr(Vocabulary, "terms", slow)
            asked = {"answers": ["(both ?x ?y)"]}.get(call, [])
            with pytest.raises(BackendError, match="did not answer within 30 s"):
                getattr(reasoner, call)(start, *asked)
        assert now[0] - monotonic() < 60.0 * (BLOCK_VALUES + 1)
        assert len(reasoner.valid_actions(start)) == PAIRED**2

    def test_very_many_draws_of_one_successor(self) -> None:
        """Also where nothing else looks at the clock: the effects that fire are known before."""
        task = tossing("(forall (?a ?b - coin) (probabilistic 1/2 (increase (f) 1)))")
        with relgym.Reasoner(task, limits=Limits(seconds=0.3)) as reasoner:
            start, rng = reasoner.initial_state, np.random.default_rng(0)
            with patch.object(Transition, "unconditional", slowly(Transition.unconditional)):
                given_up(lambda: reasoner.successor(start, "(toss)", rng), "0.3 s", "--limit SECONDS")
            assert 700 < reasoner.successor(start, "(toss)", rng).to_json()["fluents"]["(f)"] < 900


def slowly(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, a millisecond later."""

    def late(*arguments: Any) -> Any:
        sleep(0.001)
        return function(*arguments)

    return late


class TestMemory:
    def test_an_answer_of_many_rows(self, made: Made) -> None:
        reasoner = made(chain(), memory=20)
        start = reasoner.initial_state
        rows = "(and (s ?a) (s ?b) (s ?c) (s ?d) (s ?e))"
        given_up(lambda: reasoner.answers(start, rows), "more than 20 MB", "--memory MB")
        assert [str(action) for action in reasoner.valid_actions(start)] == ["(go o3)"]

    def test_what_was_derived_is_freed(self) -> None:
        with relgym.Reasoner(chain(), limits=Limits(memory=40)) as reasoner:
            with pytest.raises(BackendError) as caught:
                reasoner.derived(reasoner.initial_state)
            tables = reasoner.engine.compiler.tables  # type: ignore[attr-defined]
            assert sum(len(tables[symbol].rows) for symbol in tables) < 1000
            assert caught.value.__context__ is None


class TestOutcomes:
    def test_many_coins_that_lead_to_two_states(self, made: Made) -> None:
        reasoner = made(tossing("(probabilistic 0.5 (up c0))" * COINS))
        likely, unlikely = reasoner.outcomes(reasoner.initial_state, "(toss)")
        assert likely.probability == pytest.approx(1 - 2.0**-COINS)
        assert unlikely.probability == 2.0**-COINS

    def test_many_coins_that_are_counted(self, made: Made) -> None:
        reasoner = made(tossing("(probabilistic 0.5 (increase (f) 1))" * COINS))
        outcomes = reasoner.outcomes(reasoner.initial_state, "(toss)")
        assert len(outcomes) == COINS + 1
        assert sum(outcome.probability for outcome in outcomes) == pytest.approx(1)

    def test_nested_coins_are_merged_where_they_end(self, made: Made) -> None:
        nested = "(probabilistic 0.5 (probabilistic 0.5 (up c0) 0.5 (up c1)) 0.25 (up c1))"
        reasoner = made(tossing(nested * 20), outcomes=16)
        assert len(reasoner.outcomes(reasoner.initial_state, "(toss)")) == 4

    def test_more_outcomes_than_allowed(self, made: Made) -> None:
        effects = "".join(f"(probabilistic 0.5 (up c{number}))" for number in range(COINS))
        reasoner = made(tossing(effects), outcomes=1000)
        given_up(
            lambda: reasoner.outcomes(reasoner.initial_state, "(toss)"),
            "more than 1000 outcomes",
            "Limits(outcomes=...)",
        )
        assert len(reasoner.valid_actions(reasoner.initial_state)) == 3

    def test_as_many_as_allowed(self, made: Made) -> None:
        task = tossing("".join(f"(probabilistic 0.5 (up c{number}))" for number in range(3)))
        reasoner = made(task, outcomes=8)
        assert len(reasoner.outcomes(reasoner.initial_state, "(toss)")) == 8
        reasoner = made(task, outcomes=7)
        with pytest.raises(BackendError):
            reasoner.outcomes(reasoner.initial_state, "(toss)")

    def test_starts(self, made: Made) -> None:
        many = "".join(f"(probabilistic 0.5 (up c{number}))" for number in range(COINS))
        reasoner = made(tossing("(up c0)", many), outcomes=1000)
        given_up(reasoner.starts, "more than 1000 outcomes", "Limits(outcomes=...)")
        few = made(tossing("(up c0)", "(probabilistic 0.5 (up c0))" * COINS))
        assert len(few.starts()) == 2

    def test_time(self, made: Made) -> None:
        effects = "".join(f"(probabilistic 0.5 (up c{number}))" for number in range(COINS))
        reasoner = made(tossing(effects), seconds=0.2, outcomes=10**9)
        given_up(lambda: reasoner.outcomes(reasoner.initial_state, "(toss)"), "0.2 s", "--limit SECONDS")
        assert len(reasoner.valid_actions(reasoner.initial_state)) == 3

    def test_contradictions_are_still_found(self, made: Made) -> None:
        effects = "(probabilistic 0.5 (assign (f) 1)) (probabilistic 0.5 (assign (f) 2))"
        reasoner = made(tossing(effects))
        with pytest.raises(InvalidAction, match="numeric effects cannot be carried out"):
            reasoner.outcomes(reasoner.initial_state, "(toss)")

    @given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), st.sampled_from(["", "not", "increase"]))))
    def test_they_are_those_that_are_drawn(self, coins: list[tuple[int, int, str]]) -> None:
        """Each outcome's probability is that of the draws that lead to it, of which there are few here."""
        effects = ""
        for coin, other, way in coins[:2]:
            atom = "(increase (f) 1)" if way == "increase" else f"(not (up c{coin}))" if way else f"(up c{coin})"
            effects += f"(probabilistic 0.25 {atom} 0.5 (probabilistic 0.5 (up c{other})))"
        with relgym.Reasoner(tossing(effects)) as reasoner:
            start = reasoner.initial_state
            expected: dict[State, float] = {}
            todo: list[tuple[list[float], float]] = [([], 1.0)]
            while todo:
                points, share = todo.pop()
                drawn = Points(points)
                try:
                    after = reasoner.successor(start, "(toss)", drawn)
                except IndexError:
                    todo += [([*points, place / 4 + 1 / 8], share / 4) for place in range(4)]
                else:
                    expected[after] = expected.get(after, 0.0) + share
            found = {outcome.state: outcome.probability for outcome in reasoner.outcomes(start, "(toss)")}
            assert found == pytest.approx(expected)


class Points:
    """Draws the points given, and raises `IndexError` where there are no more."""

    def __init__(self, points: list[float]) -> None:
        self._points = iter(points)

    def random(self) -> float:
        for point in self._points:
            return point
        raise IndexError


class TestDigits:
    def test_a_number_that_is_squared(self, made: Made) -> None:
        reasoner = made(tossing("(up c0)"), digits=50)
        state = reasoner.initial_state

        def square() -> None:
            nonlocal state
            while True:
                state = reasoner.successor(state, "(square)")

        given_up(square, "more than 50 digits", "Limits(digits=...)")
        assert state.values == (2**128,)
        if reasoner.engine.name != "clingo":
            # Its numbers have 32 bits.
            assert len(reasoner.valid_actions(state)) == 3
        assert reasoner.successor(reasoner.initial_state, "(double)").values == (4,)

    def test_a_number_within_an_expression(self, made: Made) -> None:
        # The difference is small, the products are not.
        product = f"(* {'(f) ' * 200})"
        reasoner = made(tossing(f"(assign (f) (- {product} {product}))"), digits=50)
        start = reasoner.initial_state
        given_up(lambda: reasoner.outcomes(start, "(toss)"), "more than 50 digits", "Limits(digits=...)")

    def test_fractions(self) -> None:
        with relgym.Reasoner(tossing("(scale-down (f) 3)"), limits=Limits(digits=20)) as reasoner:
            state = reasoner.initial_state
            with pytest.raises(BackendError, match="more than 20 digits"):
                for _ in range(100):
                    state = reasoner.successor(state, "(toss)")
            assert state.values[0].denominator > 10**18  # type: ignore[union-attr]

    def test_a_walk(self) -> None:
        with relgym.Reasoner(tossing("(up c0)"), limits=Limits(digits=50)) as reasoner:
            walker = relgym.Simulator(reasoner)
            with pytest.raises(BackendError, match="more than 50 digits"):
                while True:
                    walker.step("(square)")
            assert walker.state.values == (2**128,)

    @given(st.integers(1, 9999))
    def test_bits_of_digits(self, digits: int) -> None:
        largest = (10**digits - 1).bit_length()
        assert largest <= bits_of_digits(digits) <= largest + 4


class TestLimits:
    @pytest.mark.parametrize(
        "wrong",
        [
            {"seconds": -1},
            {"seconds": float("nan")},
            {"seconds": 10**400},
            {"memory": 10**400},
            {"seconds": True},
            {"memory": "much"},
            {"outcomes": 0},
            {"outcomes": 2.5},
            {"digits": None},
            {"minutes": 1},
        ],
    )
    def test_what_is_no_limit(self, wrong: dict[str, Any]) -> None:
        with pytest.raises(RelgymError, match=r"cannot take|cannot be limits"):
            Limits.of(wrong)

    def test_a_call_within_a_call_has_what_is_left(self, monkeypatch: pytest.MonkeyPatch) -> None:
        now = [100.0]
        monkeypatch.setattr("relgym.limits.monotonic", lambda: now[0])
        budget = Budget("builtin", Limits(seconds=10))
        with budget.call():
            now[0] = 107.0
            with budget.call():
                budget.begin()
                assert budget.seconds_left() == pytest.approx(3)
            now[0] = 111.0
            with pytest.raises(TimeoutError):
                budget.look()
        assert budget.seconds_left() == 10
        budget.begin()
        budget.look()

    def test_memory_counts_from_the_beginning_of_a_call(self, monkeypatch: pytest.MonkeyPatch) -> None:
        size, now = [500.0], [100.0]
        monkeypatch.setattr("relgym.limits.resident", lambda: size[0])
        monkeypatch.setattr("relgym.limits.monotonic", lambda: now[0])
        budget = Budget("builtin", Limits(memory=100))
        for grown in (80.0, 80.0, 120.0):
            budget.begin()
            budget.look()
            size[0] += grown
            now[0] += 1
            if grown > 100:
                with pytest.raises(BackendError, match="more than 100 MB"):
                    budget.check()
            else:
                budget.check()

    def test_the_size_of_the_process_is_known(self) -> None:
        before = resident()
        much = bytearray(b"x" * 50_000_000)
        assert before + 30 < resident()
        assert len(much) == 50_000_000
