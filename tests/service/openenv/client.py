"""Plays an episode with OpenEnv's own client; runs where `openenv` is installed, and imports nothing of relgym.

The address is the first argument, the actions follow. It prints what the client has seen, as JSON.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from openenv.core import EnvClient, GenericEnvClient
from openenv.core.client_types import StepResult
from openenv.core.env_server.types import Action, Observation, State


class Move(Action):
    """An action, as a package of an environment declares it."""

    action: str


class Node(Observation):
    """What the agent gets to see of a node."""

    actions: list[str]
    goal: bool


class Blocks(EnvClient[Move, Node, State]):
    """A typed client, as packages of environments have them."""

    def _step_payload(self, action: Move) -> dict[str, Any]:
        return dict(action.model_dump())

    def _parse_result(self, payload: dict[str, Any]) -> StepResult[Node]:
        seen = payload["observation"]
        node = Node(actions=seen["actions"], goal=seen["goal"], done=payload["done"], reward=payload["reward"])
        return StepResult(observation=node, reward=payload["reward"], done=payload["done"])

    def _parse_state(self, payload: dict[str, Any]) -> State:
        return State(**payload)


def generic(address: str, actions: list[str]) -> dict[str, Any]:
    """An episode without a class of its own, without `await`."""
    with GenericEnvClient(base_url=address).sync() as env:
        found = [env.reset(seed=7, episode_id="first")]
        message = ""
        try:
            env.step({"action": "(fly b1)"})
        except RuntimeError as error:
            message = str(error)
        found += [env.step({"action": action}) for action in actions]
        state = env.state()
    return {
        "rewards": [each.reward for each in found],
        "done": [each.done for each in found],
        "goal": found[-1].observation["goal"],
        "error": message,
        "episode": state["episode_id"],
        "steps": state["step_count"],
    }


async def typed(address: str, actions: list[str]) -> dict[str, Any]:
    """An episode with typed actions and observations."""
    async with Blocks(base_url=address) as env:
        found = [await env.reset(seed=7)]
        found += [await env.step(Move(action=action)) for action in actions]
        state = await env.state()
    return {
        "rewards": [each.reward for each in found],
        "done": [each.done for each in found],
        "goal": found[-1].observation.goal,
        "steps": state.step_count,
    }


if __name__ == "__main__":
    _, base, *plan = sys.argv
    print(json.dumps({"generic": generic(base, plan), "typed": asyncio.run(typed(base, plan))}))
