"""The processor time that another process has used so far.

>>> import os
>>> used = processor_seconds(os.getpid())
>>> used is None or used > 0.0
True
"""

from __future__ import annotations

import sys
import time

from relgym.processes.descendants import descendants


def processor_seconds(process: int) -> float | None:
    """Return the processor time of a process, with all its threads.

    Args:
        process: The number of the process.

    Returns:
        Seconds, to nanoseconds; `None` where the system does not tell, and for a process that has ended.
    """
    if sys.platform != "linux":
        return None
    try:
        # The clock that `clock_getcpuclockid` of the C library names: Python has it for threads alone.
        return time.clock_gettime(~process << 3 | 2)
    except OSError:
        return None


def family_seconds(process: int) -> float | None:
    """Return the processor time of a process and of all that it and its children have started and that run still.

    Args:
        process: The number of the process.

    Returns:
        Seconds, to nanoseconds; `None` where the system does not tell, and for a process that has ended.
    """
    own = processor_seconds(process)
    return None if own is None else own + sum(processor_seconds(one) or 0.0 for one in descendants(process))
