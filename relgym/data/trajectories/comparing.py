"""Comparison of recorded steps with those that a reasoner computes.

>>> same(0.1 + 0.2, 0.3), same(1, True), same("3/2", "3/2"), same(2, 3)
(True, False, True, False)
>>> changes({"atoms": ["(a)"], "fluents": {"(n)": 1}}, {"atoms": ["(b)"], "fluents": {"(n)": 1}})
({'(a)': True, '(b)': False}, {'(a)': False, '(b)': True})
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import isclose
from typing import Any

from relgym.data.trajectories.lines import Ending, RecordedStep

RELATIVE_ERROR = 1e-9
"""The relative error within which real numbers of RDDL are equal, below 1 the absolute one: engines and arrays may sum
in another order, so that the last digits differ, and more of them where large terms cancel. Whole numbers, truth values
and all of PDDL, whose numbers are exact, must be equal."""

LISTED_CHANGES = 10
"""The number of atoms and values that a message lists."""


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A recorded step that the reasoner computes in another way.

    Attributes:
        step: The step of the file.
        what: The part that differs: `state`, `action`, `reward`, `terminated`, `truncated`, `observation` or `ended`.
        expected: What the reasoner computes.
        got: What the file has.
        why: The reason, in words.
    """

    step: RecordedStep
    what: str
    expected: Any
    got: Any
    why: str


@dataclass(frozen=True, slots=True)
class ReplayDifference:
    """The first place at which a recording is not what a reasoner computes.

    Attributes:
        place: The file and the line.
        episode: The number of the episode, 0 for the first.
        step: The number of the step, 0 for the start.
        what: The part that differs: `state`, `action`, `reward`, `terminated`, `truncated`, `observation` or `ended`.
        expected: What the reasoner computes; of a state, the atoms and values that differ.
        got: What the file has.
        why: The reason, in words.
    """

    place: str
    episode: int
    step: int
    what: str
    expected: Any
    got: Any
    why: str

    def __str__(self) -> str:
        return (
            f"{self.place}: episode {self.episode}, step {self.step}: the {self.what} differs\n"
            f"expected: {_told(self.expected)}\ngot: {_told(self.got)}\n{self.why}"
        )

    def to_json(self) -> dict[str, Any]:
        """Return the difference as plain data."""
        return {name: getattr(self, name) for name in self.__slots__}


def _told(value: Any) -> str:
    if isinstance(value, Mapping):
        listed = [f"{name} = {json.dumps(each)}" for name, each in value.items()]
        more = len(listed) - LISTED_CHANGES
        return ", ".join(listed[:LISTED_CHANGES]) + (f" and {more} more" if more > 0 else "")
    return value if isinstance(value, str) else json.dumps(value)


def same(one: Any, other: Any) -> bool:
    """Return True if two values of JSON are equal, real numbers up to `RELATIVE_ERROR`."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, float) and isinstance(other, int | float):
        return isclose(one, other, rel_tol=RELATIVE_ERROR, abs_tol=RELATIVE_ERROR)
    return bool(one == other)


def changes(expected: Mapping[str, Any], got: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the atoms and values in which two states differ.

    Returns:
        The differing values by their names, of the first state and of the second; `None` where one has no value. Both
        are empty for equal states.
    """
    one, other = dict(_values(expected)), dict(_values(got))
    atoms = {name: False for name in one.keys() ^ other.keys() if name in _atoms(expected) or name in _atoms(got)}
    one, other = {**atoms, **one}, {**atoms, **other}
    names = sorted(name for name in one.keys() | other.keys() if not same(one.get(name), other.get(name)))
    return {name: one.get(name) for name in names}, {name: other.get(name) for name in names}


def _atoms(state: Mapping[str, Any]) -> frozenset[str]:
    return frozenset(state.get("atoms", ()))


def _values(state: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    yield from ((atom, True) for atom in state.get("atoms", ()))
    yield from state["fluents"].items()


def first_mismatch(
    step: RecordedStep, expected: Mapping[str, Any], why: str, *, exact: bool = False
) -> Mismatch | None:
    """Compare the parts of a step.

    Args:
        step: The step of the file.
        expected: What the reasoner computes: `state` and some of `reward`, `terminated`, `truncated`, `observation`.
        why: The reason for a difference of states.
        exact: True if real numbers must be equal to their last digits.

    Returns:
        The first difference; `None` if all parts are equal.
    """
    state = expected["state"]
    # Python takes 1 for true, and a file must not.
    if not exact or state != step.state:
        right, got = changes(state, step.state)
        if right or got:
            return Mismatch(step, "state", right, got, why)
        if exact:
            return Mismatch(step, "state", state, step.state, "atoms are sorted, each once, and numbers have one form")
    for what in ("observation", "reward", "terminated", "truncated"):
        if what not in expected:
            continue
        right, got = expected[what], getattr(step, what)
        if not _equal(right, got) or (exact and right != got):
            return Mismatch(step, what, right, got, f"the {what} follows from the state")
    return None


def ending_mismatch(last: RecordedStep, expected: Ending) -> Mismatch | None:
    """Compare the reason for the end of an episode with that which a reasoner finds."""
    if last.ended == expected:
        return None
    return Mismatch(last, "ended", expected, last.ended, "the reason for the end follows from the last state and step")


def start_of(state: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parts of the start of an episode: no action was taken, so nothing has been won or ended."""
    return {"state": state, "reward": 0.0, "terminated": False, "truncated": False}


def _equal(one: Any, other: Any) -> bool:
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(same(value, other[name]) for name, value in one.items())
    return same(one, other)
