"""The deadline of a call: it is set where the call enters, and kept wherever the call waits.

A call may wait for its turn, for the start of a worker, for another change of its session, or for the database. A call
that others are a part of, such as a batch, gives them its own deadline, a moment earlier.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextvars import ContextVar
from typing import Any, TypeVar

from relgym.service.problems import Refused
from relgym.tuning.service import INNER_DEADLINE_SECONDS

T = TypeVar("T")

_DEADLINE: ContextVar[float | None] = ContextVar("deadline", default=None)
"""When the present call must have ended, in seconds of the event loop."""


async def by_deadline(seconds: float, work: Coroutine[Any, Any, T]) -> T:
    """Return what work gives.

    Args:
        seconds: The seconds that it may take, with all waiting; the deadline of a call around it may be earlier.
        work: The work, which is cancelled at the deadline.

    Raises:
        Refused: It has not ended by the deadline.
    """
    outer = _DEADLINE.get()
    end = asyncio.get_running_loop().time() + seconds
    if outer is not None:
        end = min(end, outer - INNER_DEADLINE_SECONDS)
    before = _DEADLINE.set(end)
    try:
        async with asyncio.timeout_at(end) as timeout:
            return await work
    except TimeoutError:
        if not timeout.expired():
            raise
        late = Refused(503, f"the call has waited too long: it has not ended within {seconds:g} s", hint="try again")
        raise Refused.of({**late.problem, "retry_after": 1}) from None
    finally:
        _DEADLINE.reset(before)
