"""The memory that this process takes.

>>> resident() >= 0.0
True
"""

from __future__ import annotations

import sys
from collections.abc import Callable

MEGABYTE = 2**20


def _resident_of_linux() -> float:
    with open("/proc/self/statm", "rb", buffering=0) as file:
        return int(file.read(64).split()[1]) * _PAGE / MEGABYTE


def _largest_so_far() -> float:
    import resource

    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size / (MEGABYTE if sys.platform == "darwin" else 1024)


def _unknown() -> float:
    return 0.0


def _sampler() -> Callable[[], float]:
    """Return the function that measures the process size: the present size on Linux, the peak on other Unixes."""
    try:
        _resident_of_linux()
    except OSError:
        try:
            _largest_so_far()
        except ImportError:
            return _unknown
        return _largest_so_far
    return _resident_of_linux


_PAGE = 4096
if sys.platform != "win32":
    import os

    _PAGE = os.sysconf("SC_PAGE_SIZE")

resident: Callable[[], float] = _sampler()
"""The resident size of this process in megabytes; 0 where the system does not tell."""
