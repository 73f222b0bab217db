"""The tags of the catalogue: each domain has some, and those of its language say what its tasks use."""

from __future__ import annotations

import pytest

import relgym
from relgym.catalogue.domains import EnvSpec, catalogue
from relgym.features import Feature, needed

OF_LANGUAGE = {"chance": Feature.PROBABILISTIC, "numbers": Feature.NUMERIC, "derived": Feature.DERIVED}


@pytest.mark.parametrize("spec", catalogue(), ids=lambda spec: spec.name)
def test_a_domain_says_what_it_is_about(spec: EnvSpec) -> None:
    assert set(spec.tags) - {*OF_LANGUAGE, "partial view"}


@pytest.mark.parametrize("spec", catalogue("pddl"), ids=lambda spec: spec.name)
def test_tags_of_the_language_are_those_of_the_tasks(spec: EnvSpec) -> None:
    task = relgym.load(spec.domain, spec.problem("train", 0), axioms=spec.axiom_files())
    used = needed(task)
    expected = {tag for tag, feature in OF_LANGUAGE.items() if feature in used}
    expected |= {"partial view"} if spec.seen else set()
    assert set(spec.tags) & {*OF_LANGUAGE, "partial view"} == expected
