"""The probabilistic method: the fewest outcomes that explain all transitions, with their probabilities."""

from __future__ import annotations

from fractions import Fraction

import pytest

import relgym
from relgym.catalogue.domains import spec
from relgym.data import Experience, LearnedModel, compare, learn_model, random_transitions
from relgym.errors import Contradiction, RelgymError
from relgym.model.pddl.effects import Probabilistic
from relgym.model.pddl.traversal import subeffects

OBJECTS = dict.fromkeys("abc", ("coin", "object"))


def tosses(*rows: tuple[str, str, str]) -> list[Experience]:
    """Transitions by their atoms before, their actions and their atoms after."""
    return [
        Experience(atoms(before), action, atoms(after), OBJECTS, step=step)
        for step, (before, action, after) in enumerate(rows, 1)
    ]


def atoms(text: str) -> frozenset[str]:
    return frozenset(f"({part.strip()})" for part in text.split(",") if part.strip())


def shares(model: LearnedModel) -> dict[str, Fraction]:
    """The outcomes of the only action that are drawn, with their probabilities."""
    (action,) = model.domain.actions
    drawn = [part for part in subeffects(action.effect) if isinstance(part, Probabilistic)]
    return {str(effect): share for part in drawn for share, effect in part.outcomes}


def test_probabilities_are_shares_of_the_transitions() -> None:
    rows = [("", "(toss a)", "heads a")] * 3 + [("", "(toss b)", "tails b")]
    model = learn_model(tosses(*rows), method="probabilistic")
    assert shares(model) == {"(heads ?x1)": Fraction(3, 4), "(tails ?x1)": Fraction(1, 4)}
    assert model.general is None
    assert [each.outcomes for each in model.actions] == [2]


def test_changes_of_all_outcomes_are_certain() -> None:
    rows = [("held a", "(toss a)", "heads a"), ("held b", "(toss b)", "tails b")]
    model = learn_model(tosses(*rows), method="probabilistic")
    assert str(model.domain.actions[0].effect) == (
        "(and (not (held ?x1)) (probabilistic 1/2 (heads ?x1) 1/2 (tails ?x1)))"
    )
    problem = relgym.Text(
        "(define (problem p) (:domain learned) (:objects a - coin) (:init (held a)) (:goal (heads a)))"
    )
    reasoner = relgym.Reasoner(relgym.load(relgym.Text(str(model)), relgym.Text(problem)))
    found = reasoner.outcomes(reasoner.initial_state, "(toss a)")
    assert sorted(outcome.probability for outcome in found) == [0.5, 0.5]


def test_no_change_is_what_is_missing_to_one() -> None:
    model = learn_model(tosses(("", "(toss a)", "heads a"), ("", "(toss b)", "")), method="probabilistic")
    assert str(model.domain.actions[0].effect) == "(probabilistic 1/2 (heads ?x1))"


def test_an_outcome_whose_changes_were_true_already_is_no_outcome_of_its_own() -> None:
    """To paint what is red already changes nothing, and is explained by the only outcome."""
    rows = [
        ("", "(paint a)", "red a, wet a"),
        ("red b", "(paint b)", "red b, wet b"),
        ("red c, wet c", "(paint c)", "red c, wet c"),
    ]
    model = learn_model(tosses(*rows), method="probabilistic")
    assert str(model.domain.actions[0].effect) == "(and (red ?x1) (wet ?x1))"


def test_parts_of_an_outcome_that_was_never_seen_whole_are_put_together() -> None:
    rows = [("red a", "(paint a)", "red a, wet a"), ("wet b", "(paint b)", "red b, wet b")]
    model = learn_model(tosses(*rows), method="probabilistic")
    assert str(model.domain.actions[0].effect) == "(and (red ?x1) (wet ?x1))"


def test_transitions_with_several_explanations_are_shared() -> None:
    """Where heads lies up already, no change is either outcome, so it must not count against heads alone."""
    rows = [("", "(toss a)", "heads a")] * 5 + [("", "(toss a)", "")] * 5 + [("heads a", "(toss a)", "heads a")] * 90
    (share,) = shares(learn_model(tosses(*rows), method="probabilistic")).values()
    assert float(share) == pytest.approx(0.5, abs=0.01)


def test_noise_is_left_out() -> None:
    rows = [("", "(toss a)", "heads a")] * 98 + [("", "(toss a)", "lost a"), ("", "(toss a)", "")]
    with_noise = learn_model(tosses(*rows), method="probabilistic")
    assert len(shares(with_noise)) == 2
    model = learn_model(tosses(*rows), method="probabilistic", noise=0.05)
    assert str(model.domain.actions[0].effect) == "(heads ?x1)"


def test_two_parameters_that_are_one_object_are_read_as_others_were() -> None:
    rows = [("", "(join a a)", "on a"), ("", "(join a b)", "on b")]
    model = learn_model(tosses(*rows), method="probabilistic")
    assert str(model.domain.actions[0].effect) == "(on ?x2)"


def test_random_domains_are_recovered_up_to_probabilities() -> None:
    item = spec("tireworld")
    tasks = [relgym.load(item.domain, problem) for problem in item.problems("train")]
    model = learn_model(random_transitions(tasks, episodes=100, seed=3), item.domain, "probabilistic")
    found = compare(item.domain, model, item.problems("test")[:2], states=30, plans=False, tolerance=0.1)
    assert (found.precision, found.recall, found.effects) == (1.0, 1.0, 1.0)
    assert 0 < found.deviation < 0.1


def test_wrong_arguments_are_refused() -> None:
    given = tosses(("", "(toss a)", "heads a"))
    with pytest.raises(RelgymError, match="noise cannot be 1"):
        learn_model(given, method="probabilistic", noise=1)
    with pytest.raises(RelgymError, match="noise is for the method 'probabilistic'"):
        learn_model(given, noise=0.1)
    with pytest.raises(Contradiction, match=r"changes \(heads b\) in episode 0, step 1, which is not about"):
        learn_model(tosses(("", "(toss a)", "heads b"), ("", "(toss b)", "heads b")), method="probabilistic")
