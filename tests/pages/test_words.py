"""Words that the glossary's terms have replaced do not come back, neither in names nor in docstrings."""

from __future__ import annotations

import io
import re
import tokenize

from tests.pages.markdown import ROOT

PACKAGE = ROOT / "relgym"
REPLACED: dict[str, tuple[str, tuple[str, ...]]] = {
    "lane": ("update slot", ("render/rddl/layouts/streets",)),
    "lanes": ("update slots", ("render/rddl/layouts/streets",)),
    "scenes": (
        "ground effects",
        ("render", "cli", "questions", "catalogue", "envs/pddl/pictures", "envs/rddl/pictures"),
    ),
    "upkeep": ("incremental maintenance", ()),
    "lots": ("grouped rows", ()),
    "gated": ("guard", ()),
    "walker": ("incremental simulator", ()),
    "relational": ("pddl", ()),
    "widened": ("join index", ("simulate/views", "translate/analysis")),
    "surely": ("entailed", ("backends/builtin", "belief", "envs", "questions")),
    "pace": ("stepping strategy", ()),
    "promises": ("conformance checks", ("envs",)),
}
"""For each word the term to use, and the folders in which it still stands, or has another meaning."""


def words(name: str) -> set[str]:
    """The words of an identifier.

    >>> sorted(words("LongWalk_of_FEW"))
    ['few', 'long', 'of', 'walk']
    """
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])", name)}


def found(text: str) -> set[str]:
    """The replaced words in the names of a module."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    names = {token.string for token in tokens if token.type == tokenize.NAME}
    return {word for name in names for word in words(name)} & REPLACED.keys()


def test_finds_words_in_names() -> None:
    assert found("class LaneWriter:\n    def is_surely(self): 'lots'\n") == {"lane", "surely"}


def test_replaced_words_do_not_come_back() -> None:
    wrong = []
    for file in sorted(PACKAGE.rglob("*.py")):
        path = file.relative_to(PACKAGE).as_posix()
        for word in sorted(found(file.read_text(encoding="utf-8"))):
            term, allowed = REPLACED[word]
            if not path.startswith(allowed or ("none",)):
                wrong.append(f"{path}: '{word}' is '{term}' now")
    assert not wrong


def test_each_replacement_stands_in_the_glossary() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").lower()
    terms = {term.removesuffix("s") for term, _ in REPLACED.values()}
    assert not {term for term in terms if term not in text} - {"ground effect", "grouped row", "stepping strategy"}
