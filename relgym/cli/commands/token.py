"""The commands that make, list and revoke the tokens of a service."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from relgym import libraries
from relgym.cli import forms
from relgym.cli.options import Json
from relgym.errors import RelgymError

if TYPE_CHECKING:
    from sqlalchemy import Connection

app = typer.Typer(add_completion=False, no_args_is_help=True, help="Make, list and revoke tokens of the service.")

Data = Annotated[Path, typer.Option("--data", metavar="DIR", help="The folder of the service's database.")]
Database = Annotated[
    str | None,
    typer.Option(
        "--database", envvar="RELGYM_DATABASE", metavar="ADDRESS", help="A PostgreSQL database instead: postgresql://…"
    ),
]
FOLDER = Path("relgym-data")
DAY_SECONDS = 86_400.0


@app.command()
def create(
    data: Data = FOLDER,
    database: Database = None,
    name: Annotated[str, typer.Option("--name", help="A note that says what the token is for.")] = "",
    scope: Annotated[
        Literal["read", "play", "admin"],
        typer.Option("--scope", help="What the token allows; admin also sees the tasks and sessions of all others."),
    ] = "play",
    days: Annotated[
        float | None, typer.Option("--days", metavar="N", min=0.0, help="The days after which it ends.")
    ] = None,
    owner: Annotated[
        str | None, typer.Option("--owner", metavar="ID", help="Another token, whose tasks and sessions it sees.")
    ] = None,
    agent: Annotated[bool, typer.Option("--agent", help="Deny undo, reset and goto.")] = False,
    rate: Annotated[
        float | None, typer.Option("--rate", metavar="N", min=0.001, help="The requests each second that it may send.")
    ] = None,
    concurrency: Annotated[
        int | None, typer.Option("--concurrency", metavar="N", min=1, help="The requests that it may send at once.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Make a token, and print it: the service keeps only its hash.

    \b
    relgym token create --name ann --days 90
    relgym token create --scope read --owner 1f0c5d8e2c7f5f0f
    """
    with _connection(data, database) as connection:
        from relgym.service.access.tokens import Token, hash_of, new_secret, text_of
        from relgym.service.store.tokens import add_token, all_tokens

        if len(name) > 100:
            raise RelgymError("the name has more than 100 characters")
        if owner is not None and owner not in {token.id for token in all_tokens(connection)}:
            raise RelgymError(f"there is no token {owner!r}", hint="relgym token list")
        key, secret = new_secret()
        now = time.time()
        expires = None if days is None else now + days * DAY_SECONDS
        token = Token(key, hash_of(secret), name, scope, owner or key, agent, rate, concurrency, now, expires, None)
        add_token(connection, token)
    text = text_of(key, secret)
    if as_json:
        typer.echo(forms.text_of({"id": key, "token": text}))
    else:
        typer.echo(text)


@app.command("list")
def every(data: Data = FOLDER, database: Database = None, as_json: Json = False) -> None:
    """List all tokens, without their secrets.

    \b
    relgym token list
    relgym token list --data my-data --json
    """
    with _connection(data, database) as connection:
        from relgym.service.store.tokens import all_tokens

        tokens = all_tokens(connection)
    now = time.time()
    if as_json:
        typer.echo(
            forms.text_of(
                {
                    "tokens": [
                        {
                            "id": token.id,
                            "name": token.name,
                            "scope": token.scope,
                            "agent": token.is_agent,
                            "owner": token.owner,
                            "rate": token.rate,
                            "concurrency": token.concurrency,
                            "created": _date(token.created),
                            "expires": _date(token.expires),
                            "state": token.state(now),
                        }
                        for token in tokens
                    ]
                }
            )
        )
        return
    if not tokens:
        typer.echo(f"there are no tokens in {data if database is None else 'the database'}", err=True)
    for token in tokens:
        kind = "agent" if token.is_agent else token.scope
        line = f"{token.id}  {kind:5}  {token.state(now):7}  expires {_date(token.expires) or 'never'}  {token.name}"
        typer.echo(line.rstrip())


@app.command()
def revoke(
    token: Annotated[str, typer.Argument(metavar="ID", help="The id of a token, as `relgym token list` shows it.")],
    data: Data = FOLDER,
    database: Database = None,
) -> None:
    """Revoke a token; a service that runs refuses it after a second.

    \b
    relgym token revoke 1f0c5d8e2c7f5f0f
    """
    with _connection(data, database) as connection:
        from relgym.service.store.tokens import revoke_token

        if not revoke_token(connection, token):
            raise RelgymError(f"there is no valid token {token!r}", hint="relgym token list")
    typer.echo(f"{token} is revoked")


@contextmanager
def _connection(data: Path, database: str | None) -> Iterator[Connection]:
    with libraries.extra("serve", "this command"):
        from relgym.service.store.databases import opened
    engine = opened(data, database)
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def _date(seconds: float | None) -> str | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
