"""The file of an SQLite database: whether it is sound, and whether it is there still.

SQLite does not notice that its file was removed or replaced: it goes on writing to one that nobody will find again.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from time import monotonic

from relgym.errors import RelgymError
from relgym.service.store.failures import DatabaseFailure
from relgym.tuning.service import LOOK_SECONDS

_MAGIC = b"SQLite format 3\0"

HINT = "restore a backup, or move the file away to begin with an empty one; docs/guide/running-the-service.md says how"


def check_pages(file: Path) -> None:
    """Check the pages of a database; it takes about two seconds for each gigabyte on a fast disk.

    Raises:
        RelgymError: The file is damaged.
    """
    connection = sqlite3.connect(file)
    try:
        [said] = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.OperationalError as error:
        raise RelgymError(f"the database {file} cannot be opened: {error}") from error
    except sqlite3.DatabaseError as error:
        said = str(error)
    finally:
        connection.close()
    if said != "ok":
        # The first line names the table of the pages only.
        raise RelgymError(f"the database {file} is damaged: {said.strip().splitlines()[-1]}", hint=HINT)


class WatchedFile:
    """A file that must stay the same one as long as a server uses it."""

    def __init__(self, path: Path) -> None:
        """Remember which file it is; there must be one."""
        self._path = path
        # It stays open: to close a file ends all locks of this process on it, also those that SQLite relies on.
        self._file = path.open("rb", buffering=0)
        self._identity = self._present()
        self._looked = float("-inf")

    def check(self) -> None:
        """Raise `DatabaseFailure` if the file is gone, or is another one, or no database any more."""
        if self._present() != self._identity:
            raise DatabaseFailure("removed", f"{self._path} is not the file that was opened")
        now = monotonic()
        if now - self._looked >= LOOK_SECONDS:
            if os.pread(self._file.fileno(), len(_MAGIC), 0) != _MAGIC:
                raise DatabaseFailure("damaged", f"{self._path} is no database any more")
            self._looked = now

    def close(self) -> None:
        """Look no more; the connection of SQLite must be closed already."""
        self._file.close()

    def _present(self) -> tuple[int, int] | None:
        """Return device and inode of the file, if there is one."""
        try:
            found = os.stat(self._path)
        except OSError:
            return None
        return found.st_dev, found.st_ino


def file_of(address: str | None) -> Path | None:
    """Return the file of a database of SQLite by the name in its address; `None` for one in memory."""
    return Path(address) if address and address != ":memory:" else None
