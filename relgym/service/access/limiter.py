"""Limits of each token: requests each second (a token bucket; Turner, 1986), and requests at once.

>>> usage = Usage(rate=2.0, concurrency=1, now=0.0)
>>> usage.take(0.0), usage.take(0.0), usage.take(0.0), usage.take(0.5)
(0.0, 0.0, 0.5, 0.0)
"""

from __future__ import annotations


class Usage:
    """The requests that one token has sent.

    Attributes:
        running: The number of requests that are being carried out, and of open sockets.
    """

    __slots__ = ("_at", "_left", "concurrency", "rate", "running")

    def __init__(self, rate: float, concurrency: int, now: float) -> None:
        """Begin with as many requests as a second has.

        Args:
            rate: The requests each second.
            concurrency: The requests at once.
            now: The time in seconds.
        """
        self.rate = rate
        self.concurrency = concurrency
        self.running = 0
        self._left = max(rate, 1.0)
        self._at = now

    def take(self, now: float) -> float:
        """Take a request.

        Args:
            now: The time in seconds.

        Returns:
            0.0 if there is one; else the seconds until there is.
        """
        self._left = min(self._left + (now - self._at) * self.rate, max(self.rate, 1.0))
        self._at = now
        if self._left >= 1.0:
            self._left -= 1.0
            return 0.0
        return (1.0 - self._left) / self.rate

    def spend(self, count: int) -> None:
        """Take requests that are carried out already; what is missing delays those that follow.

        Args:
            count: The number of requests.
        """
        self._left -= count
