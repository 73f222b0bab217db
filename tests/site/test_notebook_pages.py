"""Pages of notebooks show cells and what is kept of their outputs; nothing runs."""

from __future__ import annotations

from pathlib import Path

import nbformat
import notebook_pages
import pytest
import sources
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output


def saved(folder: Path, *outputs: nbformat.NotebookNode) -> Path:
    """A file with a title, the cell that installs relgym, and a cell that would fail."""
    cells = [
        new_markdown_cell("# One\n\nSee [two](two.ipynb).", id="title"),
        new_code_cell("%pip install relgym", id="setup", metadata={"tags": ["setup"]}),
        new_code_cell("1 / 0", id="fails", outputs=[*outputs]),
    ]
    path = folder / "one.ipynb"
    nbformat.write(new_notebook(cells=cells), path)
    return path


def test_cells_and_outputs_are_markdown_and_files(tmp_path: Path) -> None:
    path = saved(
        tmp_path,
        new_output("stream", text="printed\n"),
        new_output("execute_result", {"image/svg+xml": "<svg/>"}),
        new_output("execute_result", {"text/html": "<b>1</b>"}),
        new_output("execute_result", {"text/plain": "2"}),
    )
    folder = tmp_path / "site"
    assert notebook_pages.page(path, folder).split("\n\n") == [
        "# One",
        "See [two](two.ipynb).",
        "{download}`Save this notebook <one.ipynb>`",
        "```ipython3\n1 / 0\n```",
        "```{code-block} text\n:class: output",
        "printed\n```",
        "```{image} pictures/one-fails-1.svg\n:alt: The picture that the code above shows\n:class: output\n```",
        '```{raw} html\n<div class="output">\n<b>1</b>\n</div>\n```',
        "```{code-block} text\n:class: output",
        "2\n```\n",
    ]
    assert (folder / "pictures" / "one-fails-1.svg").read_text("utf-8") == "<svg/>"
    assert (folder / "one.ipynb").read_bytes() == path.read_bytes()


def test_an_output_without_a_form_is_refused(tmp_path: Path) -> None:
    path = saved(tmp_path, new_output("execute_result", {"application/json": {}}))
    with pytest.raises(ValueError, match="no form for application/json"):
        notebook_pages.page(path, tmp_path / "site")


def test_links_between_notebooks_lead_to_pages() -> None:
    pages = sources.written_pages()
    notebooks = {path for path in pages if path.suffix == ".ipynb"}
    assert {pages[path].as_posix() for path in notebooks} == {f"notebooks/{path.stem}.md" for path in notebooks}
    first = sources.DOCS / "notebooks" / "first-steps.ipynb"
    written = sources.with_links("[a](first-steps.ipynb)", first, pages[first], pages, Path())
    assert written == "[a](first-steps.md)"
