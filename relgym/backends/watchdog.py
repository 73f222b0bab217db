"""A thread that looks after calls into an engine that go on for long, and interrupts those that take too long.

>>> from threading import Event
>>> interrupted = Event()
>>> watchdog = Watchdog(lambda thread: interrupted.set(), lambda thread: None)
>>> alarm = watchdog.watch(thread=1, seconds=0.0)
>>> interrupted.wait(10), alarm
(True, [])
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from threading import Event, Thread
from time import monotonic

from relgym.process_size import resident
from relgym.tuning.limits import CALL_LOOK_SECONDS, WATCHDOG_SECONDS


class Watchdog:
    """Watches one call at a time; `interrupt(thread)` stops the call that `thread` runs.

    `look(thread)` checks it from time to time, possibly also after the end of the call. `list.pop` makes the end
    atomic: the thread that takes the number out of the alarm decides if the call has ended in time. So a call is never
    interrupted after its end.
    """

    def __init__(self, interrupt: Callable[[int], None], look: Callable[[int], None]) -> None:
        self._interrupt = interrupt
        self._look = look
        self._alarm: list[int] = []
        self._seconds = 0.0
        self._memory = inf
        self.reason = "seconds"
        """The limit that the last interrupted call had passed: `seconds` or `memory`."""
        self._interrupted = Event()
        self._stop = Event()
        self._thread: Thread | None = None

    def watch(self, thread: int, seconds: float, memory: float = inf) -> list[int]:
        """Set an alarm for a call; pop it at the end of the call, and if it is empty, call `settle`.

        Args:
            thread: The identifier of the thread that makes the call.
            seconds: The time of the call.
            memory: Megabytes that the call may use from its first check on.
        """
        alarm = [thread]
        self._seconds = seconds
        self._memory = memory
        self._alarm = alarm
        if self._thread is None:
            self._stop.clear()
            self._thread = Thread(target=self._run, name="relgym watchdog", daemon=True)
            self._thread.start()
        return alarm

    def settle(self) -> None:
        """Wait until the interruption is under way; afterwards nothing of it is left to come."""
        self._interrupted.wait()
        self._interrupted.clear()

    def stop(self) -> None:
        """End the thread, which a fork would not copy; `watch` starts another."""
        if self._thread is not None:
            self._stop.set()
            self._thread.join()
            self._thread = None

    def _run(self) -> None:
        seen: list[int] = []
        since = looked = base = 0.0
        while not self._stop.wait(WATCHDOG_SECONDS):
            alarm, now = self._alarm, monotonic()
            if alarm is not seen:
                seen, since, looked = alarm, now, now
                base = resident() if alarm else 0.0
            elif not alarm:
                continue
            elif now - since >= self._seconds:
                self._ring(alarm, "seconds")
            elif resident() - base > self._memory:
                self._ring(alarm, "memory")
            elif now - looked >= CALL_LOOK_SECONDS:
                looked = now
                for thread in alarm:
                    self._look(thread)

    def _ring(self, alarm: list[int], reason: str) -> None:
        try:
            thread = alarm.pop()
        except IndexError:
            return
        self.reason = reason
        try:
            self._interrupt(thread)
        finally:
            self._interrupted.set()
