"""Plays many copies of an environment on a service: `python examples/remote.py [ADDRESS] [--env ID] [--copies N]`.

Without an address, it starts a service of its own first. The agent chooses among the valid actions at random; in its
place stands whatever agent takes observations and masks. Needs `pip install 'relgym[remote]'`, and for the service
`relgym[serve]`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from relgym import remote
from relgym.envs import DiscreteActions, FlatObservation


@contextmanager
def service() -> Iterator[str]:
    """Start a service; the block has its address."""
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "relgym.cli", "serve", "--port", "0", "--data", data]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            yield process.stdout.readline().split()[-1]
            process.terminate()


def play(address: str, env_id: str, copies: int, steps: int, backend: str) -> None:
    """Play, and print how it went."""
    wrappers = [DiscreteActions, FlatObservation]
    envs = remote.make_vec(address, env_id, num_envs=copies, wrappers=wrappers, backend=backend)
    rng = np.random.default_rng(0)
    observations, infos = envs.reset(seed=0)
    rewards, ended, begun = 0.0, 0, time.perf_counter()
    for _ in range(steps):
        masks = infos["action_mask"]
        actions = [int(rng.choice(np.flatnonzero(mask))) if mask.any() else 0 for mask in masks]
        observations, reward, terminated, truncated, infos = envs.step(np.array(actions))
        rewards, ended = rewards + float(reward.sum()), ended + int((terminated | truncated).sum())
    seconds = time.perf_counter() - begun
    envs.close()
    print(f"{env_id} on {backend} at {address}: observations of shape {observations.shape}")
    print(f"{steps} steps of {copies} copies: rewards {rewards:g}, {ended} episodes")
    print(f"{steps * copies / seconds:,.0f} steps per second")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address", nargs="?", help="the address that `relgym serve` has printed")
    parser.add_argument("--env", default="relgym/Blocks-v0", help="the id of an environment")
    parser.add_argument("--copies", type=int, default=16)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--backend", default="builtin", help="an engine of the service")
    asked = parser.parse_args()
    arguments = asked.env, asked.copies, asked.steps, asked.backend
    if asked.address:
        play(asked.address, *arguments)
    else:
        with service() as started:
            play(started, *arguments)
