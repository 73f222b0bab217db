"""The style sheets: each is linked and short, and each of its classes is that of an element."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PLAYGROUND = Path(__file__).parents[2] / "playground"
SHEETS = sorted((PLAYGROUND / "styles").glob("*.css"))
LINES_LIMIT = 300


def sources() -> str:
    return "\n".join(path.read_text("utf-8") for path in sorted((PLAYGROUND / "src").rglob("*.js")))


def test_every_sheet_is_linked() -> None:
    linked = re.findall(r'href="styles/([\w.-]+)"', (PLAYGROUND / "index.html").read_text("utf-8"))
    assert sorted(linked) == [sheet.name for sheet in SHEETS]


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_every_class_is_used(sheet: Path) -> None:
    text = sheet.read_text("utf-8")
    assert text.count("\n") <= LINES_LIMIT
    selectors = " ".join(re.findall(r"([^{}]+)\{", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)))
    classes = set(re.findall(r"\.([a-zA-Z][\w-]*)", selectors))
    made = sources()
    # Two kinds of names are put together: those of panels and of messages.
    kinds = {f"panel-{name}" for name in re.findall(r'panel\(\{ id: "([\w-]+)"', made)} | {"message-error"}
    assert [name for name in sorted(classes - kinds) if not re.search(rf"(?<!\w){name}(?![\w-])", made)] == []
