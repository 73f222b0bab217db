"""Put the written pages together for Sphinx: docs/ becomes the root, pages of the checkout's root lie beside it.

A page reads the same in a checkout and on the site: links to pages lead to pages, links to other files of the checkout
to copies that a reader can save.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import notebook_pages

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"

ROOT_PAGES = {
    "CHANGELOG.md": "project/changes.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "SECURITY.md": "project/security-policy.md",
    "CODE_OF_CONDUCT.md": "project/code-of-conduct.md",
}
"""Pages of the checkout's root, and where the site has them; the front page takes the README's place."""

MOVED = {
    "architecture.md": "project/architecture.md",
    "performance.md": "project/performance.md",
    "releasing.md": "project/releasing.md",
    "security.md": "project/security.md",
    "diagnostics.md": "reference/diagnostics.md",
    "diagnostics-examples.md": "reference/diagnostics-examples.md",
    "glossary.md": "reference/glossary.md",
    "states.md": "reference/states.md",
}
"""Pages of docs/ that the site has in one of its sections."""

FILES = "files"
"""The folder of the site's sources with what pages link to and are no pages."""

_APART = re.compile(r"(^```+.*?^```+[ ]*$|<!-- on the site:\s.+? -->)", re.MULTILINE | re.DOTALL)
"""Parts of a page whose links are not those of a checkout: code, and words for the site."""
_ON_SITE = re.compile(r"\A<!-- on the site:\s+(.+) -->\Z", re.DOTALL)
"""Words of a page, with links as they are on the site, which a checkout does not show: it lacks what they lead to."""
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")


def written_pages() -> dict[Path, Path]:
    """The pages in the checkout, each with its place among the site's sources."""
    pages = {ROOT / name: Path(place) for name, place in ROOT_PAGES.items()}
    for path in sorted((*DOCS.rglob("*.md"), *DOCS.rglob("*.ipynb"))):
        place = path.relative_to(DOCS)
        if place.parts[0] != "site":
            moved = Path(MOVED.get(str(place), place)).with_suffix(".md")
            pages[path] = moved.with_name("index.md") if moved.name == "README.md" else moved
    return pages


def write_pages(folder: Path) -> None:
    """Write all written pages into a folder, with the files that they link to.

    Args:
        folder: Where the site's sources are.
    """
    pages = written_pages()
    for path, place in pages.items():
        target = folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        is_notebook = path.suffix == ".ipynb"
        text = notebook_pages.page(path, target.parent) if is_notebook else path.read_text(encoding="utf-8")
        target.write_text(with_links(text, path, place, pages, folder), encoding="utf-8")


def with_links(text: str, path: Path, place: Path, pages: dict[Path, Path], folder: Path) -> str:
    """Return a page's text with its links as they are on the site.

    Args:
        text: The page in Markdown.
        path: Its file in the checkout, from which links lead.
        place: The page among the site's sources.
        pages: All pages, with their places.
        folder: Where the site's sources are, into which linked files are copied.
    """

    def replaced(match: re.Match[str]) -> str:
        mark, words, target = match.groups()
        file, _, anchor = target.partition("#")
        if "://" in target or target.startswith("mailto:") or not file:
            return match[0]
        linked = (path.parent / file).resolve()
        if linked.is_dir() and linked / "README.md" in pages:
            linked /= "README.md"
        if linked == ROOT / "README.md":
            there = Path("index.md")
        elif linked in pages:
            there = pages[linked]
        elif linked.is_dir():
            # A site has no listing of folders.
            return words
        else:
            there = _copied(linked, folder)
        return f"{mark}[{words}]({os.path.relpath(there, place.parent)}{'#' + anchor if anchor else ''})"

    parts = _APART.split(text)
    return "".join(
        _ON_SITE.sub(r"\1", part) if number % 2 else _LINK.sub(replaced, part) for number, part in enumerate(parts)
    )


def _copied(file: Path, folder: Path) -> Path:
    """Copy a file that a page links to; returns its place."""
    there = Path(FILES) / file.relative_to(ROOT)
    target = folder / there
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, target)
    return there
