"""Pages of notebooks: their cells, and what these show as it is kept in the files; nothing is executed."""

from __future__ import annotations

import shutil
from pathlib import Path

import nbformat
from markdown import block

SETUP = "setup"
"""The tag of a cell that installs relgym where it is missing; a reader of the site needs none."""


def page(path: Path, folder: Path) -> str:
    """Return the Markdown of a notebook.

    Args:
        path: Its file.
        folder: The folder of the page, into which the notebook goes for readers who save it, and its pictures.
    """
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, folder / path.name)
    parts = []
    for cell in nbformat.read(path, as_version=4).cells:
        if SETUP in cell.metadata.get("tags", ()):
            parts.append(f"{{download}}`Save this notebook <{path.name}>`")
        elif cell.cell_type == "markdown":
            parts.append(cell.source)
        else:
            parts.append(block("ipython3", cell.source))
            for number, output in enumerate(cell.outputs):
                parts.append(_shown(output, folder / "pictures" / f"{path.stem}-{cell.id}-{number}.svg"))
    return "\n\n".join(parts) + "\n"


def _shown(output: nbformat.NotebookNode, picture: Path) -> str:
    """Return what a cell shows; a picture becomes a file."""
    if output.output_type == "stream":
        return _printed(output.text)
    [(kind, content)] = output.data.items()
    match kind:
        case "image/svg+xml":
            picture.parent.mkdir(exist_ok=True)
            picture.write_text(content, encoding="utf-8")
            return block(
                f"{{image}} {picture.parent.name}/{picture.name}",
                ":alt: The picture that the code above shows\n:class: output",
            )
        case "text/html":
            return block("{raw} html", f'<div class="output">\n{content}\n</div>')
        case "text/plain":
            return _printed(content)
        case _:
            raise ValueError(f"a page of the site has no form for {kind}")


def _printed(text: str) -> str:
    return block("{code-block} text", f":class: output\n\n{text}")
