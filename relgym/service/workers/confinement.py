"""Confinement of a worker: once it serves, Python code in it opens no connection, and changes no file.

Requests are texts that relgym reads, and nothing in them should lead there. This is a second wall: an audit hook (PEP
578), which the process cannot take away again. It does not bind compiled code, and is no sandbox.
"""

from __future__ import annotations

import os
import sys
from typing import Any

DENIED = frozenset(
    {
        "socket.bind", "socket.connect", "socket.getaddrinfo", "socket.gethostbyaddr", "socket.gethostbyname",
        "socket.sendmsg", "socket.sendto", "urllib.Request", "http.client.connect", "ftplib.connect", "smtplib.connect",
        "os.chmod", "os.chown", "os.link", "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.symlink",
        "os.truncate", "os.utime", "os.system", "pty.spawn", "shutil.copyfile", "shutil.move", "shutil.rmtree",
        "tempfile.mkdtemp", "tempfile.mkstemp", "sqlite3.connect",
    }
)  # fmt: skip
"""Events of Python that reach the network or change files; https://docs.python.org/3/library/audit_events.html."""

WRITING = os.O_WRONLY | os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_TRUNC
"""Flags of files that are opened for more than reading."""


def confine() -> None:
    """Deny this process, for the rest of its life, connections and changes of files."""
    # Modules that are imported from now on leave no compiled files.
    sys.dont_write_bytecode = True
    sys.addaudithook(_check)


def _check(event: str, arguments: tuple[Any, ...]) -> None:
    if event in DENIED or (event == "open" and _is_writing(*arguments)):
        raise PermissionError(f"a worker may not do this: {event} {arguments!r:.200}")


def _is_writing(path: object, mode: str | None, flags: int) -> bool:
    return bool(flags & WRITING) and path != os.devnull
