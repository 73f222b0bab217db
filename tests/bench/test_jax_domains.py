"""The table of domains for JAX says what was measured, of every domain."""

from __future__ import annotations

import json

import pytest

from relgym.catalogue.domains import catalogue, spec
from tests.bench import jax_domains

FIGURES = json.loads(jax_domains.JSON.read_text(encoding="utf-8"))


def test_every_domain_is_measured_and_starts_soon() -> None:
    assert FIGURES.keys() == {own.name for own in catalogue()}
    assert max(row["make"] + row["compile"] for row in FIGURES.values()) < 20


@pytest.mark.parametrize("name", ["blocks-above", "exploding-blocks", "sysadmin", "zenotravel"])
def test_features_are_those_of_the_files(name: str) -> None:
    assert FIGURES[name]["features"] == jax_domains.features(spec(name))


def test_the_page_holds_the_figures() -> None:
    text = jax_domains.PAGE.read_text(encoding="utf-8")
    assert len(jax_domains.PLACE.findall(text)) == 1
    assert jax_domains.filled(text) == text, "python -m tests.bench.jax_domains"
