"""The limit of open files of the process, and the connections that fit it."""

from __future__ import annotations

import resource
from contextlib import suppress
from pathlib import Path

from relgym.errors import RelgymError
from relgym.tuning.service import CONNECTIONS_LIMIT, FILES_OF_A_WORKER, LEAST_CONNECTIONS, RESERVED_FILES


def raise_limit() -> None:
    """Raise the limit to the highest that the system allows this process."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    # Some systems allow less than they say.
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def connections_limit(workers: int) -> int:
    """Return the number of connections for which there are files beside those of the service itself.

    Args:
        workers: The number of processes in which engines run.

    Raises:
        RelgymError: There are hardly any.
    """
    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if limit == resource.RLIM_INFINITY:
        return CONNECTIONS_LIMIT
    own = _open_files() + RESERVED_FILES + FILES_OF_A_WORKER * workers
    if limit - own < LEAST_CONNECTIONS:
        raise RelgymError(
            f"the service cannot work with {limit} open files",
            expected=f"at least {own + LEAST_CONNECTIONS}",
            hint="raise the limit, such as by 'ulimit -n', or start fewer --workers",
        )
    return min(CONNECTIONS_LIMIT, limit - own)


def _open_files() -> int:
    """Return the number of files that are open now, or about as many where the system does not tell."""
    try:
        return sum(1 for _ in Path("/proc/self/fd").iterdir())
    except OSError:
        return RESERVED_FILES
