"""Ends of an exploration: limits of states, seconds and memory, and Ctrl-C.

>>> with Ends(10, {"seconds": 60}, lambda states: None) as ends:
...     ends.passed(10), ends.passed(11), ends.stopped
(False, True, 'states')
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Mapping
from math import inf
from threading import current_thread, main_thread
from time import monotonic
from types import FrameType, TracebackType
from typing import Any

from relgym.exploration.transition_system import Stop
from relgym.limits import Limits
from relgym.process_size import resident
from relgym.tuning.exploration import MEMORY_MEGABYTES
from relgym.tuning.limits import LOOK_SECONDS


class Ends:
    """Tells when to stop. The first Ctrl-C only sets `stopped`, so that the explored part is whole.

    Attributes:
        stopped: The limit that was reached, or `None`.
        deadline: The time of the monotonic clock at which the seconds are over.
        interrupted: Called on the first Ctrl-C.
    """

    def __init__(
        self, states: int | None, limits: Limits | Mapping[str, float] | None, show: Callable[[int], None]
    ) -> None:
        """Take the limits.

        Args:
            states: The largest number of states, or `None`.
            limits: Seconds and megabytes; without limits there is no end to the seconds.
            show: Shows the number of known states.
        """
        given: Any = {} if limits is None else limits
        if isinstance(given, Mapping):
            given = Limits.of({"seconds": inf, "memory": MEMORY_MEGABYTES, **given})
        bounds = Limits.of(given)
        self.stopped: Stop | None = None
        self.deadline = monotonic() + bounds.seconds
        self._states = inf if states is None else states
        self._memory = bounds.memory
        # The size of a process takes a system call.
        self._base, self._look = resident(), 0.0
        self._show = show
        self._handler: Any = None
        self.interrupted: Callable[[], None] = _nothing

    def __enter__(self) -> Ends:
        # Python delivers signals to its main thread alone.
        if current_thread() is main_thread():
            self._handler = signal.signal(signal.SIGINT, self._interrupt)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._handler is not None:
            signal.signal(signal.SIGINT, self._handler)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        if self.stopped is not None:
            raise KeyboardInterrupt
        self.stopped = "interrupt"
        self.interrupted()

    def left(self) -> tuple[float, float, float]:
        """Return the limit of states, the seconds that are left, and the limit of megabytes."""
        return self._states, max(0.0, self.deadline - monotonic()), self._memory

    def passed(self, known: int, memory: float | None = None) -> bool:
        """Tell whether to stop.

        Args:
            known: The number of known states.
            memory: The megabytes that the exploration takes; by default those that this process has grown by.
        """
        self._show(known)
        if self.stopped is None:
            if known > self._states:
                self.stopped = "states"
            elif (now := monotonic()) >= self.deadline:
                self.stopped = "seconds"
            elif memory is not None:
                self.stopped = "memory" if memory > self._memory else None
            elif now > self._look:
                self._look = now + LOOK_SECONDS
                self.stopped = "memory" if resident() - self._base > self._memory else None
        return self.stopped is not None


def _nothing() -> None:
    """Do nothing on Ctrl-C but stop."""
