"""Tokens: secrets that clients send along. The service keeps their hashes only.

A token is `relgym_ID_SECRET`. The id names it in lists and logs; the secret has 256 random bits, so that its plain hash
(SHA-256) can be kept: there is nothing to guess that a slow hash would protect.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass

from relgym.service.access.callers import Caller, Scope
from relgym.service.access.limiter import Usage
from relgym.service.access.shares import Share

_TOKEN = re.compile(r"relgym_([0-9a-f]{16})_([A-Za-z0-9_-]{43})")


@dataclass(frozen=True, slots=True)
class Token:
    """A token as the database keeps it; times are seconds since 1970.

    Attributes:
        id: Its name in lists and logs.
        hash: The hash of its secret.
        name: What it is for, in words of who made it.
        scope: What it allows.
        owner: The owner of what its clients make.
        is_agent: Whether its clients may take no step back.
        rate: The requests that it may send each second, if not as many as the service allows.
        concurrency: The requests that it may send at once, if not as many as the service allows.
        created: When it was made.
        expires: When it ends.
        revoked: When it was revoked.
    """

    id: str
    hash: str
    name: str
    scope: Scope
    owner: str
    is_agent: bool
    rate: float | None
    concurrency: int | None
    created: float
    expires: float | None
    revoked: float | None

    def caller(self, usage: Usage, share: Share) -> Caller:
        """Return the client that sends it, with what was used of it and the share of its owner."""
        return Caller(self.owner, self.scope, self.is_agent, self.id, usage, share)

    def is_valid(self, now: float) -> bool:
        """Tell whether it is accepted at a time."""
        return self.revoked is None and (self.expires is None or now < self.expires)

    def state(self, now: float) -> str:
        """Return `valid`, `expired` or `revoked`."""
        if self.revoked is not None:
            return "revoked"
        return "valid" if self.is_valid(now) else "expired"

    def matches(self, secret: str) -> bool:
        """Tell whether a secret is its own, in a time that does not depend on the secret."""
        return hmac.compare_digest(self.hash, hash_of(secret))


def new_secret() -> tuple[str, str]:
    """Return the id and the secret of a new token."""
    return secrets.token_hex(8), secrets.token_urlsafe(32)


def text_of(key: str, secret: str) -> str:
    """Return a token as clients send it."""
    return f"relgym_{key}_{secret}"


def parts_of(text: str) -> tuple[str, str] | None:
    """Return the id and the secret of a token as clients send it; `None` for another text."""
    found = _TOKEN.fullmatch(text)
    return None if found is None else (found[1], found[2])


def hash_of(secret: str) -> str:
    """Return the hash of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()
