"""The choice of an executor by its name."""

from __future__ import annotations

from typing import Any

from relgym.arguments import wrong
from relgym.executors.executor import Executor, Factory

NAMES = ("processes", "ray")


def executor(name: str, count: int, factory: Factory, arguments: tuple[Any, ...] = (), keep: bool = False) -> Executor:
    """Start workers.

    Args:
        name: `processes`, or `ray`.
        count: The number of workers.
        factory: Makes their objects: `factory(number, *arguments)`.
        arguments: Further arguments of the factory.
        keep: True if processes wait for a next executor in the end, which saves the time of starting others.

    Raises:
        RelgymError: There is no such executor, or Ray is missing.
        BackendError: Ray or a worker does not start.
    """
    match name:
        case "processes":
            from relgym.executors.processes import Processes

            return Processes(count, factory, arguments, keep)
        case "ray":
            from relgym.executors.rays import RayActors

            return RayActors(count, factory, arguments)
        case _:
            raise wrong("the executor", name, " or ".join(NAMES))
