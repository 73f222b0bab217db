"""Readiness: whether the database and the workers answer, asked now and then on behalf of all who want to know."""

from __future__ import annotations

import asyncio
from time import monotonic

from relgym.service.hub import Hub
from relgym.service.problems import Refused
from relgym.tuning.service import LOOK_SECONDS, READY_SECONDS


class Readiness:
    """The last answer of the database and the workers."""

    def __init__(self, hub: Hub) -> None:
        """Begin without an answer.

        Args:
            hub: Has the database and the workers.
        """
        self._hub = hub
        self._lock = asyncio.Lock()
        self._at = float("-inf")
        self._refused: Refused | None = None

    async def check(self) -> None:
        """Ask, unless that was done a moment ago; raises `Refused` if one of them does not answer."""
        async with self._lock:
            if monotonic() - self._at >= LOOK_SECONDS:
                self._refused = await self._asked()
                self._at = monotonic()
        if self._refused is not None:
            raise Refused.of(self._refused.problem)

    async def _asked(self) -> Refused | None:
        try:
            async with asyncio.timeout(READY_SECONDS):
                await asyncio.gather(self._hub.store.count_sessions(), self._hub.pool.probe())
        except Refused as refused:
            return refused
        except Exception as error:
            return Refused(503, f"the database or the workers do not answer: {type(error).__name__}")
        return None
