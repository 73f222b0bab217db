"""Batches do what reasoners say, over all domains that come along."""

from __future__ import annotations

import pytest
from batched.walks import walk

from relgym.catalogue.domains import EnvSpec, catalogue
from relgym.envs.pddl.problems import Problems


@pytest.mark.parametrize("spec", catalogue("pddl"), ids=lambda spec: spec.name)
def test_walks_of_one_problem(spec: EnvSpec) -> None:
    problems = Problems(spec.domain, spec.problems("train"), spec.axiom_files(), spec.free)
    assert walk([problems.task(0)], 5, 12) > 0


@pytest.mark.parametrize("spec", catalogue("pddl"), ids=lambda spec: spec.name)
def test_walks_of_several_problems(spec: EnvSpec) -> None:
    problems = Problems(spec.domain, spec.problems("train")[-3:], spec.axiom_files(), spec.free)
    assert walk([problems.task(0), problems.task(2), problems.task(1)], 7, 12) > 0
