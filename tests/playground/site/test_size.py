"""The sizes of the page that documents name."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

from tests.playground.site.figures import wire_bytes

ROOT = Path(__file__).parents[3]


def test_the_documents_name_the_size_of_the_page(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "docs" / "site"))
    front = runpy.run_path(str(ROOT / "docs" / "site" / "front.py"))
    size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file()) / 1e6
    wire = wire_bytes(site) / 1e6
    assert size == pytest.approx(front["MEGABYTES"], abs=1)
    assert wire == pytest.approx(front["WIRE_MEGABYTES"], abs=1)
    guide = (ROOT / "docs" / "guide" / "playground.md").read_text("utf-8")
    [named] = re.findall(r"loads (\d+) MB, of which hosts that compress by gzip send ([\d.]+) ", guide)
    assert [size, wire] == [pytest.approx(float(each), abs=1) for each in named]
