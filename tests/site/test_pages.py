"""The pages of the site: links of the written ones, navigation, and a reference of all that is public."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import environments
import front
import navigation
import pytest
import reference
import reference_python
import sources

import relgym
from relgym.cli.app import COMMANDS
from relgym.service.verbs.table import VERBS


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources of a site without environments, but with their gallery."""
    folder = tmp_path_factory.mktemp("site")
    sources.write_pages(folder)
    environments.write_pages(folder, ())
    front.write_player(folder)
    reference.write_pages(folder)
    navigation.write_tables(folder)
    return folder


@pytest.mark.parametrize("name", ["site/note.txt", "site-sources/note.txt", "site", "site-sources"])
def test_a_build_removes_nothing_that_is_not_its_own(name: str, tmp_path: Path) -> None:
    pytest.importorskip("sphinx", reason="sphinx is not installed (pip install 'relgym[docs]')")
    file = tmp_path / name
    file.parent.mkdir(exist_ok=True)
    file.write_text("mine", encoding="utf-8")
    script = sources.DOCS / "site" / "build.py"
    command = [sys.executable, str(script), str(tmp_path / "site"), "--fast"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "was not made by this script; choose another folder" in done.stderr
    assert file.read_text("utf-8") == "mine"


def test_links_of_pages_lead_to_pages_and_files_of_the_site(pages: Path) -> None:
    count = 0
    for page in pages.rglob("*.md"):
        text = re.sub(r"^```.*?^```[ ]*$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
        for target in re.findall(r"\]\(([^()\s]+)\)", re.sub(r"`[^`\n]*`", "", text)):
            file = target.partition("#")[0]
            if "://" not in target and file:
                assert (page.parent / file).is_file(), f"{page.relative_to(pages)}: {target}"
                count += 1
    assert count > 250


def test_code_in_a_page_is_not_taken_for_links(tmp_path: Path) -> None:
    text = "[a](other.md)\n```text\n[b](other.md)\n```\n"
    pages = {tmp_path / "other.md": Path("deep/there.md")}
    written = sources.with_links(text, tmp_path / "page.md", Path("guide/page.md"), pages, tmp_path)
    assert written == "[a](../deep/there.md)\n```text\n[b](other.md)\n```\n"


def test_words_for_the_site_alone_stand_there(pages: Path, tmp_path: Path) -> None:
    text = "A.<!-- on the site: [B](made/b.md)\nis made. -->\n"
    written = sources.with_links(text, tmp_path / "page.md", Path("page.md"), {}, tmp_path)
    assert written == "A.[B](made/b.md)\nis made.\n"
    assert "](environments/index.md)" in (pages / "index.md").read_text("utf-8")
    assert "](../environments/index.md)" in (pages / "guide" / "domains.md").read_text("utf-8")


def test_every_page_stands_in_one_table_of_the_navigation(pages: Path) -> None:
    listed = []
    for index in pages.rglob("index.md"):
        for table in re.findall(r"```\{toctree\}\n:hidden:\n\n(.*?)\n```", index.read_text("utf-8"), flags=re.DOTALL):
            for line in table.split():
                place = pages / line.removeprefix("/") if line.startswith("/") else index.parent / line
                listed.append(place.with_suffix(".md"))
    there = set(pages.rglob("*.md")) - {pages / "index.md"}
    assert set(listed) == there
    assert len(listed) == len(there)


def test_the_front_page_has_a_player(pages: Path) -> None:
    text = (pages / "index.md").read_text("utf-8")
    assert front.PLAYER in text
    assert "(prefers-reduced-motion: reduce)" in text
    assert front.MARKER not in text


def test_the_front_page_the_readme_and_the_start_lead_to_the_same_pages() -> None:
    def rows(page: str) -> dict[str, Path]:
        path = sources.ROOT / page
        table = re.search(r"^\| you \|.*?\n\n", path.read_text("utf-8") + "\n", re.MULTILINE | re.DOTALL)
        assert table is not None, page
        found = re.findall(r"^\| (.+?) \| \[.+?\]\((\S+?)\) \|$", table[0], re.MULTILINE)
        return {who: (path.parent / target).resolve() for who, target in found}

    start = rows("docs/start/README.md")
    pages = {sources.DOCS / "start" / f"{path.stem}.md" for path in (sources.DOCS / "start").glob("*.md")}
    assert pages - {sources.DOCS / "start" / "README.md"} <= set(start.values())
    for page in ("README.md", "docs/index.md"):
        known = rows(page)
        assert known.items() <= start.items()
        assert {path for path in start.values() if path.parent.name == "start"} <= set(known.values())


def test_the_figures_of_the_front_page_are_measured_ones() -> None:
    figures = re.findall(r"^\| ([\d.,]+(?: times)?) \|", (sources.DOCS / "index.md").read_text("utf-8"), re.MULTILINE)
    measured = (sources.DOCS / "performance.md").read_text("utf-8")
    assert len(figures) == 3
    for figure in figures:
        assert re.search(rf"(?<![\d.,]){re.escape(figure)}", measured), figure


def test_all_public_names_are_in_the_reference() -> None:
    values = {name.partition(":")[2] for names in reference_python.documented().values() for name in names}
    assert set(relgym.__all__) <= values


def test_all_commands_and_options_are_in_the_reference(pages: Path) -> None:
    text = (pages / "reference" / "command-line.md").read_text("utf-8")
    for name in COMMANDS:
        assert f"### relgym {name}\n" in text
    assert "`--achievers`" in text
    assert "#### relgym token" in text, "a group of commands"


def test_all_requests_are_in_the_reference(pages: Path) -> None:
    text = (pages / "reference" / "http.md").read_text("utf-8")
    for verb in VERBS.values():
        for route in verb.routes:
            assert f"### {route.method} {route.path}\n" in text
