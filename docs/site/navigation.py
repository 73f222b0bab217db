"""The site's sections: their index pages, and the tables from which Sphinx makes the navigation."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple


class Section(NamedTuple):
    """A section of the site: a folder of its sources.

    Attributes:
        folder: The name of the folder; "" for the root.
        title: The title of its index page, where none is written.
        text: What that index page says, where none is written.
    """

    folder: str
    title: str
    text: str


SECTIONS = (
    Section("start", "Start", ""),
    Section("guide", "Guide", ""),
    Section("notebooks", "Notebooks", ""),
    Section("environments", "Environments", ""),
    Section("coming-from", "Coming from", ""),
    Section("reference", "Reference", ""),
    Section("project", "Project", "How relgym is built, measured, released and kept."),
    Section("decisions", "Decisions", "What was decided, why, and what a change would cost."),
)
"""The sections in the order of the navigation."""

INSIDE = {"project": ("decisions/index",)}
"""Pages of other folders that stand in the navigation of a section."""

_LINK = re.compile(r"\]\(([^()\s#]+)\.md(?:#[^()\s]*)?\)")


def write_tables(folder: Path) -> None:
    """Give each section an index page, and each index page the table of the pages that it leads to.

    Args:
        folder: Where the site's sources are, with all their pages.
    """
    shown = []
    for section in SECTIONS:
        place = folder / section.folder
        if not place.is_dir():
            continue
        index = place / "index.md"
        pages = sorted(str(path.relative_to(place).with_suffix("")) for path in place.rglob("*.md") if path != index)
        if not index.is_file():
            lines = [f"# {section.title}", "", section.text, ""]
            lines += [f"- [{_title(place / f'{page}.md')}]({page}.md)" for page in pages]
            index.write_text("\n".join(lines) + "\n", encoding="utf-8")
        others = [f"/{page}" for page in INSIDE.get(section.folder, ())]
        _append_table(index, [*_in_order(index, pages), *others])
        if not any(f"{section.folder}/index" in pages for pages in INSIDE.values()):
            shown.append(f"{section.folder}/index")
    _append_table(folder / "index.md", shown)


def _in_order(index: Path, pages: list[str]) -> list[str]:
    """Sort pages by where their index page names them first; the others come last."""
    named = list(dict.fromkeys(_LINK.findall(index.read_text(encoding="utf-8"))))
    return sorted(pages, key=lambda page: named.index(page) if page in named else len(named))


def _title(page: Path) -> str:
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            return line[2:]
    raise ValueError(f"{page} has no title")


def _append_table(index: Path, pages: list[str]) -> None:
    table = "\n".join(("", "```{toctree}", ":hidden:", "", *pages, "```", ""))
    index.write_text(index.read_text(encoding="utf-8") + table, encoding="utf-8")
