"""Observations whose arrays are used again never change what somebody still has."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from relgym.envs.rddl import pages as pages_module
from relgym.envs.rddl.env import RDDLEnv
from relgym.envs.rddl.pages import Pages

MANY = 12
NAMES = [[f"x{number}" for number in range(MANY)], ["n"], ["lit", "red"]]
TYPES = [np.float64, np.int64, None]


def values(number: int, arrays: bool) -> list[Any]:
    """What is observed in a step: numbers that all differ from those of other steps."""
    reals = [number + place / 100 for place in range(MANY)]
    truths = [number % 2 == 0, number % 3 == 0]
    if arrays:
        return [np.array(reals).reshape(3, 4), np.array(number), np.array(truths)]
    return [reals, number, truths]


def expected(number: int) -> dict[str, Any]:
    return {
        **{f"x{place}": number + place / 100 for place in range(MANY)},
        "n": number,
        "lit": number % 2 == 0,
        "red": number % 3 == 0,
    }


def plain(observation: dict[str, Any]) -> dict[str, Any]:
    return {name: value.item() for name, value in observation.items()}


@pytest.mark.parametrize("arrays", [False, True])
def test_all_observations_may_be_kept(arrays: bool) -> None:
    pages = Pages(NAMES, TYPES, 2)
    kept = [pages.shown(values(number, arrays)) for number in range(6)]
    assert [plain(each) for each in kept] == [expected(number) for number in range(6)]
    assert len({id(each["x3"]) for each in kept}) == 6


KEEPERS = {
    "an array": lambda observation: observation["x5"],
    "a view of one": lambda observation: observation["x5"].reshape(1),
    "a view of a view": lambda observation: observation["x5"].reshape(1)[:, None].T,
    "memory": lambda observation: memoryview(observation["x5"]),
    "the row": lambda observation: observation["x5"].base,
    "the dictionary": lambda observation: observation,
    "a copy of it": dict,
    "a list of the arrays": lambda observation: [*observation.values()],
}


def told(kept: Any) -> bytes:
    """The bytes of whatever is kept."""
    if isinstance(kept, dict):
        return b"".join(map(bytes, kept.values()))
    return b"".join(map(bytes, kept)) if isinstance(kept, list) else bytes(np.asarray(kept))


@pytest.mark.parametrize("arrays", [False, True])
@pytest.mark.parametrize("name", KEEPERS)
def test_whatever_is_kept_of_an_observation_stays(name: str, arrays: bool) -> None:
    pages = Pages(NAMES, TYPES, 2)
    for number in range(5):
        kept = KEEPERS[name](pages.shown(values(number, arrays)))
        before = told(kept)
        for further in range(10, 14):
            observation = pages.shown(values(further, arrays))
            assert plain(observation) == expected(further)
        assert told(kept) == before


@pytest.mark.skipif(not pages_module.COUNTED, reason="nobody counts references here")
@pytest.mark.parametrize("arrays", [False, True])
def test_what_nobody_has_is_used_again(arrays: bool) -> None:
    pages = Pages(NAMES, TYPES, 2)
    places = set()
    for number in range(10):
        # As in an agent's loop, which has the last observation while the next one is made.
        observation = pages.shown(values(number, arrays))
        assert plain(observation) == expected(number)
        places.add(id(observation["x3"]))
    assert len(places) == 2


def test_without_counts_all_arrays_are_new(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages_module, "COUNTED", False)
    pages = Pages(NAMES, TYPES, 2)
    kept = [pages.shown(values(number, False))["x3"] for number in range(5)]
    assert [each.item() for each in kept] == [number + 0.03 for number in range(5)]


def test_lists_and_arrays_take_turns() -> None:
    pages = Pages(NAMES, TYPES, 2)
    for number, arrays in enumerate([False, True, True, False, True, False, False, True]):
        observation = pages.shown(values(number, arrays))
        assert plain(observation) == expected(number)
        assert [type(observation[name]) for name in ("x1", "n", "lit")] == [np.ndarray, np.ndarray, np.int64]
        assert observation["x1"].dtype == np.float64
        assert observation["n"].dtype == np.int64


def test_what_an_agent_writes_is_not_seen_later() -> None:
    pages = Pages(NAMES, TYPES, 2)
    for number in range(4):
        observation = pages.shown(values(number, True))
        observation["x2"][()] = -1
        observation["lit"] = None
    assert plain(pages.shown(values(4, True))) == expected(4)


@pytest.mark.parametrize("arrays", [False, True])
def test_numbers_that_are_too_large(arrays: bool) -> None:
    pages = Pages([[f"n{number}" for number in range(MANY)]], [np.int64], 0)
    pages.shown([[*range(MANY)]])
    with pytest.raises(OverflowError):
        pages.shown([[2**70] * MANY])
    numbers = [*range(5, 5 + MANY)]
    assert [value.item() for value in pages.shown([np.array(numbers) if arrays else numbers]).values()] == numbers


def test_copies_of_an_environment_share_no_arrays() -> None:
    objects = ", ".join(f"o{number}" for number in range(MANY))
    text = f"""domain d {{ types {{ t : object; }}; pvariables {{ y(t) : {{ state-fluent, real, default = 2.0 }}; }};
      cpfs {{ y'(?t) = y(?t) + Uniform(0, 1); }}; }} instance i {{ domain = d; objects {{ t : {{{objects}}}; }}; }}"""
    env = RDDLEnv(text, text)
    env.reset(seed=0)
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        mine, theirs = env.step({})[0], other.step({})[0]
        assert {id(value.base) for value in mine.values()}.isdisjoint(id(value.base) for value in theirs.values())
        held = {name: value.item() for name, value in mine.items()}
        other.step({})
        assert {name: value.item() for name, value in mine.items()} == held
