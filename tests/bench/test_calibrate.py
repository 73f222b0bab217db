"""Measurements of thresholds run, and there is one for each threshold that says so."""

from __future__ import annotations

import re

import pytest

from relgym.envs.vector import rddl
from tests.bench import calibrate
from tests.bench.calibrate import docstrings, main
from tests.bench.calibrations import CALIBRATIONS, Calibration, forced


def test_each_threshold_that_names_the_command_has_a_measurement() -> None:
    named = {name for name, text in docstrings().items() if "`make calibrate`" in text}
    assert named == {each.name for each in CALIBRATIONS}


def test_a_measurement_prints_its_row(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--quick", "ADDED_COLUMNS"])
    out = capsys.readouterr().out
    assert re.search(r"envs\.ADDED_COLUMNS_LIMIT +\S +16 +\S +[\d.]+ +\S +(yes|no)", out)
    assert rddl.ADDED_COLUMNS_LIMIT == 16


def test_what_nothing_measures_is_listed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(calibrate, "tracked", lambda *_: [])
    main([])
    out = capsys.readouterr().out
    assert re.search(r"clingo\.GROUND_PROGRAMS_LIMIT +\S +8 +\S +— +\S +judged", out)
    assert re.search(r"clingo\.COMPARED_FLUENTS_LIMIT +\S +3000 +\S +— +\S +measured elsewhere", out)


@pytest.mark.parametrize(
    ("bound", "measured", "change"),
    [
        ("near", 17.0, False),
        ("near", 33.0, True),
        ("near", 7.0, True),
        ("least", 33.0, True),
        ("least", 7.0, False),
        ("most", 33.0, False),
        ("most", 7.0, True),
    ],
)
def test_a_value_far_away_would_change(bound: str, measured: float, change: bool) -> None:
    calibration = Calibration("envs.ADDED_COLUMNS_LIMIT", lambda _: measured, bound=bound)
    assert calibration.would_change(measured) is change


def test_a_threshold_is_forced_for_a_while() -> None:
    with forced(rddl, "ADDED_COLUMNS_LIMIT", 3):
        assert rddl.ADDED_COLUMNS_LIMIT == 3
    assert rddl.ADDED_COLUMNS_LIMIT == 16
