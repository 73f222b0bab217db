"""The tokens of a service as its server knows them: read from the database now and then, since one may be revoked."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic, time

from relgym.service.access.limiter import Usage
from relgym.service.access.tokens import Token, parts_of
from relgym.service.deadlines import by_deadline
from relgym.tuning.service import DATABASE_SECONDS, LOOK_SECONDS

_NOBODY = Token("", "0" * 64, "", "read", "", False, None, None, 0.0, None, 0.0)


class TokenTable:
    """The tokens, and how much each has been used here."""

    def __init__(self, read: Callable[[], Awaitable[list[Token]]], always: bool, rate: float, concurrency: int) -> None:
        """Begin without tokens.

        Args:
            read: Reads all tokens from the database.
            always: Whether requests need tokens also if there are none.
            rate: The requests each second of a token without a limit of its own.
            concurrency: The requests at once of a token without a limit of its own.
        """
        self._read = read
        self._always = always
        self._rate = rate
        self._concurrency = concurrency
        self._tokens: dict[str, Token] = {}
        self._usages: dict[str, Usage] = {}
        self._at = float("-inf")
        self._lock = asyncio.Lock()

    async def refresh(self) -> None:
        """Read the tokens, unless that was done a moment ago; raises `Refused` if the database does not answer."""
        if monotonic() - self._at >= LOOK_SECONDS:
            await by_deadline(DATABASE_SECONDS, self._refreshed())

    async def _refreshed(self) -> None:
        async with self._lock:
            if monotonic() - self._at >= LOOK_SECONDS:
                self._tokens = {token.id: token for token in await self._read()}
                self._usages = {key: usage for key, usage in self._usages.items() if key in self._tokens}
                self._at = monotonic()

    @property
    def is_known(self) -> bool:
        """Tells that the tokens have been read, perhaps long ago."""
        return self._at > float("-inf")

    @property
    def is_closed(self) -> bool:
        """Tells that requests need tokens: from the first one on, also if that one is revoked."""
        return self._always or bool(self._tokens)

    def find(self, text: str) -> Token | None:
        """Return the valid token with a text, if there is one."""
        parts = parts_of(text)
        if parts is None:
            return None
        key, secret = parts
        token = self._tokens.get(key, _NOBODY)
        return token if token.matches(secret) and token.is_valid(time()) else None

    def is_valid(self, key: str) -> bool:
        """Tell whether the token with an id is valid still."""
        token = self._tokens.get(key)
        return token is not None and token.is_valid(time())

    def usage(self, token: Token) -> Usage:
        """Return how much a token has been used."""
        usage = self._usages.get(token.id)
        if usage is None:
            rate = self._rate if token.rate is None else token.rate
            concurrency = self._concurrency if token.concurrency is None else token.concurrency
            usage = self._usages[token.id] = Usage(rate, concurrency, monotonic())
        return usage
