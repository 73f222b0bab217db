"""The bar on what takes long."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from relgym import progress
from relgym.progress import curve_text, tracked


@pytest.fixture
def terminal(monkeypatch):
    """What is written to standard error, as if it were a terminal."""
    written = io.StringIO()
    monkeypatch.setattr(progress, "_console", lambda: Console(file=written, force_terminal=True, width=80))
    return written


def test_nothing_is_shown_where_nobody_looks(monkeypatch, capsys):
    monkeypatch.setattr(progress, "DELAY", -1.0)
    assert list(tracked(range(5), "reading")) == [0, 1, 2, 3, 4]
    assert capsys.readouterr() == ("", "")


def test_what_is_quick_shows_nothing(terminal):
    assert list(tracked("abc", "reading")) == ["a", "b", "c"]
    assert terminal.getvalue() == ""


def test_what_takes_long_shows_how_far_it_is(terminal, monkeypatch):
    monkeypatch.setattr(progress, "DELAY", -1.0)
    assert list(tracked("abc", "reading")) == ["a", "b", "c"]
    assert "reading" in terminal.getvalue()
    assert "2/3" in terminal.getvalue()


def test_a_bar_has_what_has_come_of_it(terminal, monkeypatch):
    monkeypatch.setattr(progress, "DELAY", -1.0)
    said = iter(["", "1.0 ▁", f"3.0 {curve_text([1.0, 3.0])}"])
    assert list(tracked("abc", "planning", lambda: next(said))) == ["a", "b", "c"]
    assert "planning: 3.0 ▁█" in terminal.getvalue()


def test_a_curve_has_few_signs():
    assert curve_text([*range(100)], 4) == "▁▃▅█"
    assert curve_text([7.0, 7.0]) == "▁▁" and curve_text([]) == ""


def test_a_bar_goes_when_the_work_fails(terminal, monkeypatch):
    monkeypatch.setattr(progress, "DELAY", -1.0)
    with pytest.raises(ZeroDivisionError):
        [1 // item for item in tracked([1, 0], "reading")]
    assert "\x1b[?25h" in terminal.getvalue(), "the cursor is shown again"
