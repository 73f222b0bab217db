"""The tables of domains and of features say what there is."""

from __future__ import annotations

import re

import pytest

from relgym.backends import registry
from relgym.backends.base import Backend
from relgym.backends.evaluator import Evaluator
from relgym.catalogue.domains import LANGUAGES, catalogue
from relgym.features import Feature
from tests.pages.markdown import GUIDE

ENGINES = GUIDE / "engines.md"
DOMAINS = GUIDE / "domains.md"

_TABLE = re.compile(r"(<!-- domains -->\n).*?(<!-- end of domains -->)", re.DOTALL)

# The first words of a row, and the features that it names.
PDDL = {
    "negation": {Feature.NEGATION, Feature.DISJUNCTION, Feature.QUANTIFIERS},
    "conditional": {Feature.CONDITIONAL_EFFECTS},
    "derived": {Feature.DERIVED},
    "probabilistic": {Feature.PROBABILISTIC},
    "numeric fluents": {Feature.NUMERIC},
    "numeric comparisons of integers": {Feature.NUMERIC_TESTS},
    "numeric comparisons of fractions": {Feature.FRACTIONS},
    "types": {Feature.EQUALITY},
}

RDDL = {
    "functions of numbers": {Feature.FUNCTIONS},
    "real-valued fluents": {Feature.REALS},
    "matrices": {Feature.MATRICES},
    "distributions of numbers": {Feature.DISTRIBUTIONS},
    "distributions of vectors": {Feature.VECTORS},
    "external functions": {Feature.EXTERNALS},
}

TABLES = ((PDDL, Backend), (RDDL, Evaluator))


def cells(line: str) -> list[str]:
    """The cells of a row of a table."""
    return [cell.strip() for cell in line.strip("|").split("|")]


def with_domains(page: str) -> str:
    """A page with the present table of domains."""
    rows = [
        f"| `{own.ids['train']}` | {language.upper()} | {own.description} |\n"
        for language in LANGUAGES
        for own in catalogue(language)
    ]
    table = f"\n| environment | language | description |\n| --- | --- | --- |\n{''.join(rows)}\n"
    return _TABLE.sub(lambda match: f"{match[1]}{table}{match[2]}", page)


def test_every_domain_is_in_the_table() -> None:
    text = DOMAINS.read_text(encoding="utf-8")
    assert len(_TABLE.findall(text)) == 1
    assert with_domains(text) == text, "run `python -m tests.pages.rewrite docs/guide/domains.md`"


def test_every_engine_has_its_column() -> None:
    headers = [line for line in ENGINES.read_text(encoding="utf-8").splitlines() if "| builtin |" in line]
    assert len(headers) == 2
    for header in headers:
        assert cells(header)[1:] == list(registry.names())


DECLARED = [pytest.param(start, needed, kind, id=start) for rows, kind in TABLES for start, needed in rows.items()]


@pytest.mark.parametrize(("start", "needed", "kind"), DECLARED)
def test_the_table_says_what_the_engines_declare(start: str, needed: set[Feature], kind: type) -> None:
    [row] = [line for line in ENGINES.read_text(encoding="utf-8").splitlines() if line.startswith(f"| {start}")]
    expected = ["yes" if needed <= registry.features(name, kind) else "refused" for name in registry.names()]
    assert cells(row)[1:] == expected


def test_every_feature_is_in_the_tables() -> None:
    assert set(Feature) == {feature for rows, _ in TABLES for features in rows.values() for feature in features}
