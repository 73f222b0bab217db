"""The reference: Python's public names, the command line and HTTP, from what the code says of itself."""

from __future__ import annotations

from pathlib import Path

import reference_commands
import reference_http
import reference_python

INDEX = """# Reference

Python, the command line and HTTP, by name.

| page | subject |
| --- | --- |
"""

OTHERS = (
    ("command-line", "Commands", "the options of `relgym COMMAND`"),
    ("http", "HTTP", "the requests of the service"),
    ("states", "States in files and on the wire", "JSON forms"),
    ("diagnostics", "Diagnostics", "codes of errors, warnings and infos"),
    ("diagnostics-examples", "Diagnostics by example", "each code, with a mistake and its cure"),
    ("glossary", "Glossary", "words, with their sources"),
)


def write_pages(folder: Path) -> None:
    """Write the pages into the folder `reference` of the site's sources.

    Args:
        folder: Where the site's sources are.
    """
    place = folder / "reference"
    place.mkdir(exist_ok=True)
    reference_python.write_pages(place)
    reference_commands.write_page(place)
    reference_http.write_page(place)
    rows = [f"| [{group.title}]({group.file}.md) | Python |" for group in reference_python.GROUPS]
    rows += [f"| [{title}]({file}.md) | {text} |" for file, title, text in OTHERS]
    (place / "index.md").write_text(INDEX + "\n".join(rows) + "\n", encoding="utf-8")
