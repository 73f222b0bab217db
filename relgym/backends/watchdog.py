"""A thread that interrupts calls into an engine that take too long.

>>> from threading import Event
>>> interrupted = Event()
>>> watchdog = Watchdog(lambda thread: interrupted.set())
>>> alarm = watchdog.watch(thread=1, seconds=0.0)
>>> interrupted.wait(10), alarm
(True, [])
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from time import monotonic

PERIOD = 0.05
"""Seconds between two looks at the clock: calls are interrupted up to twice this late."""


class Watchdog:
    """Watches one call at a time; `interrupt(thread)` makes the one that `thread` runs give up.

    What is to be atomic rests on `list.pop`: whoever takes the number out of the alarm decides whether
    the call has ended in time. So a call is never interrupted after its end.
    """

    def __init__(self, interrupt: Callable[[int], None]) -> None:
        self._interrupt = interrupt
        self._alarm: list[int] = []
        self._seconds = 0.0
        self._interrupted = Event()
        self._stop = Event()
        self._thread: Thread | None = None

    def watch(self, thread: int, seconds: float) -> list[int]:
        """An alarm; pop it at the end of the call. If it is empty, call `settle`."""
        alarm = [thread]
        self._seconds = seconds
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
        since = 0.0
        while not self._stop.wait(PERIOD):
            alarm = self._alarm
            if alarm is not seen:
                seen, since = alarm, monotonic()
            elif alarm and monotonic() - since >= self._seconds:
                self._ring(alarm)

    def _ring(self, alarm: list[int]) -> None:
        try:
            thread = alarm.pop()
        except IndexError:
            return
        try:
            self._interrupt(thread)
        finally:
            self._interrupted.set()
