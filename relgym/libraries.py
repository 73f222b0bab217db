"""Libraries and clocks that may be missing where relgym runs, as in a browser: NumPy, SciPy, the time of a thread.

>>> callable(thread_time), float(special().gammainc(1.0, 0.0))
(True, 0.0)
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from relgym.errors import BackendError, RelgymError

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
    return _imported("scipy.special", "this distribution needs SciPy", "'relgym[distributions]'")


@contextmanager
def extra(name: str, user: str, error: type[RelgymError] = RelgymError) -> Iterator[None]:
    """Import modules of an extra, or say how to install it.

    Args:
        name: The extra, such as `serve`.
        user: What needs it.
        error: The class of the error.

    Raises:
        RelgymError: A package that an import inside this context needs is not installed.

    >>> with extra("serve", "the service"):
    ...     import no_such_package
    Traceback (most recent call last):
    relgym.errors.RelgymError: the service needs a package that is not installed: no_such_package
    hint: pip install 'relgym[serve]'
    """
    try:
        yield
    except ModuleNotFoundError as missing:
        detail = f"{user} needs a package that is not installed: {missing.name}"
        raise error(detail, hint=f"pip install 'relgym[{name}]'") from missing


@cache
def _imported(module: str, need: str, package: str) -> Any:
    try:
        return import_module(module)
    except ModuleNotFoundError:
        hint = f"`pip install {package}`; a page that runs relgym in the browser does not have it"
        raise BackendError(f"{need}, which is not installed", hint=hint) from None
