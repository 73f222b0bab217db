"""Draws inside draws, under conditions and for every object; conditions read the state before the action."""

from itertools import cycle, islice
from random import Random

from features.shown import spread

from relgym import Reasoner


def by_atoms(found: list[tuple[float, set[str]]]) -> dict[frozenset[str], float]:
    assert len({frozenset(held) for _, held in found}) == len(found)
    return {frozenset(held): probability for probability, held in found}


def test_a_draw_in_a_draw(r: Reasoner) -> None:
    assert by_atoms(spread(r, "(drop c)", "broken", "spoilt", "cold")) == {
        frozenset({"(broken c)"}): 1 / 4,
        frozenset({"(broken c)", "(spoilt)"}): 1 / 4,
        frozenset({"(cold)"}): 1 / 8,
        frozenset({"(spoilt)"}): 1 / 16,
        frozenset(): 1 / 4 + 1 / 16,
    }


def test_a_draw_for_every_object(r: Reasoner) -> None:
    # a and b are fresh, c is not.
    assert by_atoms(spread(r, "(shake)", "broken")) == {
        frozenset(): 9 / 16,
        frozenset({"(broken a)"}): 3 / 16,
        frozenset({"(broken b)"}): 3 / 16,
        frozenset({"(broken a)", "(broken b)"}): 1 / 16,
    }


def test_a_draw_under_a_condition(r: Reasoner) -> None:
    assert by_atoms(spread(r, "(freeze a)")) == {
        frozenset({"(fresh a)", "(fresh b)", "(cold)"}): 1 / 2,
        frozenset({"(fresh b)", "(cold)"}): 1 / 2,
    }
    cold = r.state(["(fresh a)", "(cold)"])
    assert spread(r, "(freeze a)", state=cold) == [(1.0, {"(fresh a)", "(cold)"})]


def test_conditions_in_draws(r: Reasoner) -> None:
    assert by_atoms(spread(r, "(fall)")) == {
        frozenset({"(broken a)", "(broken b)"}): 1 / 2,
        frozenset({"(fresh a)", "(fresh b)"}): 1 / 2,
    }
    cold = r.state(["(fresh a)", "(cold)"])
    assert by_atoms(spread(r, "(fall)", state=cold)) == {
        frozenset({"(broken a)", "(cold)"}): 1 / 2,
        frozenset({"(fresh a)", "(cold)", "(spoilt)"}): 1 / 2,
    }


def test_conditions_and_draws_in_turn(r: Reasoner) -> None:
    assert by_atoms(spread(r, "(chain a)", "broken")) == {frozenset(): 3 / 4, frozenset({"(broken a)"}): 1 / 4}
    assert spread(r, "(chain c)", "broken") == [(1.0, set())]


def test_the_same_seed_gives_the_same_walk_on_every_engine(r: Reasoner) -> None:
    plan = list(islice(cycle(["(shake)", "(drop c)", "(freeze b)", "(fall)", "(chain a)"]), 40))
    for seed in range(20):
        rng, other_rng = Random(seed), Random(seed)
        state = r.initial_state
        with Reasoner(r.task, "builtin") as other:
            other_state = other.initial_state
            for action in plan:
                state = r.successor(state, action, rng)
                other_state = other.successor(other_state, action, other_rng)
                assert state == other_state
        assert rng.random() == other_rng.random()
