"""Pages for those who come from other libraries: their form, and the columns of the comparison, made anew."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from relgym.catalogue.domains import catalogue
from tests.bench.other_libraries import FEATURES, tried
from tests.pages.markdown import GUIDE, ROOT, blocks, headings, links, name_of, prose

FOLDER = ROOT / "docs" / "coming-from"

INDEX = FOLDER / "README.md"

COMPARISON = (FOLDER / "comparison.md").read_text(encoding="utf-8")

PAGES = sorted(set(FOLDER.glob("*.md")) - {INDEX, FOLDER / "comparison.md"})


def table(title: str) -> list[list[str]]:
    """The rows of the first table below a heading of the comparison, its head among them."""
    section = COMPARISON.split(f"## {title}\n")[1].split("\n## ")[0]
    rows = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in rows if not re.fullmatch(r"[ -]+", row[0])]


@pytest.mark.parametrize("library", ["relgym", "unified-planning"])
def test_columns_of_the_comparison_are_made_anew(library: str) -> None:
    if library == "unified-planning" and find_spec("unified_planning") is None:
        pytest.skip("unified-planning is not installed (pip install 'relgym[up]')")
    head, *rows = table("Features of PDDL")
    assert {row[0]: row[head.index(library)] for row in rows} == tried(library)


def test_the_comparison_has_each_feature_that_is_tried() -> None:
    _, *rows = table("Features of PDDL")
    assert [row[0] for row in rows] == [*FEATURES]


def test_the_comparison_counts_the_domains() -> None:
    counts = " of PDDL, ".join(str(len(catalogue(language))) for language in ("pddl", "rddl"))
    assert f"| {counts} of RDDL |" in COMPARISON


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_a_page_has_a_table_what_is_the_same_what_differs_and_a_program(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    titles = [title for _, title in headings(text)]
    assert titles.index("What is the same") < titles.index("What differs, and why")
    assert text.index("\n| --- | --- |\n") < text.index("## ")
    assert any(block.language == "python" and block.reason is None for block in blocks(text))
    assert len(text.splitlines()) <= 200


def test_the_index_names_every_page_and_the_guide_the_index() -> None:
    named = {*links(prose(INDEX.read_text(encoding="utf-8")))}
    assert {page.name for page in FOLDER.glob("*.md")} - {"README.md"} <= named
    assert "../coming-from/README.md" in links(prose((GUIDE / "README.md").read_text(encoding="utf-8")))
