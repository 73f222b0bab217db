"""The marks and skips of tests/conftest.py, tried on tests that fail in known ways."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]

ABSENT = """
from relgym.backends.sld import Sld
from relgym.errors import MissingEngine

class Absent(Sld):
    @classmethod
    def version(cls):
        raise MissingEngine("there is no such thing", hint="pip install thing")
"""


@pytest.fixture
def outcome(tmp_path):
    """Runs tests in a folder with our conftest.py, and an engine `absent` that is not installed."""

    def run(source: str, **environment: str) -> tuple[int, str]:
        info = tmp_path / "absent-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: absent\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text("[relgym.backends]\nabsent = absent_engine:Absent\n")
        (tmp_path / "absent_engine.py").write_text(ABSENT)
        (tmp_path / "conftest.py").write_text((TESTS / "conftest.py").read_text())
        (tmp_path / "test_it.py").write_text(f"import pytest\n{source}")
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-rA",
            "-p",
            "no:cacheprovider",
            "-k",
            "sld or absent",
            "--strict-markers",
        ]
        command += [f"--rootdir={tmp_path}", str(tmp_path)]
        path = os.pathsep.join([str(tmp_path), str(TESTS.parent), os.environ.get("PYTHONPATH", "")])
        kept = {name: value for name, value in os.environ.items() if name != "RELGYM_REQUIRE_ENGINES"}
        done = subprocess.run(
            command,
            env=kept | {"PYTHONPATH": path} | environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr

    return run


@pytest.mark.parametrize("mark", ["notimpl", "notyet", "never"])
def test_a_marked_test_that_fails_as_it_should(outcome, mark):
    code, text = outcome(
        f"@pytest.mark.{mark}('sld', raises=ZeroDivisionError, reason='no zero')\ndef test_it(backend): 1 / 0"
    )
    assert code == 0
    assert "1 xfailed" in text
    assert f"{mark}: no zero" in text


def test_a_marked_test_that_fails_in_another_way(outcome):
    code, text = outcome("@pytest.mark.never('sld', raises=KeyError, reason='x')\ndef test_it(backend): 1 / 0")
    assert code == 1
    assert "1 failed" in text


def test_a_marked_test_that_passes(outcome):
    code, text = outcome("@pytest.mark.notimpl('sld', raises=KeyError)\ndef test_it(backend): pass")
    assert code == 1
    assert "[XPASS(strict)] notimpl" in text


def test_a_mark_for_other_engines(outcome):
    code, text = outcome("@pytest.mark.notyet('clingo', 'swipl', raises=KeyError)\ndef test_it(backend): pass")
    assert code == 0
    assert "1 passed" in text


@pytest.mark.parametrize(
    ("mark", "complaint"),
    [
        ("never('sld', raises=KeyError)", "write @pytest.mark.never('engine', raises=Error, reason='...')"),
        ("notyet('sld', reason='x')", "write @pytest.mark.notyet("),
        ("notyet(raises=KeyError)", "write @pytest.mark.notyet("),
        ("notyet('sld', raise_=KeyError, raises=KeyError)", "write @pytest.mark.notyet("),
        ("notyet('prolog', raises=KeyError)", "notyet names 'prolog', which is no engine"),
    ],
)
def test_a_mark_that_is_wrong(outcome, mark, complaint):
    code, text = outcome(f"@pytest.mark.{mark}\ndef test_it(backend): pass")
    assert code == pytest.ExitCode.USAGE_ERROR
    assert complaint in text


def test_the_summary_names_a_missing_engine_and_what_to_install(outcome):
    code, text = outcome("def test_one(backend): pass\ndef test_two(backend): pass")
    assert code == 0
    assert "2 passed, 2 skipped" in text
    assert "ENGINES THAT WERE NOT TESTED" in text
    assert "2 tests skipped, engine missing: absent: there is no such thing" in text
    assert "pip install thing" in text


def test_a_missing_engine_fails_where_engines_are_required(outcome):
    code, text = outcome("def test_it(backend): pass", RELGYM_REQUIRE_ENGINES="1")
    assert code == 1
    assert "1 passed" in text
    assert "1 error" in text
    assert "engine missing: absent: there is no such thing" in text


def test_without_missing_engines_the_summary_is_silent(outcome):
    code, text = outcome("@pytest.mark.parametrize('x', ['sld'])\ndef test_it(x): pass")
    assert code == 0
    assert "NOT TESTED" not in text
