"""docs/diagnostics-examples.md has each code, with a mistake that gives it and a cure after which nothing is found.

tests/pages executes the examples.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from relgym import diagnose
from relgym.diagnostics import CODES
from tests.pages.examples import examples, furnish

PAGE = Path(__file__).parents[2] / "docs" / "diagnostics-examples.md"
TEXT = PAGE.read_text(encoding="utf-8")
SECTIONS = {section[:4]: section for section in re.split(r"^### ", TEXT, flags=re.MULTILINE)[1:]}


def test_every_code_has_a_section_and_a_link() -> None:
    assert list(SECTIONS) == list(CODES)
    table = PAGE.with_name("diagnostics.md").read_text("utf-8")
    rows = re.findall(r"^\| \[`(\w+)`\]\((.+?)\) \|", table, re.MULTILINE)
    assert rows == [(code, f"{PAGE.name}#{code.lower()}") for code in CODES]


@pytest.mark.parametrize("code", CODES)
def test_the_example_of_a_code_prints_it(code: str) -> None:
    [example] = examples(SECTIONS[code])
    assert code in example.expected
    # A sentence says what the code is, and another what to do.
    _, words, *_ = SECTIONS[code].split("\n\n")
    assert re.search(r"\. [A-Z]", words.replace("\n", " "))


def test_after_the_cure_nothing_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    furnish(TEXT, tmp_path)
    monkeypatch.chdir(tmp_path)
    assert diagnose("domain.pddl", "problem.pddl") == ()
    assert diagnose("domain.rddl", "instance.rddl") == ()
