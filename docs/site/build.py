"""Build the documentation site as a folder of static files that works from any host, under any path.

    python docs/site/build.py [FOLDER] [--fast]

FOLDER is build/site by default, and is replaced; so is FOLDER-sources beside it, with the pages that Sphinx reads. A
warning of Sphinx, a link that leads nowhere, and a page that no other page leads to end it with an error. `--fast`
leaves the playground and all but three environments out.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from pathlib import Path

import environments
import front
import navigation
import reference
from sources import ROOT, write_pages
from sphinx.cmd.build import main as sphinx

HERE = Path(__file__).resolve().parent


def build(folder: Path, fast: bool = False) -> None:
    """Build the site.

    Args:
        folder: Where it goes; a site that is there is removed.
        fast: Whether the playground and most environments are left out.

    Raises:
        SystemExit: What is there was not made by this script, or the site has faults.
    """
    sources = folder.with_name(f"{folder.name}-sources")
    # A build that was interrupted leaves a folder of Sphinx without an inventory.
    for place, marks in ((folder, ("objects.inv", ".doctrees")), (sources, ("index.md",))):
        made = any((place / mark).exists() for mark in marks)
        if place.exists() and not made and (place.is_file() or any(place.iterdir())):
            raise SystemExit(f"{place} is there, and was not made by this script; choose another folder")
    shutil.rmtree(folder, ignore_errors=True)
    shutil.rmtree(sources, ignore_errors=True)
    sources.mkdir(parents=True)
    write_pages(sources)
    front.write_player(sources)
    environments.write_pages(sources, environments.FEW if fast else None)
    reference.write_pages(sources)
    navigation.write_tables(sources)
    failed = sphinx(["-q", "-W", "--keep-going", "-E", "-j", "auto", "-c", str(HERE), str(sources), str(folder)])
    if failed:
        raise SystemExit("the site has faults, see above; nothing of it should be published")
    shutil.rmtree(folder / ".doctrees")
    front.write_film(folder)
    if not fast:
        front.write_playground(folder)


def main(words: list[str]) -> None:
    """Build the site into the folder that is named, and say where it is."""
    parser = argparse.ArgumentParser(description="Build the documentation site.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build" / "site")
    parser.add_argument("--fast", action="store_true", help="without the playground and most environments")
    chosen = parser.parse_args(words)
    folder = chosen.folder.resolve()
    build(folder, chosen.fast)
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    pages = sum(1 for _ in folder.rglob("*.html"))
    print(
        f"{folder}: {pages} pages, {size / 1e6:.1f} MB; see it by: python -m http.server -d {os.path.relpath(folder)}"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
