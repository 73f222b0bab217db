"""Shares of the server's own time: while several owners are about, none takes more than its part for long.

Workers share their time by themselves (`workers/turns.py`). But each request, however short, also takes time of the one
process that reads requests, keeps the database and writes answers. Each owner that is about has the same part of this
time (a token bucket; Turner, 1986). Whoever has used up its part goes on as long as half of the time of all is free, so
that owners who ask for little slow nobody down; else its requests wait before anything is done for them. An owner
that is alone never waits.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator
from time import perf_counter, process_time
from types import coroutine
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from relgym.service.records import Owner
from relgym.tuning.service import (
    ACTIVE_OWNER_SECONDS,
    SHARE_BURST_SECONDS,
    SHARE_FACTOR_LIMIT,
    SHARE_LOOK_SECONDS,
    SHARE_MEASURED_SECONDS,
    SPARE_SHARE,
)

T = TypeVar("T")


class TimeBudget:
    """Seconds that come in at a rate, and are spent; those that nobody spends are lost beyond a bound.

    >>> budget = TimeBudget(rate=0.5, now=0.0)
    >>> budget.spend(1.0 + SHARE_BURST_SECONDS)
    >>> budget.left(1.0), budget.left(2.0), budget.left(100.0) == SHARE_BURST_SECONDS
    (-0.5, 0.0, True)

    Attributes:
        rate: The seconds that come in each second.
    """

    __slots__ = ("_at", "_left", "rate")

    def __init__(self, rate: float, now: float) -> None:
        """Begin with as many as may be kept.

        Args:
            rate: The seconds that come in each second.
            now: The time in seconds.
        """
        self.rate = rate
        self._left = SHARE_BURST_SECONDS
        self._at = now

    def left(self, now: float) -> float:
        """Return the seconds that are left, below 0 where more were spent than had come in."""
        self._left = min(self._left + (now - self._at) * self.rate, SHARE_BURST_SECONDS)
        self._at = now
        return self._left

    def wait(self, now: float) -> float:
        """Return the seconds until some are left."""
        return max(0.0, -self.left(now) / self.rate)

    def spend(self, seconds: float) -> None:
        """Take some seconds."""
        self._left -= seconds


class Share:
    """The part of one owner.

    Attributes:
        budget: The time that the owner has left.
        seen: When its last request came, in seconds of the clock.
        waiting: Its requests that may not begin yet.
    """

    __slots__ = ("__weakref__", "_shares", "budget", "seen", "waiting")

    def __init__(self, shares: Shares, budget: TimeBudget) -> None:
        """Make a part of what all owners share."""
        self._shares = shares
        self.budget = budget
        self.seen = float("-inf")
        self.waiting: deque[asyncio.Future[None]] = deque()

    async def enter(self) -> None:
        """Wait until a request of the owner may begin."""
        if not self._shares.may_enter(self):
            done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self.waiting.append(done)
            await done

    def metered(self, work: Awaitable[T]) -> Coroutine[Any, Any, T]:
        """Return work that is charged for the time that it takes of the event loop."""
        return _metered(work, self._spend)

    def _spend(self, seconds: float) -> None:
        self._shares.spend(self, seconds)


class Shares:
    """The parts of all owners."""

    def __init__(
        self, clock: Callable[[], float] = perf_counter, processor: Callable[[], float] = process_time
    ) -> None:
        """Begin with no owner.

        Args:
            clock: Returns the time in seconds.
            processor: Returns the processor time of the process in seconds.
        """
        self._clock = clock
        self._processor = processor
        # As long as a socket of an owner is open, it keeps the share.
        self._every: WeakValueDictionary[Owner, Share] = WeakValueDictionary()
        self._active: set[Share] = set()
        self._checked = float("-inf")
        self._spare = TimeBudget(SPARE_SHARE, clock())
        self._is_looking = False
        # Seconds of the process for each that was measured: much of what a request takes is done outside of its own
        # coroutine, by the server, the loop and the thread of the database.
        self._factor = 1.0
        self._measured = 0.0
        self._used = processor()

    def of(self, owner: Owner) -> Share:
        """Return the share of an owner."""
        share = self._every.get(owner)
        if share is None:
            share = self._every[owner] = Share(self, TimeBudget(1.0, self._clock()))
        return share

    def may_enter(self, share: Share) -> bool:
        """Tell whether a request may begin now; if not, what waits in its share is let in later."""
        now = share.seen = self._clock()
        self._count(share, now)
        if not share.waiting and (self._has_left(share, now) or self._spare.left(now) > 0):
            return True
        if not self._is_looking:
            self._is_looking = True
            asyncio.get_running_loop().call_soon(self._look)
        return False

    def spend(self, share: Share, seconds: float) -> None:
        """Note that a request of an owner has taken some seconds of the event loop."""
        self._measured += seconds
        charged = seconds * self._factor
        share.budget.spend(charged)
        self._spare.spend(charged)
        if self._measured >= SHARE_MEASURED_SECONDS:
            used = self._processor()
            self._factor = min(max(1.0, (used - self._used) / self._measured), SHARE_FACTOR_LIMIT)
            self._used, self._measured = used, 0.0

    def _has_left(self, share: Share, now: float) -> bool:
        return len(self._active) == 1 or share.budget.left(now) > 0

    def _look(self) -> None:
        """Let in the first request of each owner who has time left, or else of the one who has used least."""
        loop, now = asyncio.get_running_loop(), self._clock()
        waiting = [share for share in self._active if _is_waiting(share)]
        entering = [share for share in waiting if self._has_left(share, now)]
        if waiting and not entering and self._spare.left(now) > 0:
            entering = [max(waiting, key=lambda share: share.budget.left(now))]
        for share in entering:
            share.waiting.popleft().set_result(None)
        self._is_looking = bool(waiting)
        if entering:
            # One of each owner in a turn of the loop, so that what it takes is known before the next one.
            loop.call_soon(self._look)
        elif waiting:
            wait = min(self._spare.wait(now), *(share.budget.wait(now) for share in waiting))
            # Where owners go meanwhile, the parts of the others grow.
            loop.call_later(min(max(wait, SHARE_LOOK_SECONDS), 1.0), self._look)

    def _count(self, share: Share, now: float) -> None:
        """Count the owners that are about, and give each the same part."""
        before = len(self._active)
        self._active.add(share)
        if now >= self._checked + 1.0:
            self._checked = now
            old = now - ACTIVE_OWNER_SECONDS
            self._active = {other for other in self._active if other.seen >= old or other.waiting}
        elif len(self._active) == before:
            return
        for other in self._active:
            # What came in at the old rate is added first.
            other.budget.left(now)
            other.budget.rate = 1.0 / len(self._active)


def _is_waiting(share: Share) -> bool:
    """Tell whether a request waits, and forget those whose clients have gone."""
    while share.waiting and share.waiting[0].done():
        share.waiting.popleft()
    return bool(share.waiting)


@coroutine
def _metered(work: Awaitable[T], spend: Callable[[float], None]) -> Generator[Any, Any, T]:
    """Carry out work as `await` does, and report the time of each part of it between two waits."""
    parts: Generator[Any, Any, T] = work.__await__()
    given, error = None, None
    while True:
        begun = perf_counter()
        try:
            awaited = parts.send(given) if error is None else parts.throw(error)
        except StopIteration as end:
            result: T = end.value
            return result
        finally:
            spend(perf_counter() - begun)
        given, error = None, None
        try:
            given = yield awaited
        except BaseException as thrown:
            error = thrown
