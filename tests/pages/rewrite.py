"""Write what the examples print now, and the table of domains, into the pages, and what notebooks show into these.

`python -m tests.pages.rewrite [PAGE ...]` rewrites these pages and notebooks, or all. Look at the difference before you
keep it.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.pages.examples import examples, furnish, printed
from tests.pages.markdown import PAGES
from tests.pages.notebooks import NOTEBOOKS, executed
from tests.pages.test_tables import with_domains


def rewritten(page: str) -> str:
    """A page with every example's present output."""
    lines = page.splitlines(keepends=True)
    # From the end, so that the numbers of lines above stay right.
    for example in reversed(examples(page)):
        with tempfile.TemporaryDirectory() as folder:
            furnish(page, Path(folder))
            text = printed(example, Path(folder))
        block = example.block if example.block.language == "console" else example.output
        if block is not None:
            lines[block.line : block.line + block.text.count("\n")] = text
        elif text:
            raise SystemExit(
                f"line {example.block.line}: the example prints, and there is no text block after it:\n{text}"
            )
    return "".join(lines)


def main(names: list[str]) -> None:
    for page in map(Path, names) if names else (*PAGES, *NOTEBOOKS):
        if page.suffix == ".ipynb":
            text = executed(page.resolve())
        else:
            text = with_domains(rewritten(page.read_text(encoding="utf-8")))
        page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
