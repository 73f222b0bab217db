"""Arrays that grow at their end.

>>> column = Column(np.int32)
>>> column.extend(np.arange(3)), column.extend(np.arange(2))
(None, None)
>>> column.array.tolist(), len(column)
([0, 1, 2, 0, 1], 5)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

FIRST_ROWS = 1024


class Column:
    """Rows of numbers; their memory doubles when it is full."""

    def __init__(self, dtype: DTypeLike, width: int | None = None) -> None:
        """Make an empty column of numbers, or of rows of `width` numbers."""
        self._rows: NDArray[Any] = np.empty((FIRST_ROWS,) if width is None else (FIRST_ROWS, width), dtype)
        self._count = 0

    def __len__(self) -> int:
        return self._count

    @property
    def array(self) -> NDArray[Any]:
        """The rows, as a view that is valid until the next change."""
        return self._rows[: self._count]

    @property
    def nbytes(self) -> int:
        """The bytes of the rows and of the room behind them."""
        return self._rows.nbytes

    def room(self, more: int) -> NDArray[Any]:
        """Return the array behind the rows, with room for at least `more` rows after the last one."""
        wanted = self._count + more
        if wanted > len(self._rows):
            rows = np.empty((max(wanted, 2 * len(self._rows)), *self._rows.shape[1:]), self._rows.dtype)
            rows[: self._count] = self.array
            self._rows = rows
        return self._rows

    def extend(self, rows: Any) -> None:
        """Append rows."""
        self.room(len(rows))[self._count : self._count + len(rows)] = rows
        self._count += len(rows)

    def keep(self, count: int) -> None:
        """Set the number of rows; those after the last one were written into `room`."""
        self._count = count
