"""A bar for what takes longer than a second; it is shown on terminals and in notebooks, and goes when all is done.

>>> [item for item in tracked(["a", "b"], "reading")]
['a', 'b']
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import TypeVar

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

DELAY = 1.0
"""Seconds that pass before the bar shows."""

T = TypeVar("T")


def tracked(items: Sequence[T], doing: str) -> Iterator[T]:
    """The items one after another, and on standard error how many are done; `doing` says what, in a word or two."""
    console = Console(stderr=True)
    if not (console.is_terminal or console.is_jupyter):
        yield from items
        return
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    bar = Progress(*columns, console=console, transient=True)
    task = bar.add_task(doing, total=len(items))
    begun = monotonic()
    started = False
    try:
        for done, item in enumerate(items):
            if not started and monotonic() - begun > DELAY:
                bar.start()
                started = True
            bar.update(task, completed=done)
            yield item
    finally:
        if started:
            bar.stop()


@contextmanager
def counting(doing: str, unit: str) -> Iterator[Callable[[int], None]]:
    """Show how much is done of work whose end nobody knows.

    Args:
        doing: What is done, in a word or two.
        unit: What is counted, in the plural.

    Yields:
        A function that takes the number that is done.

    >>> with counting("searching", "states") as show:
    ...     show(1000)
    """
    console = Console(stderr=True)
    if not (console.is_terminal or console.is_jupyter):
        yield lambda number: None
        return
    columns = SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
    bar = Progress(*columns, console=console, transient=True)
    task = bar.add_task(doing)
    begun = monotonic()
    started = False

    def show(number: int) -> None:
        nonlocal started
        if not started and monotonic() - begun > DELAY:
            bar.start()
            started = True
        bar.update(task, description=f"{doing}: {number:,} {unit}")

    try:
        yield show
    finally:
        if started:
            bar.stop()
