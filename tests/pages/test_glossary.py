"""Every term of the glossary has a source, and stands in the docstring of the module that carries it out."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.pages.markdown import ROOT, links

GLOSSARY = ROOT / "docs" / "glossary.md"
ENTRIES = [line for line in GLOSSARY.read_text(encoding="utf-8").splitlines() if line.startswith("- ")]
ENTRY = re.compile(
    r"- \*\*(?P<term>[^*]+)\*\*(?: \((?P<other>[^)]+)\))?: .+\. Source: .+\. Module: `(?P<module>[^`]+)`\."
)


def plain(text: str) -> str:
    return re.sub(r"[\s-]+", " ", text).lower()


def docstrings(file: Path) -> str:
    """All texts of a module that stand as statements, in one."""
    nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    return plain(" ".join(node.value.value for node in nodes if isinstance(node, ast.Expr) and is_text(node.value)))


def is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry[4:30])
def test_a_term_has_a_source_and_its_module_names_it(entry: str) -> None:
    match = ENTRY.fullmatch(entry)
    assert match, "- **Term** (another word): meaning. Source: paper. Module: `path`."
    file = ROOT / "relgym" / match["module"]
    assert file.is_file()
    words = [match["term"], *([match["other"]] if match["other"] else [])]
    found = docstrings(file)
    assert any(plain(re.sub(r"^or |\*", "", word)) in found for word in words), words


def test_terms_stand_once() -> None:
    terms = [entry.split("**")[1] for entry in ENTRIES]
    assert len(terms) == len(set(terms)) > 40


@pytest.mark.parametrize(
    "page", [ROOT / "docs" / "architecture.md", ROOT / "CONTRIBUTING.md"], ids=lambda page: page.name
)
def test_pages_for_developers_link_the_glossary(page: Path) -> None:
    assert GLOSSARY in [(page.parent / target).resolve() for target in links(page.read_text(encoding="utf-8"))]
