"""Libraries and clocks that may be missing where relgym runs, as in a browser: NumPy, SciPy, the time of a thread.

>>> callable(thread_time), float(special().gammainc(1.0, 0.0))
(True, 0.0)
"""

from __future__ import annotations

import time
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from relgym.errors import BackendError

thread_time = getattr(time, "thread_time", time.perf_counter)
"""Processor seconds of this thread, or elapsed seconds where Python cannot measure them (WebAssembly)."""


@cache
def has_numpy() -> bool:
    """Tell whether NumPy is installed, without importing it."""
    return find_spec("numpy") is not None


def linalg() -> Any:
    """Return `numpy.linalg`; raises `BackendError` if NumPy is not installed."""
    return _imported("numpy.linalg", "matrices need NumPy", "numpy")


def special() -> Any:
    """Return `scipy.special`; raises `BackendError` if SciPy is not installed."""
    return _imported("scipy.special", "this distribution needs SciPy", "scipy")


@cache
def _imported(module: str, need: str, package: str) -> Any:
    try:
        return import_module(module)
    except ModuleNotFoundError:
        hint = f"`pip install {package}`; a page that runs relgym in the browser does not have it"
        raise BackendError(f"{need}, which is not installed", hint=hint) from None
