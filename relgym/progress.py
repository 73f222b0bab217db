"""A bar for what takes longer than a second; it is shown on terminals and in notebooks, and goes when all is done.

>>> [item for item in tracked(["a", "b"], "reading")]
['a', 'b']
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import ProgressColumn

DELAY = 1.0
"""Seconds that pass before the bar shows."""

T = TypeVar("T")


CURVE_LEVELS = "▁▂▃▄▅▆▇█"
"""The signs of a curve in a line of text, from low to high."""


def tracked(items: Sequence[T], doing: str, result: Callable[[], str] | None = None) -> Iterator[T]:
    """The items one after another, and on standard error how many are done; `doing` says what, in a word or two.

    Args:
        items: The items.
        doing: What is done.
        result: Returns what has come of it so far, in a few words; asked before each item where a bar is shown.
    """
    console = _console()
    if console is None:
        yield from items
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

    # What is said of the result is no markup.
    text = TextColumn("{task.description}", markup=False)
    columns = text, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with _bar(console, columns, doing, len(items)) as update:
        for done, item in enumerate(items):
            said = "" if result is None else result()
            if console.options.ascii_only:
                said = said.encode("ascii", "ignore").decode()
            update(completed=done, description=f"{doing}: {said}" if said else doing)
            yield item


def curve_text(values: Sequence[float], width: int = 12) -> str:
    """Return a curve in a line of text.

    Args:
        values: The values, one after another; an equal number of them stands behind each sign.
        width: The largest number of signs.

    >>> curve_text([0, 1, 4, 8, 8])
    '▁▁▄██'
    """
    each = max(1, -(-len(values) // width))
    means = [sum(part) / len(part) for at in range(0, len(values), each) if (part := values[at : at + each])]
    low, high = min(means, default=0.0), max(means, default=0.0)
    size = (high - low) or 1.0
    return "".join(CURVE_LEVELS[int((mean - low) / size * (len(CURVE_LEVELS) - 1))] for mean in means)


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
    console = _console()
    if console is None:
        yield lambda number: None
        return
    from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
    with _bar(console, columns, doing, None) as update:
        yield lambda number: update(description=f"{doing}: {number:,} {unit}")


@contextmanager
def _bar(
    console: Console, columns: tuple[ProgressColumn, ...], doing: str, total: int | None
) -> Iterator[Callable[..., None]]:
    """Yield a function that changes a bar, which is shown after a delay."""
    from rich.progress import Progress

    bar = Progress(*columns, console=console, transient=True)
    task = bar.add_task(doing, total=total)
    begun = monotonic()
    started = False

    def update(**changes: Any) -> None:
        nonlocal started
        if not started and monotonic() - begun > DELAY:
            bar.start()
            started = True
        bar.update(task, **changes)

    try:
        yield update
    finally:
        if started:
            bar.stop()


def _console() -> Console | None:
    """Return where bars are shown; `None` for a file, and in a browser, where the library is not."""
    try:
        from rich.console import Console
    except ModuleNotFoundError:
        return None
    console = Console(stderr=True)
    return console if console.is_terminal or console.is_jupyter else None
