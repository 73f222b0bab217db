"""Workers that are actors of Ray, on this machine or on a cluster.

An actor keeps its object as long as the executor is open. Calls of Ray take about a millisecond, so an order has to be
worth thousands of states. Where no Ray is running, one is started on this machine, and ended with the executor.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from time import process_time
from types import TracebackType
from typing import Any, Self

from relgym.errors import RelgymError
from relgym.executors import stopping
from relgym.executors.executor import LOST, Factory, Order, nothing


class Holder:
    """The object of a worker, in an actor."""

    def __init__(self, factory: Factory, index: int, arguments: tuple[Any, ...]) -> None:
        self._made = factory(index, *arguments)
        self._begun = process_time()

    def carry_out(self, method: str, arguments: tuple[Any, ...]) -> Any:
        """Carry out an order."""
        stopping.clear()
        return getattr(self._made, method)(*arguments)

    def stop(self) -> None:
        """Ask the running order to end early."""
        stopping.want()

    def spent(self) -> float:
        """Return the seconds of processor time since the object was made."""
        return process_time() - self._begun


class RayActors:
    """Workers that are actors of Ray.

    Attributes:
        count: The number of workers.
        seconds: The seconds of processor time that workers have taken since they made their objects.
    """

    def __init__(self, count: int, factory: Factory, arguments: tuple[Any, ...] = ()) -> None:
        try:
            import ray
        except ImportError:
            raise RelgymError("Ray is not installed", hint="pip install 'relgym[ray]'") from None
        self._ray: Any = ray
        self._own = not ray.is_initialized()
        if self._own:
            ray.init(include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
        self.count, self.seconds = count, 0.0
        # Objects that all actors need are stored once.
        self._factory, self._arguments = factory, ray.put(arguments)
        # The second thread is for `stop`.
        self._kind = self._ray.remote(max_concurrency=2)(Holder)
        try:
            self.actors = [self._started(index) for index in range(count)]
            ray.get([actor.spent.remote() for actor in self.actors])
        except BaseException:
            self._end()
            raise

    def _started(self, index: int) -> Any:
        return self._kind.remote(self._factory, index, self._arguments)

    def call(self, orders: Mapping[int, Order], meanwhile: Callable[[], None] = nothing) -> dict[int, Any]:
        """Carry out orders in parallel; see `Executor.call`."""
        running = {
            index: self.actors[index].carry_out.remote(order.method, order.arguments) for index, order in orders.items()
        }
        meanwhile()
        found: dict[int, Any] = {}
        errors: list[Exception] = []
        for index, answer in running.items():
            try:
                found[index] = self._ray.get(answer)
            except self._ray.exceptions.RayActorError:
                found[index] = LOST
            except self._ray.exceptions.RayTaskError as error:
                errors.append(error.cause if isinstance(error.cause, Exception) else error)
        if errors:
            raise errors[0]
        return found

    def restart(self, index: int) -> None:
        """Put a new worker in the place of one that has died."""
        self._ray.kill(self.actors[index])
        self.actors[index] = self._started(index)

    def stop(self) -> None:
        """Ask running methods to end early."""
        for actor in self.actors:
            actor.stop.remote()

    def close(self) -> None:
        """End all workers."""
        self._end()

    def _end(self) -> None:
        for actor in getattr(self, "actors", ()):
            self._ray.kill(actor)
        if self._own:
            self._ray.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            self.seconds += sum(self._ray.get([actor.spent.remote() for actor in self.actors]))
        self.close()
