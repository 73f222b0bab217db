"""The page of planners by gradients holds the figures of docs/gradient-baselines.json, and plans are judged alike."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import relgym
from tests.bench import gradients, gradients_page

ROW = "PowerGen_Continuous 0"


@pytest.fixture
def known() -> dict[str, Any]:
    return gradients_page.read()


def test_the_page_holds_the_figures(known: dict[str, Any]) -> None:
    text = gradients_page.PAGE.read_text(encoding="utf-8")
    assert len(gradients_page.PLACE.findall(text)) == 3
    assert gradients_page.filled(text, known) == text, "python -m tests.bench.gradients --report"
    assert gradients_page.PICTURE.read_text(encoding="utf-8") == gradients_page.picture(known)


def test_other_figures_make_another_page(known: dict[str, Any]) -> None:
    text = gradients_page.PAGE.read_text(encoding="utf-8")
    other = json.loads(json.dumps(known))
    for own in other[ROW]["relgym"].values():
        own["returns"]["30"]["mean"] = 1e9
    assert gradients_page.filled(text, other) != text
    assert gradients_page.picture(other) != gradients_page.picture(known)


def test_every_row_is_measured_with_all_configurations(known: dict[str, Any]) -> None:
    assert known.keys() == gradients.ROWS.keys()
    for row, settings in gradients.ROWS.items():
        assert {*known[row][gradients_page.PEER]} == {*settings}
        assert {10, 30, 60} <= {*gradients_page.measured_marks(known[row])}


def test_both_simulators_agree(known: dict[str, Any]) -> None:
    for row in gradients.CHECKED:
        own, other = known[row]["simulators"]["relgym"], known[row]["simulators"]["pyRDDLGym"]
        assert own["interval"][0] <= other["interval"][1] and other["interval"][0] <= own["interval"][1]


def test_the_better_of_two_is_told() -> None:
    def row(own: float, other: float, width: float) -> dict[str, Any]:
        def of(mean: float) -> dict[str, Any]:
            return {"x": {"returns": {"10": {"mean": mean, "interval": [mean - width, mean + width]}}}}

        return {"relgym": of(own), gradients_page.PEER: of(other)}

    assert gradients_page.verdict(row(3.0, 1.0, 0.5), 10) == "better"
    assert gradients_page.verdict(row(3.0, 1.0, 1.5), 10) == "equal"
    assert gradients_page.verdict(row(1.0, 3.0, 0.5), 10) == "worse"
    assert gradients_page.verdict(row(1000.0, 1000.5, 0.0), 10) == "equal"
    assert gradients_page.verdict(row(1.0, 1.0, 0.0), 30) == ""


def test_both_ways_to_play_are_the_same() -> None:
    reasoner = relgym.Reasoner(relgym.load(*ROW.split()))
    names = [*reasoner.actions]
    plan = np.random.default_rng(0).uniform(0, 5, len(names))
    played = relgym.evaluate(
        reasoner,
        lambda state: dict(zip(names, plan.tolist(), strict=True)),
        episodes=5,
        seed=gradients.SEED,
    )
    assert gradients.judged(ROW, lambda step, states: {"curProd": plan}, 5) == gradients.shown(played)


def test_too_many_actions_become_the_default_one() -> None:
    row = "SysAdmin_MDP_ippc2011 1"
    many = gradients.judged(row, lambda step, states: {"reboot": True}, 2)
    none = gradients.judged(row, lambda step, states: {}, 2)
    assert many.pop("replaced") == 2 * 40
    assert many == none
