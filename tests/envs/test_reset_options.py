"""An option of `reset` that there is not would be asked for in vain: a typo is told, and nothing changes."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import pytest

from relgym.errors import RelgymError


def make(name: str, copies: int | None, **options: Any) -> Any:
    if copies is None:
        return gym.make(name, **options)
    return gym.make_vec(name, copies, "vector_entry_point", **options)


@pytest.mark.parametrize(
    ("name", "copies", "options", "known"),
    [
        ("relgym/Blocks-v0", None, {}, "problem"),
        ("relgym/Blocks-v0", None, {"generator": {}}, "problem, parameters"),
        ("relgym/Blocks-v0", 2, {}, "reset_mask, problem"),
        ("relgym/SysAdmin-v0", None, {"generator": {}}, "problem, parameters"),
    ],
)
def test_a_typo_gets_the_nearest_option(name: str, copies: int | None, options: dict[str, Any], known: str) -> None:
    env = make(name, copies, **options)
    env.reset(seed=0)
    with pytest.raises(RelgymError) as told:
        env.reset(options={"problm": 3})
    assert (told.value.message, told.value.expected) == ("reset has no option 'problm'", known)
    assert told.value.hint == "did you mean 'problem'?"


@pytest.mark.parametrize(("copies", "known"), [(None, "none: there is one instance to be played"), (2, "reset_mask")])
def test_one_instance_is_there_to_be_played(copies: int | None, known: str) -> None:
    env = make("relgym/CartPole-v0", copies)
    with pytest.raises(RelgymError, match="reset has no option 'problem'") as told:
        env.reset(options={"problem": 3})
    assert told.value.expected == known
