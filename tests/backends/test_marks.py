"""The marks and skips of tests/conftest.py, tried on tests that fail in known ways."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]

ABSENT = """
from relgym.backends.sld.engine import Sld
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
            "--disable-plugin-autoload",
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
            env=kept | {"PYTHONPATH": path, "COLUMNS": "200"} | environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr

    return run


MARKED = """
@pytest.mark.notimpl("sld", raises=ZeroDivisionError, reason="no zero")
def test_fails_as_marked(backend): 1 / 0

@pytest.mark.notyet("absent", "sld", raises=ArithmeticError)
def test_one_of_several(backend): 1 / 0

@pytest.mark.never("sld", raises=KeyError, reason="x")
def test_fails_otherwise(backend): 1 / 0

@pytest.mark.never("sld", raises=KeyError, reason="x")
def test_passes(backend): pass

@pytest.mark.notyet("clingo", "swipl", raises=KeyError)
def test_is_of_others(backend): pass
"""


def test_marks_expect_failures_of_their_engines_only(outcome):
    code, text = outcome(MARKED)
    assert code == 1
    assert re.search(r"XFAIL \S*test_it.py::test_fails_as_marked\[sld\] - notimpl: no zero", text)
    assert re.search(r"XFAIL \S*test_it.py::test_one_of_several\[sld\]", text)
    assert re.search(r"FAILED \S*test_it.py::test_fails_otherwise\[sld\] - ZeroDivisionError", text)
    assert re.search(r"FAILED \S*test_it.py::test_passes\[sld\] - \[XPASS\(strict\)\] never: x", text)
    assert re.search(r"PASSED \S*test_it.py::test_is_of_others\[sld\]", text)
    assert re.search(r"2 failed, 1 passed, \d+ skipped", text)
    assert "2 xfailed" in text


@pytest.mark.parametrize(
    ("mark", "complaint"),
    [
        ("never('sld', raises=KeyError)", "write @pytest.mark.never('engine', raises=Error, reason='...')"),
        ("notyet('sld', reason='x')", "write @pytest.mark.notyet("),
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
