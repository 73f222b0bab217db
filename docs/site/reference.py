"""The reference: Python's public names, the command line and HTTP, from what the code says of itself."""

from __future__ import annotations

from pathlib import Path


def write_pages(folder: Path) -> None:
    """Write the pages into the folder `reference` of the site's sources.

    Args:
        folder: Where the site's sources are.
    """
