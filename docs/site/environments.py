"""The pages of the environments: one for each domain of the catalogue, and a gallery that leads to them."""

from __future__ import annotations

import os
from collections.abc import Collection
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from environment_pages import PICTURES, Page, page
from gallery import gallery

from relgym.catalogue.domains import catalogue, spec

FEW = ("blocks", "tireworld", "cart-pole")
"""The domains of a fast build: PDDL, PPDDL, RDDL."""

ALONE = 5
"""The most pages that one process makes, since others would need longer to start."""


def write_pages(folder: Path, names: Collection[str] | None = None, costly: bool = True) -> None:
    """Write the pages into the folder `environments` of the site's sources, with their pictures.

    Args:
        folder: Where the site's sources are.
        names: The folders of the domains that get a page, or None for all.
        costly: False leaves out what takes long: pictures, films and spaces.
    """
    domains = [domain for domain in catalogue() if names is None or domain.name in names]
    place = folder / "environments"
    (place / PICTURES).mkdir(parents=True, exist_ok=True)
    pictures: list[str] = []
    for domain, made in zip(domains, _made([domain.name for domain in domains], costly), strict=True):
        (place / f"{domain.name}.md").write_text(made.text, encoding="utf-8")
        for name, svg in made.pictures.items():
            (place / PICTURES / name).write_text(svg, encoding="utf-8")
        pictures += made.pictures
    (place / "index.md").write_text(gallery(domains, pictures), encoding="utf-8")


def _made(names: list[str], costly: bool) -> list[Page]:
    """Make the pages of some domains, by as many processes as there are cores where that takes long."""
    workers = min(len(names), os.cpu_count() or 1)
    if not costly or workers < 2 or len(names) <= ALONE:
        return [_page(name, costly) for name in names]
    # Pages take from 0.2 to 10 s: one at a time keeps all processes busy.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        return [*pool.map(_page, names, [costly] * len(names))]


def _page(name: str, costly: bool) -> Page:
    return page(spec(name), costly)
