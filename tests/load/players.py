"""Clients that play at once, each with a session of its own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Protocol


class Connection(Protocol):
    """What a player plays over."""

    def close(self) -> None: ...


@dataclass
class Walk:
    """A session that was played.

    Attributes:
        seed: Its seed.
        nodes: The nodes that were acknowledged.
        times: The seconds of each step.
    """

    seed: int
    nodes: list[dict[str, Any]]
    times: list[float] = field(default_factory=list)

    def next_action(self) -> Any:
        """The action that is chosen here: another one in each session and at each step."""
        actions = self.nodes[-1]["actions"]
        return actions[(7 * len(self.nodes) + self.seed) % len(actions)] if actions else None

    async def play(self, step: Callable[[Any], Awaitable[dict[str, Any]]], count: int) -> None:
        """Make some steps."""
        for _ in range(count):
            action = self.next_action()
            if action is None:
                return
            begun = time.perf_counter()
            node = await step(action)
            self.times.append(time.perf_counter() - begun)
            self.nodes.append(node)


def percentile(times: list[float], part: float) -> float:
    """The time below which a part of all times is."""
    return sorted(times)[min(len(times) - 1, int(part * len(times)))] if times else 0.0


async def together(works: list[Awaitable[Any]]) -> None:
    """Wait for all, and end all if one fails."""
    async with asyncio.TaskGroup() as group:
        for work in works:
            group.create_task(_of(work))


async def _of(work: Awaitable[Any]) -> Any:
    return await work
