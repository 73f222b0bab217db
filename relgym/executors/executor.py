"""The contract of executors.

A worker holds one object, which is made there once. A call names a method for each of some workers; they carry them out
in parallel. A worker that has died gives `LOST` in place of an answer; `restart` puts a new one in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from types import TracebackType
from typing import Any, Protocol, Self


class Lost(Enum):
    """The answer of a worker that has died."""

    LOST = "lost"


LOST = Lost.LOST


@dataclass(frozen=True, slots=True)
class Order:
    """A method of a worker's object, with its arguments."""

    method: str
    arguments: tuple[Any, ...] = ()

    def carried_out(self, made: Any) -> Any:
        """Call the method of an object."""
        return getattr(made, self.method)(*self.arguments)


Factory = Callable[..., Any]
"""Makes the object of a worker; it is called with the number of the worker and further arguments.

It must be a function at the top of a module, since workers find it by its name.
"""


def nothing() -> None:
    """Do nothing while workers are busy."""


class Executor(Protocol):
    """Resident workers.

    Attributes:
        count: The number of workers.
        seconds: The seconds of processor time that ended workers have taken, as far as that is known.
    """

    count: int

    def call(self, orders: Mapping[int, Order], meanwhile: Callable[[], None] = nothing) -> dict[int, Any]:
        """Carry out orders in parallel.

        Args:
            orders: The orders by the numbers of workers.
            meanwhile: Called once while the workers are busy.

        Returns:
            The answers by the numbers of workers: `LOST` of those that have died.

        Raises:
            Exception: A method has raised it in a worker, and all others have answered.
        """

    def restart(self, index: int) -> None:
        """Put a new worker in the place of one that has died; its object is made anew."""

    def stop(self) -> None:
        """Ask running methods to end early: `stopping.wanted()` is true in all workers until their next order."""

    def close(self) -> None:
        """End all workers."""

    def __enter__(self) -> Self:
        """Return the executor."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End all workers."""
