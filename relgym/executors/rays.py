"""Workers that are actors of Ray, on this machine or on a cluster.

An actor keeps its object as long as the executor is open. Calls of Ray take about a millisecond, so an order has to be
worth thousands of states. Where no Ray is running, one is started on this machine, and ended with the executor.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from time import process_time
from types import TracebackType
from typing import Any, Self

from relgym.errors import BackendError, RelgymError
from relgym.executors import stopping
from relgym.executors.executor import LOST, Factory, Order, nothing

START_SECONDS = 120.0
"""Seconds that actors may take until they have begun. Judged: a busy machine needs 10; a cluster without a free
processor would let them wait for ever."""


class Holder:
    """The object of a worker, in an actor."""

    _made: Any
    _begun = 0.0

    def make(self, factory: Factory, index: int, arguments: tuple[Any, ...]) -> None:
        """Make the object; its errors are those of an order, and do not end the actor."""
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
            try:
                ray.init(include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
            except Exception as error:
                raise BackendError(f"Ray did not start: {_first_line(error)}", hint=_START_HINT) from error
        self.count, self.seconds = count, 0.0
        self.actors: list[Any] = []
        # The second thread is for `stop`.
        self._kind = self._ray.remote(max_concurrency=2)(Holder)
        try:
            try:
                # Objects that all actors need are stored once.
                self._factory, self._arguments = factory, ray.put(arguments)
            except TypeError as error:
                raise RelgymError(
                    f"what the workers need cannot be sent to them: {_first_line(error)}",
                    expected="functions and objects that hold no open file, connection, lock or engine",
                ) from error
            self.actors = [self._kind.remote() for _ in range(count)]
            self._make(range(count))
        except BaseException:
            self._end()
            raise

    def _make(self, indices: Iterable[int]) -> None:
        """Let actors make their objects; raises `BackendError` for an actor that does not begin."""
        exceptions = self._ray.exceptions
        making = {index: self.actors[index].make.remote(self._factory, index, self._arguments) for index in indices}
        for index, made in making.items():
            try:
                self._ray.get(made, timeout=START_SECONDS)
            except exceptions.RayTaskError as error:
                raise _cause(error) from None
            except exceptions.GetTimeoutError:
                cpus = self._ray.cluster_resources().get("CPU", 0)
                late = f"worker {index} of {self.count} did not begin within {START_SECONDS:g} s"
                raise BackendError(
                    f"{late}; Ray has {cpus:g} processors",
                    hint="take fewer workers, or wait until the cluster is free",
                ) from None
            except exceptions.RayError as error:
                raise BackendError(
                    f"worker {index} has died while it began: {_first_line(error)}",
                    hint="it may have run out of memory; take fewer workers",
                ) from None

    def call(self, orders: Mapping[int, Order], meanwhile: Callable[[], None] = nothing) -> dict[int, Any]:
        """Carry out orders in parallel; see `Executor.call`."""
        running = {
            index: self.actors[index].carry_out.remote(order.method, order.arguments) for index, order in orders.items()
        }
        meanwhile()
        answers_by_worker: dict[int, Any] = {}
        errors: list[Exception] = []
        for index, answer in running.items():
            try:
                answers_by_worker[index] = self._ray.get(answer)
            except self._ray.exceptions.RayTaskError as error:
                errors.append(_cause(error))
            except self._ray.exceptions.RayError:
                # The actor has died, or its answer is lost.
                answers_by_worker[index] = LOST
        if errors:
            raise errors[0]
        return answers_by_worker

    def restart(self, index: int) -> None:
        """Put a new worker in the place of one that has died."""
        self._ray.kill(self.actors[index])
        self.actors[index] = self._kind.remote()
        self._make([index])

    def stop(self) -> None:
        """Ask running methods to end early."""
        for actor in self.actors:
            actor.stop.remote()

    def close(self) -> None:
        """End all workers."""
        self._end()

    def _end(self) -> None:
        for actor in self.actors:
            self._ray.kill(actor)
        if self._own:
            self._ray.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            self.seconds += sum(self._spent())
        self.close()

    def _spent(self) -> Iterator[float]:
        """Yield the processor time of each actor that lives."""
        for answer in [actor.spent.remote() for actor in self.actors]:
            with suppress(self._ray.exceptions.RayError):
                yield self._ray.get(answer)


_START_HINT = "look whether `ray start --head` works here, or use executor='processes'"


def _cause(error: Any) -> Exception:
    """The error of a method, without what Ray says around it."""
    return error.cause if isinstance(error.cause, Exception) else BackendError(_first_line(error))


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).strip().splitlines()), type(error).__name__)
