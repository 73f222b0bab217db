"""The pages of the environments: one for each domain of the catalogue, and a gallery that leads to them."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

FEW = ("blocks", "tireworld", "cart-pole")
"""The domains of a fast build: PDDL, PPDDL, RDDL."""


def write_pages(folder: Path, names: Collection[str] | None = None) -> None:
    """Write the pages into the folder `environments` of the site's sources, with their pictures.

    Args:
        folder: Where the site's sources are.
        names: The folders of the domains that get a page, or None for all.
    """
