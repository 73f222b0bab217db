"""Vector environments of a service go the way of Gymnasium's synchronous ones, with one frame a step."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence

from relgym import remote
from relgym.envs import DiscreteActions, FlatObservation
from relgym.remote.connection import Connection


def played(envs: Any, steps: int) -> list[Any]:
    rng = np.random.default_rng(5)
    envs.action_space.seed(5)
    found: list[Any] = [envs.reset(seed=4)]
    for _ in range(steps):
        mask = found[-1][-1].get("action_mask")
        if mask is None:
            actions = envs.action_space.sample()
        else:
            actions = [int(rng.choice(np.flatnonzero(row))) if row.any() else 0 for row in mask]
        found.append(envs.step(np.array(actions) if mask is not None else actions))
    return found


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
@pytest.mark.parametrize("name", ["Blocks", "Casino"])
def test_numbered_actions(address: str, name: str, mode: str) -> None:
    wrappers = [DiscreteActions, FlatObservation]
    local = gym.make_vec(
        f"relgym/{name}-v0",
        3,
        "sync",
        {"autoreset_mode": gym.vector.AutoresetMode(mode)},
        wrappers,
        max_episode_steps=9,
    )
    far = remote.make_vec(
        address, f"relgym/{name}-v0", num_envs=3, wrappers=wrappers, autoreset_mode=mode, max_episode_steps=9
    )
    expected, found = played(local, 40), played(far, 40)
    far.close()
    for number, (one, other) in enumerate(zip(expected, found, strict=True)):
        assert data_equivalence(one, other, exact=True), number


def test_rddl(address: str) -> None:
    local = gym.make_vec("relgym/SysAdmin-v0", 3, "sync")
    far = remote.make_vec(address, "relgym/SysAdmin-v0", num_envs=3)
    assert data_equivalence(played(local, 20), played(far, 20), exact=True)
    far.close()


def test_one_frame_for_all_copies(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    frames: list[str] = []
    once = Connection.once

    def counted(self: Connection, verb: str, data: Any, *more: Any) -> Any:
        frames.append(verb)
        return once(self, verb, data, *more)

    far = remote.make_vec(address, "relgym/Blocks-v0", num_envs=4, wrappers=[DiscreteActions])
    far.reset(seed=0)
    monkeypatch.setattr(Connection, "once", counted)
    masks = far.call("action_masks")
    far.step(np.array([int(np.flatnonzero(mask)[0]) for mask in masks]))
    assert frames == ["batch"]
    # One copy's action is not valid: it changes nothing, and is not sent.
    masks = far.call("action_masks")
    numbers = [int(np.flatnonzero(mask)[0]) for mask in masks]
    numbers[1] = int(np.flatnonzero(~masks[1])[0])
    *_, infos = far.step(np.array(numbers))
    assert frames == ["batch", "batch"]
    assert infos["invalid_action"].tolist() == [False, True, False, False]
    far.close()


def test_a_frame_whose_answer_was_lost(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps that the service may or may not have carried out are carried out once."""
    expected = played(gym.make_vec("relgym/Casino-v0", 3, "sync"), 12)
    far = remote.make_vec(address, "relgym/Casino-v0", num_envs=3)
    once, left = Connection.once, [4, 9]

    def broken(self: Connection, verb: str, data: Any, *more: Any) -> Any:
        left[0] -= verb == "batch"
        if verb == "batch" and left[0] == 0:
            # Some have been carried out, others not.
            once(self, verb, {"calls": data["calls"][:2]})
            assert self._socket is not None
            self._socket.close()
            left.pop(0)
        return once(self, verb, data, *more)

    monkeypatch.setattr(Connection, "once", broken)
    assert data_equivalence(expected, played(far, 12), exact=True)
    assert len(left) == 1
    far.close()
