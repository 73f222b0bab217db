"""The command that starts the reasoning service."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Literal

import typer

from relgym import libraries
from relgym.tuning.service import (
    OWNER_BYTES_LIMIT,
    OWNER_SESSIONS_LIMIT,
    OWNER_TASKS_LIMIT,
    OWNER_TEXTS_BYTES_LIMIT,
    SESSION_NODES_LIMIT,
    TOKEN_CONCURRENCY,
    TOKEN_RATE,
)

LogLevel = Literal["debug", "info", "warning", "error"]


def serve(
    port: Annotated[
        int, typer.Option("--port", metavar="N", min=0, max=65535, help="The port; 0 takes a free one.")
    ] = 8000,
    host: Annotated[
        str, typer.Option("--host", help="The address to bind to; others than loopback need tokens.")
    ] = "127.0.0.1",
    data: Annotated[
        Path, typer.Option("--data", metavar="DIR", help="The folder of the database with tasks and sessions.")
    ] = Path("relgym-data"),
    database: Annotated[
        str | None,
        typer.Option(
            "--database",
            envvar="RELGYM_DATABASE",
            metavar="ADDRESS",
            help="A PostgreSQL database instead: postgresql://….",
        ),
    ] = None,
    workers: Annotated[int, typer.Option("--workers", metavar="N", min=1, max=64, help="Processes of engines.")] = 2,
    limit: Annotated[
        float, typer.Option("--limit", metavar="SECONDS", min=0.01, help="The seconds that a call may take.")
    ] = 30.0,
    memory: Annotated[
        int, typer.Option("--memory", metavar="MB", min=16, help="The memory that a call may add, in megabytes.")
    ] = 2048,
    max_sessions: Annotated[
        int, typer.Option("--max-sessions", metavar="N", min=1, help="The sessions of one owner.")
    ] = OWNER_SESSIONS_LIMIT,
    max_nodes: Annotated[
        int, typer.Option("--max-nodes", metavar="N", min=1, help="The nodes of one session.")
    ] = SESSION_NODES_LIMIT,
    max_tasks: Annotated[
        int, typer.Option("--max-tasks", metavar="N", min=1, help="The tasks of one owner.")
    ] = OWNER_TASKS_LIMIT,
    max_texts: Annotated[
        int, typer.Option("--max-texts", metavar="BYTES", min=1, help="The texts of all tasks of one owner.")
    ] = OWNER_TEXTS_BYTES_LIMIT,
    max_bytes: Annotated[
        int, typer.Option("--max-bytes", metavar="BYTES", min=1, help="The nodes of all sessions of one owner.")
    ] = OWNER_BYTES_LIMIT,
    expire: Annotated[
        float | None,
        typer.Option("--expire", metavar="DAYS", min=0.0001, help="Remove tasks and sessions not used for so long."),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option("--allow-host", metavar="NAME", help="Another host name by which the service is reached."),
    ] = None,
    allow_origin: Annotated[
        list[str] | None,
        typer.Option("--allow-origin", metavar="URL", help="Another site whose pages may use the service."),
    ] = None,
    rate: Annotated[
        float, typer.Option("--rate", metavar="N", min=0.001, help="The requests each second that a token may send.")
    ] = TOKEN_RATE,
    concurrency: Annotated[
        int, typer.Option("--concurrency", metavar="N", min=1, help="The requests at once that a token may send.")
    ] = TOKEN_CONCURRENCY,
    open_page: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page in a browser, where there is one.")
    ] = False,
    log: Annotated[
        LogLevel, typer.Option("--log", help="The least severe messages to log; info logs a line for each request.")
    ] = "warning",
) -> None:
    """Start the reasoning service: tasks, sessions and questions over HTTP.

    \b
    relgym serve --open
    relgym serve --port 9000 --data my-data --workers 4
    relgym token create --name me && relgym serve --host 0.0.0.0 --allow-host relgym.example
    """
    with libraries.extra("serve", "the service"):
        from relgym.service.serve import serve as run
        from relgym.service.settings import Settings
    settings = Settings(
        data=data,
        database=database,
        workers=workers,
        seconds=limit,
        memory=memory,
        max_sessions=max_sessions,
        max_nodes=max_nodes,
        max_tasks=max_tasks,
        max_texts=max_texts,
        max_bytes=max_bytes,
        expire=expire,
        hosts=frozenset(name.lower() for name in allow_host or ()),
        origins=frozenset(url.rstrip("/") for url in allow_origin or ()),
        rate=rate,
        concurrency=concurrency,
        log=log,
    )
    # Neither workers nor the planners that they start need the password in it.
    os.environ.pop("RELGYM_DATABASE", None)
    run(settings, host, port, opens_page=open_page)
