"""All deletes, then all adds: what is both deleted and added is true, in whatever order it is written."""

from features.shown import after, atoms

from relgym import Reasoner


def test_within_one_conjunction(r: Reasoner) -> None:
    assert after(r, "(keep a)") == r.initial_state
    assert atoms(after(r, "(make b)")) == {"(at a)", "(at b)"}


def test_by_parameters_bound_to_the_same_object(r: Reasoner) -> None:
    assert after(r, "(move a a)") == r.initial_state
    assert atoms(after(r, "(move a b)")) == {"(at b)"}


def test_against_a_universal_effect(r: Reasoner) -> None:
    assert atoms(after(r, "(sweep b)")) == {"(at b)"}


def test_between_conditional_effects(r: Reasoner) -> None:
    assert atoms(after(r, "(restore a)")) == {"(at a)", "(used a)"}
