"""Notebooks as they are kept: with what a fresh kernel shows, and without anything that changes from run to run.

`python -m tests.pages.rewrite docs/notebooks/NAME.ipynb` writes what the cells show now.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
import tomllib
from pathlib import Path
from unittest.mock import patch

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode

from tests.pages.examples import SETTINGS, tidied
from tests.pages.fresh import SECONDS
from tests.pages.markdown import ROOT

NOTEBOOKS = tuple(sorted((ROOT / "docs" / "notebooks").glob("*.ipynb")))

METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}

BUTTON = "colab"
"""The id of the cell with the link to Colab."""

FORMS = ("image/svg+xml", "text/html", "text/plain")
"""What is kept of a result: the first of these forms that it has, since readers see no other."""


def read(path: Path) -> NotebookNode:
    """The notebook of a file."""
    notebook: NotebookNode = nbformat.read(path, as_version=4)
    return notebook


def prose(notebook: NotebookNode) -> str:
    """The Markdown of a notebook."""
    return "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")


def executed(path: Path) -> str:
    """The text of a notebook's file after a run; raises `nbclient.exceptions.CellExecutionError` if a cell fails."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    notebook = with_button(read(path), path, project.get("urls", {}).get("source"))
    with tempfile.TemporaryDirectory() as folder:
        paths = {
            "PYTHONPATH": str(ROOT),
            # The command of the Python that runs this, and no settings of the one who does.
            "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]),
            "IPYTHONDIR": str(Path(folder, ".ipython")),
        }
        with patch.dict(os.environ, {**SETTINGS, **paths}):
            NotebookClient(
                notebook,
                timeout=SECONDS,
                kernel_name="python3",
                coalesce_streams=True,
                resources={"metadata": {"path": folder}},
            ).execute()
    return text_of(notebook)


def with_button(notebook: NotebookNode, path: Path, source: str | None) -> NotebookNode:
    """A notebook with a link that opens it in Colab, or without one as long as nobody knows where the repository is.

    Args:
        notebook: The notebook.
        path: Its file in the checkout.
        source: The address of the repository at GitHub, which `pyproject.toml` has among its urls.
    """
    notebook.cells = [cell for cell in notebook.cells if cell.id != BUTTON]
    if source is not None:
        repository = source.rstrip("/").removeprefix("https://github.com/")
        address = f"https://colab.research.google.com/github/{repository}/blob/main/{path.relative_to(ROOT).as_posix()}"
        notebook.cells.insert(1, nbformat.v4.new_markdown_cell(f"[Open in Colab]({address})", id=BUTTON))
    return notebook


def text_of(notebook: NotebookNode) -> str:
    """The text of a notebook's file in its normal form: without numbers of runs, times and versions."""
    notebook.metadata = nbformat.from_dict(METADATA)
    for cell in notebook.cells:
        cell.metadata = nbformat.from_dict({key: value for key, value in cell.metadata.items() if key == "tags"})
        if cell.cell_type == "code":
            cell.execution_count = None
            cell.outputs = [_normal(output) for output in cell.outputs if not _is_empty(output)]
    nbformat.validate(notebook)
    text: str = nbformat.writes(notebook)
    return f"{text}\n"


def _is_empty(output: NotebookNode) -> bool:
    """True for what a progress bar leaves behind, which shows on slow machines only."""
    html = output.get("data", {}).get("text/html")
    return html is not None and not re.sub(r"<[^>]*>", "", html).strip()


def _normal(output: NotebookNode) -> NotebookNode:
    if output.output_type == "stream":
        output.text = tidied(output.text)
        return output
    if output.output_type not in ("execute_result", "display_data"):
        raise ValueError(f"a notebook keeps no output of the kind {output.output_type}")
    [kind, *_] = [kind for kind in FORMS if kind in output.data]
    output.metadata = nbformat.from_dict({})
    output.data = nbformat.from_dict({kind: output.data[kind]})
    if output.output_type == "execute_result":
        output.execution_count = None
    return output
