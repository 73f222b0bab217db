"""Notebooks run in fresh kernels and show what their files hold; they are short, and their links lead somewhere."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import nbformat
import pytest
from nbclient.exceptions import CellExecutionError

from tests.pages.markdown import ROOT, headings, links, name_of
from tests.pages.notebooks import BUTTON, NOTEBOOKS, executed, prose, read, text_of, with_button
from tests.pages.test_all_documents import unknown
from tests.pages.test_links import broken

INDEX = ROOT / "docs" / "notebooks" / "README.md"
AGAIN = "run `python -m tests.pages.rewrite docs/notebooks/NAME.ipynb` and look at the difference"
WORDS_LIMIT, CODE_LIMIT, BYTES_LIMIT = 600, 80, 200_000
"""The most words of prose, lines of code, and bytes of a file, for five minutes' reading."""


@pytest.fixture(params=NOTEBOOKS, ids=name_of)
def path(request: pytest.FixtureRequest) -> Path:
    """The file of each notebook."""
    found: Path = request.param
    return found


def test_a_notebook_shows_what_its_cells_give(path: Path) -> None:
    for extra in re.findall(r"pip install .*relgym\[(\w+)\]", read(path).cells[1].source):
        pytest.importorskip(extra, reason=f"{extra} is not installed (pip install 'relgym[{extra}]')")
    assert executed(path) == path.read_text(encoding="utf-8"), AGAIN


def test_a_notebook_has_one_title_first_a_picture_and_a_way_on(path: Path) -> None:
    first, setup, *_, last = [cell for cell in read(path).cells if cell.id != BUTTON]
    titles = [text for level, text in headings(prose(read(path))) if level == 1]
    assert first.source.startswith(f"# {titles[0]}\n")
    assert len(titles) == 1
    assert setup.metadata.get("tags") == ["setup"]
    assert setup.source.startswith("try:\n    import relgym\nexcept ImportError:\n    %pip install --quiet ")
    assert last.source.startswith("## Where to go next\n")
    assert len(list(links(last.source))) >= 2
    kinds = [kind for cell in read(path).cells for output in cell.get("outputs", []) for kind in output.get("data", {})]
    assert "image/svg+xml" in kinds


def test_a_notebook_is_short(path: Path) -> None:
    code = [line for cell in read(path).cells if cell.cell_type == "code" for line in cell.source.splitlines()]
    assert len(prose(read(path)).split()) <= WORDS_LIMIT
    assert len([line for line in code if line.strip()]) <= CODE_LIMIT
    assert path.stat().st_size <= BYTES_LIMIT


def test_links_of_a_notebook_lead_somewhere(path: Path) -> None:
    assert broken(path, prose(read(path))) == []


def test_what_a_notebook_names_exists(path: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(prose(read(path)), encoding="utf-8")
    assert unknown(page) == []


def test_the_index_has_every_notebook_and_each_leads_to_the_next() -> None:
    text = INDEX.read_text(encoding="utf-8")
    names = [target for target in links(text) if target.endswith(".ipynb")]
    assert sorted(names) == [path.name for path in NOTEBOOKS]
    for name, following in pairwise(names):
        assert following in links(read(INDEX.with_name(name)).cells[-1].source)


def kept(folder: Path, source: str) -> Path:
    """A file with a notebook of one cell, which shows 3."""
    three = nbformat.v4.new_output("execute_result", {"text/plain": "3", "text/html": "<b>3</b>"}, execution_count=7)
    cell = nbformat.v4.new_code_cell(source, id="one", outputs=[three], metadata={"scrolled": True})
    path = folder / "one.ipynb"
    path.write_text(text_of(nbformat.v4.new_notebook(cells=[cell])), encoding="utf-8")
    return path


def test_what_changes_from_run_to_run_is_not_kept(tmp_path: Path) -> None:
    [cell] = read(kept(tmp_path, "1 + 1")).cells
    assert (cell.execution_count, cell.metadata) == (None, {})
    assert cell.outputs[0].data == {"text/html": "<b>3</b>"}


def test_what_a_progress_bar_leaves_behind_is_not_kept() -> None:
    bar = nbformat.v4.new_output("display_data", {"text/html": '<pre style="color: red"></pre>\n'})
    cell = nbformat.v4.new_code_cell("slow()", id="one", outputs=[bar])
    assert nbformat.reads(text_of(nbformat.v4.new_notebook(cells=[cell])), as_version=4).cells[0].outputs == []


def test_another_output_is_found(tmp_path: Path) -> None:
    path = kept(tmp_path, "print('a ')\n1 + 1")
    text = executed(path)
    path.write_text(text, encoding="utf-8")
    printed, shown = read(path).cells[0].outputs
    assert printed.text == "a\n"
    assert shown.data == {"text/plain": "2"}


def test_a_cell_that_fails_is_found(tmp_path: Path) -> None:
    with pytest.raises(CellExecutionError, match="ZeroDivisionError"):
        executed(kept(tmp_path, "1 / 0"))


def test_a_link_to_colab_is_there_once_the_repository_has_an_address() -> None:
    path = NOTEBOOKS[0]
    plain = read(path)
    button = with_button(read(path), path, "https://github.com/owner/relgym/").cells[1]
    [address] = re.findall(r"\((.+)\)", button.source)
    assert address == f"https://colab.research.google.com/github/owner/relgym/blob/main/docs/notebooks/{path.name}"
    assert with_button(with_button(plain, path, "https://github.com/a/b"), path, None) == read(path)
