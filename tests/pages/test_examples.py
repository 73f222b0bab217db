"""Every example of the README, of the guide and of the other pages runs, and prints what stands below it.

`python -m tests.pages.rewrite` writes what the examples print now into the pages, for a human to look at. A new page in
docs/guide is found and tested here.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

from tests.pages.examples import Example, PageError, examples, furnish, printed
from tests.pages.markdown import GUIDE_PAGES, PAGES, README, ROOT, blocks, name_of, prose

AGAIN = "run `python -m tests.pages.rewrite` and look at the difference"


def _listed() -> list[tuple[Path, Example]]:
    found = []
    for page in PAGES:
        try:
            found += [(page, example) for example in examples(page.read_text(encoding="utf-8"))]
        except PageError:
            # `test_every_block_is_executed` tells.
            continue
    return found


@pytest.mark.parametrize(
    ("page", "example"), [pytest.param(*each, id=f"{name_of(each[0])}:{each[1].block.line}") for each in _listed()]
)
def test_example(page: Path, example: Example, tmp_path: Path) -> None:
    required = os.environ.get("RELGYM_REQUIRE_ENGINES") == "1"
    if "swipl" in example.block.text and shutil.which("swipl") is None and not required:
        pytest.skip("engine missing: swipl (no command `swipl`)")
    furnish(page.read_text(encoding="utf-8"), tmp_path)
    assert printed(example, tmp_path) == example.expected, AGAIN


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_block_is_executed(page: Path) -> None:
    examples(page.read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", [README, *GUIDE_PAGES], ids=name_of)
def test_no_example_hides_in_an_indented_block(page: Path) -> None:
    assert not re.findall(r"^(?: {4}|\t).*", prose(page.read_text(encoding="utf-8")), re.MULTILINE)


def test_commands_that_are_not_executed_are_targets_of_make() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    skipped = [block for page in PAGES for block in blocks(page.read_text(encoding="utf-8")) if block.reason]
    assert skipped
    for block in skipped:
        assert set(re.findall(r"^make ([\w-]+)", block.text, re.MULTILINE)) <= targets


@pytest.mark.parametrize(
    "page",
    [
        "```\nno language\n```\n",
        "```text\nof no program\n```\n",
        "```json\n{}\n```\n",
        '```pddl title="domain.pddl"\n(define (domain d))\n```\n',
        "```console\n$ relgym list\n```\n```text\nof no Python program\n```\n",
        "<!-- not executed: too lazy -->\n```python\n1 / 0\n```\n```rust\n```\n",
        "<!-- not executed: needs pddlgym 0.0.7, which the tests do not install -->\n```rust\nimport pddlgym\n```\n",
    ],
)
def test_a_block_that_nobody_executes_is_found(page: str) -> None:
    with pytest.raises(PageError):
        examples(page)


@pytest.mark.parametrize(
    ("reason", "program", "count"),
    [
        ("needs pddlgym 0.0.7, which the tests do not install", "import pddlgym", 0),
        ("needs pddlgym 0.0.7, which the tests do not install", "from pddlgym.core import PDDLEnv", 0),
        ("needs pddlgym 0.0.7, which the tests do not install", "import relgym", 1),
        ("needs rddlrepository 2.2, which the tests do not install", "import rddlrepository", 1),
        ("needs pddlgym, which the tests do not install", "import pddlgym", 1),
        ("too lazy", "import pddlgym", 1),
    ],
)
def test_python_is_left_out_for_a_library_that_the_tests_do_not_install(reason: str, program: str, count: int) -> None:
    assert len(examples(f"<!-- not executed: {reason} -->\n```python\n{program}\n```\n")) == count


def test_outputs_are_compared(tmp_path: Path) -> None:
    page = '```python\nprint(open("a.txt").read())\n```\n```text\n2\n```\n```txt title="a.txt"\n1\n```\n'
    [example] = examples(page)
    furnish(page, tmp_path)
    assert (printed(example, tmp_path), example.expected) == ("1\n", "2\n")


def test_a_program_that_fails_is_found(tmp_path: Path) -> None:
    for page in ("```python\n1 / 0\n```\n", "```sh\nrelgym none\n```\n", "```sh\nfalse | true\n```\n"):
        [example] = examples(page)
        with pytest.raises(RuntimeError):
            printed(example, tmp_path)
