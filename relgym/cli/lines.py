"""Input of a player, line by line."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import typer


def lines(prompt: str = "") -> Iterator[str]:
    """The lines of standard input, without empty ones; the prompt is for people only."""
    # Where a shell has closed it (`<&-`) there is none, which is as good as its end.
    while sys.stdin is not None:
        if prompt and sys.stdin.isatty():
            typer.echo(prompt, nl=False)
        line = sys.stdin.readline()
        if not line:
            return
        if line.strip():
            yield line.strip()
