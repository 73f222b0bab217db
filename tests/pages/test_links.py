"""Links between pages lead to files and headings that are there, and the guide's pages have one form."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pages.markdown import GUIDE, GUIDE_PAGES, PAGES, README, ROOT, anchors, headings, links, name_of, prose


def broken(page: Path, text: str) -> list[str]:
    """The links of a page that lead nowhere."""
    found = []
    for target in links(text):
        if "://" in target or target.startswith("mailto:"):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        known = file == page or (file.exists() and file.is_relative_to(ROOT.resolve()))
        if known and anchor:
            known = file.suffix == ".md" and anchor in anchors(text if file == page else file.read_text("utf-8"))
        if not known:
            found.append(target)
    return found


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    assert broken(page, page.read_text(encoding="utf-8")) == []


def test_links_that_lead_nowhere_are_found() -> None:
    text = "# Title\n[a](none.md) [b](#title) [c](#none) [d](docs/states.md#none) [e](docs/states.md) `[f](code)`\n"
    assert broken(ROOT / "README.md", text) == ["none.md", "#none", "docs/states.md#none"]


def test_the_readme_is_short() -> None:
    assert len(README.read_text(encoding="utf-8").splitlines()) <= 150


@pytest.mark.parametrize("page", GUIDE_PAGES, ids=name_of)
def test_a_page_of_the_guide_has_one_title_and_is_short(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert [level for level, _ in headings(text)].count(1) == 1
    assert 60 <= len(text.splitlines()) <= 250


@pytest.mark.parametrize("page", GUIDE_PAGES, ids=name_of)
def test_the_index_of_the_guide_names_every_page(page: Path) -> None:
    index = GUIDE / "README.md"
    assert page == index or str(page.relative_to(GUIDE)) in links(prose(index.read_text(encoding="utf-8")))
