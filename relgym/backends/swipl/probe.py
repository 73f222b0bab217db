"""A look at SWI-Prolog in a child process: one that is broken may end the process that starts it.

Prolog calls `exit` where its home, with the resources that it boots from, is missing or damaged.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import suppress
from functools import cache
from importlib.util import find_spec

from relgym.errors import MissingEngine
from relgym.tuning.prolog import PROBE_SECONDS

PROBING = "RELGYM_PROBES_PROLOG"
"""The variable of the environment by which a child process knows that it is to start Prolog, whatever happens."""

_PROGRAM = """
from relgym.backends.swipl import library
from relgym.errors import MissingEngine
try:
    print(library.version_here())
except MissingEngine as error:
    print(f"{error.message}\\n{error.hint or ''}")
    raise SystemExit(1)
"""


def check() -> None:
    """Raise `MissingEngine` if SWI-Prolog would end this process; to start its program tells that in 20 ms."""
    if os.environ.get(PROBING) or find_spec("pyswip") is None:
        return
    program = shutil.which("swipl")
    if program is not None:
        with suppress(OSError, subprocess.TimeoutExpired):
            words = [program, "-q", "-f", "none", "-g", "halt"]
            if not subprocess.run(
                words, capture_output=True, stdin=subprocess.DEVNULL, timeout=PROBE_SECONDS
            ).returncode:
                return
    probed_version()


@cache
def probed_version() -> str:
    """Return the version of SWI-Prolog, started in a child process.

    Returns:
        The version, such as `9.0.4`.

    Raises:
        MissingEngine: SWI-Prolog is not installed, or does not start.
    """
    environment = {**os.environ, PROBING: "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    try:
        ended = subprocess.run(
            [sys.executable, "-c", _PROGRAM],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=PROBE_SECONDS,
            stdin=subprocess.DEVNULL,
            env=environment,
        )
    except subprocess.TimeoutExpired:
        raise _broken(f"it did not start within {PROBE_SECONDS} s") from None
    except OSError as error:
        raise _broken(f"no process can be started to try it: {error.strerror or error}") from error
    first, _, rest = ended.stdout.partition("\n")
    match ended.returncode:
        case 0:
            return first
        case 1 if first:
            raise MissingEngine(first, hint=rest.strip() or None)
        case _:
            said = [line.strip() for line in (ended.stdout + ended.stderr).splitlines() if line.strip()]
            raise _broken(" ".join(said)[:200] or f"it ended its process with {ended.returncode}")


def _broken(reason: str) -> MissingEngine:
    return MissingEngine(
        f"the engine 'swipl' needs SWI-Prolog, which is installed, but does not start: {reason}",
        hint="install SWI-Prolog again, or unset SWI_HOME_DIR if it names another folder than its home",
    )
