"""The difficulty of the domains says what `make baselines` has measured."""

from __future__ import annotations

import pytest

from relgym.catalogue.difficulty import difficulty
from relgym.catalogue.domains import SPLITS, catalogue, spec
from tests.bench.reached import every, updated


def test_most_domains_are_measured() -> None:
    found = {each.domain for each in every() if each.replan is not None or each.uct is not None}
    assert len(found) >= 55


@pytest.mark.parametrize("name", [own.name for own in catalogue()])
def test_difficulty_is_up_to_date(name: str) -> None:
    own = spec(name)
    assert {split: dict(difficulty(own).of(split)) for split in SPLITS} == updated(own), "python -m tests.bench.reached"
