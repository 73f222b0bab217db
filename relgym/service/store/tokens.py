"""Tokens in the database."""

from __future__ import annotations

from dataclasses import asdict
from time import time

from sqlalchemy import Connection, insert, select, update

from relgym.service.access.tokens import Token
from relgym.service.store.schema import TOKENS


def add_token(connection: Connection, token: Token) -> None:
    """Add a token."""
    connection.execute(insert(TOKENS).values(asdict(token)))


def all_tokens(connection: Connection) -> list[Token]:
    """Return all tokens, also those that are not valid any more, the oldest first."""
    rows = connection.execute(select(TOKENS).order_by(TOKENS.c.created, TOKENS.c.id)).all()
    return [Token(**row._mapping) for row in rows]


def revoke_token(connection: Connection, key: str) -> bool:
    """Revoke a token; returns whether there was a valid one of this id."""
    own = (TOKENS.c.id == key) & TOKENS.c.revoked.is_(None)
    return connection.execute(update(TOKENS).where(own).values(revoked=time())).rowcount > 0
