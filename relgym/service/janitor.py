"""Removes what nobody has used for a while, now and then."""

from __future__ import annotations

import asyncio
import logging
from time import time

from relgym.service.hub import Hub
from relgym.service.store import Store
from relgym.tuning.service import EXPIRY_INTERVAL_SECONDS

LOGGER = logging.getLogger("relgym.service")

DAY_SECONDS = 86_400.0


async def expire(hub: Hub, store: Store, days: float) -> None:
    """Remove sessions and tasks that were not used for some days, until it is cancelled.

    Args:
        hub: Tells what was used since the last look, and forgets what is removed.
        store: The database.
        days: The days.
    """
    while True:
        try:
            await store.touch(*hub.take_used())
            sessions, tasks = await store.expire(time() - days * DAY_SECONDS)
            hub.drop(sessions, tasks)
            if sessions or tasks:
                LOGGER.info("expired", extra={"sessions": len(sessions), "tasks": len(tasks)})
        except Exception:
            # The database may be away for a while; the service goes on.
            LOGGER.exception("expiry failed")
        await asyncio.sleep(min(EXPIRY_INTERVAL_SECONDS, days * DAY_SECONDS / 4))
