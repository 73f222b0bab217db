"""No lint is wrong on the domains that come with relgym: what is found in them is known, and meant."""

from __future__ import annotations

from collections import Counter

import pytest

from relgym import Severity
from relgym.catalogue.domains import SPLITS, EnvSpec, catalogue
from relgym.checking import checked, checked_domain, checked_problem, checked_rddl_domain, lints
from relgym.cli.commands.checking import drawn
from relgym.lint.rddl import rddl_lints
from relgym.read.rddl.loading import read_instance
from relgym.read.source import read_source

MEANT = {
    # Any of the chips will do, and that there are many of them is what the domain is about.
    "movie": {"W202": 5},
}


@pytest.mark.parametrize("spec", catalogue("pddl"), ids=lambda spec: spec.name)
def test_pddl(spec: EnvSpec) -> None:
    domain = checked_domain(read_source(spec.domain, "domain"), spec.axiom_files())
    files = [path for split in SPLITS for path in spec.problems(split)]
    problems = [checked_problem(read_source(path, "problem"), domain) for path in files]
    assert domain.sound is not None
    assert [item for one in (domain, *problems) for item in one.diagnostics] == []
    sound = [problem.sound for problem in problems if problem.sound is not None]
    found = [item for _, item in lints(domain.sound, sound, drawn(spec.domain))]
    assert Counter(item.code for item in found if item.severity is Severity.WARNING) == MEANT.get(spec.name, {})


@pytest.mark.parametrize("spec", catalogue("rddl"), ids=lambda spec: spec.name)
def test_rddl(spec: EnvSpec) -> None:
    rddl_domain = checked_rddl_domain(read_source(spec.domain, "domain"))
    model = rddl_domain.sound
    assert model is not None and rddl_domain.diagnostics == ()
    files = [path for split in SPLITS for path in spec.problems(split)]
    instances = [checked(lambda path=path: read_instance(path, model)).sound for path in files]
    assert None not in instances
    found = rddl_lints(model, [instance for instance in instances if instance is not None])
    assert [item for item in found if item.severity is not Severity.INFO] == []
