"""Results of texts that were read before: many problems share a domain, and many environments read the same files.

>>> lengths = Remembered(lambda source: len(source.text))
>>> lengths(Source("<domain>", "(define)")), lengths(Source("<domain>", "(define)"))
(8, 8)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from relgym.caching import Cache
from relgym.model.span import Source
from relgym.read.reporting import reports_now, warned
from relgym.tuning.read import CACHED_TEXT_LENGTH_LIMIT

Result = TypeVar("Result")


class Remembered(Generic[Result]):
    """A reader that reads a text once, as long as its result is kept.

    Kept are results that nobody changes, of texts without errors and warnings: these are told at each reading.
    """

    def __init__(self, read: Callable[[Source], Result], limit: int = CACHED_TEXT_LENGTH_LIMIT) -> None:
        """Wrap a reader.

        Args:
            read: The reader.
            limit: The largest number of characters of all texts whose results are kept.
        """
        self._read = read
        self._limit = limit
        self._known: Cache[Source, Result] = Cache(limit, lambda source, _: len(source.text))

    def __call__(self, source: Source) -> Result:
        """Return the result for a text."""
        # A file with errors is read in part, so its result is not kept.
        if reports_now() is not None or len(source.text) > self._limit:
            return self._read(source)
        known = self._known.use(source)
        if known is not None:
            return known
        before = warned()
        result = self._read(source)
        return self._known.keep(source, result) if warned() == before else result
