"""Transitions for model learning."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import relgym.data
from relgym.errors import UnsupportedFeature
from tests.data.trajectories.conftest import CLIMB, ROADS, SAFE, WALL


def test_transitions_have_static_atoms_types_and_effects(roads: Path) -> None:
    first, second, third = relgym.data.transitions(roads)
    assert first.state == {"(at a)", "(road a b)", "(road b c)", "(road b a)"}
    assert (first.action, first.added, first.deleted) == ("(go a b)", {"(at b)"}, {"(at a)"})
    assert (second.state, second.after) == (first.after, third.state)
    assert (third.problem, third.episode, third.step, third.applicable) == ("roads", 0, 3, True)
    assert first.objects == dict.fromkeys("abc", ("object",))


def test_refused_actions_change_nothing(tmp_path: Path) -> None:
    path = tmp_path / "file.jsonl"
    relgym.data.record((SAFE, ROADS), ["(go b c)", "(GO  a b)"], path=path)
    first, second = relgym.data.transitions(path)
    assert (first.applicable, first.state) == (False, first.after)
    assert (second.applicable, second.action) == (True, "(go a b)")


def test_numbers_and_supertypes_are_exact(tmp_path: Path) -> None:
    domain, path = CLIMB.replace("(decrease (rope) 1)", "(decrease (rope) 1/2)"), tmp_path / "file.jsonl"
    relgym.data.record((domain, WALL), path=path, max_steps=20)
    found = [each for each in relgym.data.transitions(path) if each.action.startswith("(climb")]
    assert {each.values["(rope)"] - each.values_after["(rope)"] for each in found} == {Fraction(1, 2)}
    assert found[0].objects["a"] == ("ledge", "object")
    assert "(near b)" not in found[0].state


def test_recordings_of_rddl_are_refused(lamps: Path) -> None:
    with pytest.raises(UnsupportedFeature, match="is a recording of RDDL"):
        list(relgym.data.transitions(lamps))
