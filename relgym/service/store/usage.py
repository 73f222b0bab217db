"""The bytes that owners have used of their quota: counted now and then, since a sum reads all sessions of an owner."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from time import monotonic

from relgym.service.problems import Refused
from relgym.service.records import Owner
from relgym.tuning.service import COUNT_INTERVAL_SECONDS, LOOK_SECONDS


@dataclass(frozen=True, slots=True)
class _Count:
    """A count: the bytes of an owner, all that this server had written before, and when it was made."""

    used: int
    written: int
    at: float


class UsedBytes:
    """Refuses owners who have used up their bytes.

    What this server has written since the last count, for all owners, is taken to be an owner's own until a new count
    says otherwise. What other servers have written is seen at the next count.
    """

    def __init__(self, limit: int, count: Callable[[Owner], Awaitable[int]], written: Callable[[], int]) -> None:
        """Begin without counts.

        Args:
            limit: The most bytes of one owner.
            count: Returns the bytes of an owner.
            written: Returns the bytes that this server has written.
        """
        self._limit = limit
        self._count = count
        self._written = written
        self._counts: dict[Owner, _Count] = {}

    async def check(self, owner: Owner) -> None:
        """Raise `Refused` if an owner has used up the bytes."""
        found = self._counts.get(owner)
        if found is None or self._is_old(found):
            # Before the count: what is written meanwhile may be counted twice, never not at all.
            written = self._written()
            found = self._counts[owner] = _Count(await self._count(owner), written, monotonic())
        if found.used >= self._limit:
            detail = f"your sessions have {found.used:,} bytes, and {self._limit:,} are allowed"
            raise Refused(429, detail, hint="remove some; serve --max-bytes sets the number")

    def forget(self) -> None:
        """Count anew: something was removed."""
        self._counts = {}

    def _is_old(self, found: _Count) -> bool:
        age = monotonic() - found.at
        if found.used >= self._limit:
            return age > LOOK_SECONDS
        return age > COUNT_INTERVAL_SECONDS or found.used + self._written() - found.written >= self._limit
