"""The time that a worker has been at its present call: by the clock, and by the processor.

Who waits for an answer counts seconds of the clock. Seconds of the processor tell if the process is slow: where many
share the processors, the clock goes on while the process cannot. To replace it would help nobody: what it has learned,
such as imports and tasks, would be lost, and the new process would get no more of the processors, and begin anew.

>>> stint = Stint(clock=iter([0.0, 60.0, 60.0, 60.0]).__next__, processor=iter([7.0, 7.5, 7.5]).__next__)
>>> stint.begin()
>>> stint.has_lasted(60.0), stint.has_worked(0.5), stint.has_worked(2.0)
(True, True, False)
"""

from __future__ import annotations

from collections.abc import Callable

from relgym.tuning.service import STUCK_SECONDS


class Stint:
    """The time of the present call of a worker.

    Attributes:
        begun: When it was begun, by the clock; a process that has not begun any has 0.
    """

    def __init__(self, clock: Callable[[], float], processor: Callable[[], float | None]) -> None:
        """Begin with no call.

        Args:
            clock: Returns the time in seconds.
            processor: Returns the seconds of the processor that the process has used so far; `None` if nobody knows.
        """
        self._clock = clock
        self._processor = processor
        self.begun = 0.0
        self._used_before: float | None = None

    def begin(self) -> None:
        """Begin the next call."""
        self.begun = self._clock()
        self._used_before = self._processor()

    def seconds(self) -> float:
        """Return the seconds of the clock since the call was begun."""
        return self._clock() - self.begun

    def has_lasted(self, seconds: float) -> bool:
        """Tell whether the call has taken some seconds of the clock."""
        return self.seconds() >= seconds

    def has_worked(self, seconds: float) -> bool:
        """Tell whether the call has taken some seconds of the processor, or of the clock where nobody knows."""
        used = self._processor()
        if used is None or self._used_before is None:
            return self.has_lasted(seconds)
        return used - self._used_before >= seconds

    def is_over(self, seconds: float) -> bool:
        """Tell whether the process has had enough time for a call that may take some seconds.

        One that has had less of the processor may sleep for ever: it has a few seconds more, by the clock.
        """
        return self.has_lasted(seconds) and (self.has_lasted(seconds + STUCK_SECONDS) or self.has_worked(seconds))
