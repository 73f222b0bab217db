"""The command that starts the reasoning service."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from relgym.errors import RelgymError


def serve(
    port: Annotated[
        int, typer.Option("--port", metavar="N", min=0, max=65535, help="The port; 0 takes a free one.")
    ] = 8000,
    host: Annotated[str, typer.Option("--host", help="The address to bind to, on this machine only.")] = "127.0.0.1",
    data: Annotated[
        Path, typer.Option("--data", metavar="DIR", help="The folder of the database with tasks and sessions.")
    ] = Path("relgym-data"),
    workers: Annotated[int, typer.Option("--workers", metavar="N", min=1, max=64, help="Processes of engines.")] = 2,
    limit: Annotated[
        float, typer.Option("--limit", metavar="SECONDS", min=0.01, help="The seconds that a call may take.")
    ] = 30.0,
    memory: Annotated[
        int, typer.Option("--memory", metavar="MB", min=16, help="The memory that a call may add, in megabytes.")
    ] = 2048,
) -> None:
    """Start the reasoning service: tasks, sessions and questions over HTTP.

    \b
    relgym serve
    relgym serve --port 9000 --data my-data --workers 4
    """
    try:
        from relgym.service.serve import serve as run
        from relgym.service.settings import Settings
    except ModuleNotFoundError as error:
        raise RelgymError(
            f"the service needs a package that is not installed: {error.name}", hint="pip install 'relgym[serve]'"
        ) from error
    run(Settings(data=data, workers=workers, seconds=limit, memory=memory), host, port)
