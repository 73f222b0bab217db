"""Every folder of tests/bad_rddl is a mistake, and what is said of it is in its expected.txt, word for word."""

from __future__ import annotations

from pathlib import Path

import pytest

from relgym.errors import ParseError, RelgymError
from relgym.model.span import Source
from relgym.read.rddl.loading import read_domain, read_instance
from relgym.read.rddl.syntax.brackets import MAX_DEPTH
from relgym.read.rddl.syntax.parser import MAX_VALUE_DEPTH, syntax

pytestmark = pytest.mark.filterwarnings("error::relgym.errors.RelgymWarning")

FOLDER = Path(__file__).parents[2] / "bad_rddl"
CASES = sorted(path.parent for path in FOLDER.glob("*/expected.txt"))


def message_of(case: Path) -> str:
    """Read what the folder, which is the current directory, holds; the text of the error."""
    with pytest.raises(RelgymError) as caught:
        if (case / "instance.rddl").exists():
            domain = read_domain("domain.rddl")
            read_instance("instance.rddl", domain)
        else:
            read_domain("domain.rddl")
    return str(caught.value)


def test_there_are_cases() -> None:
    folders = [path for path in FOLDER.iterdir() if path.is_dir()]
    assert len(CASES) >= 50
    assert len(CASES) == len(folders), "a folder without expected.txt"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_message(case: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(case)
    assert message_of(case) + "\n" == (case / "expected.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_message_says_what_was_expected(case: Path) -> None:
    text = (case / "expected.txt").read_text(encoding="utf-8")
    assert "\nexpected: " in text or "\nhint: did you mean " in text


def error_of(text: str) -> RelgymError:
    with pytest.raises(RelgymError) as caught:
        read_domain(text)
    return caught.value


@pytest.mark.parametrize("pair", ["()", "[]"])
def test_many_brackets_are_one_error_at_once(pair: str) -> None:
    many = MAX_DEPTH + 1
    error = error_of(f"domain d {{\n reward = {pair[0] * many}1{pair[1] * many};\n}}")
    assert isinstance(error, ParseError)
    assert error.message == f"brackets nest deeper than {MAX_DEPTH:,}"
    assert error.span is not None
    # The brace of the domain is the first one.
    assert (error.span.line, error.span.column) == (2, len(" reward = ") + MAX_DEPTH)
    assert max(map(len, str(error).splitlines())) < 120


DEEP = {
    "quotient": "/".join(["1"] * 3000),
    "not": f"{'~' * 3000}true",
    "else with draws": f"{'if (Bernoulli(0.5)) then 1 else ' * 3000}2",
    "then": f"{'if (true) then ' * 3000}1{' else 2' * 3000}",
    "absolute": f"{'abs[' * 1000}1{']' * 1000}",
    "difference in brackets": f"{'(1 - ' * 1000}1{')' * 1000}",
    "quantifier": f"{'exists_{?x : t} ' * 3000}true",
    "comparison": "==".join(["1"] * 3000),
}


@pytest.mark.parametrize("value", DEEP.values(), ids=DEEP)
def test_operators_without_brackets_have_a_limit_too(value: str) -> None:
    error = error_of(f"domain d {{ types {{ t : object; }};\n reward = {value}; }}")
    assert error.message == f"values nest deeper than {MAX_VALUE_DEPTH} here"
    assert error.span is not None and error.span.line == 2
    assert "an interm-fluent" in str(error.hint)


def test_what_is_as_deep_as_allowed_is_read() -> None:
    brackets = MAX_DEPTH - 1
    syntax(Source("d", f"domain d {{ reward = {'(' * brackets}1{')' * brackets}; }}"))
    read_domain(f"domain d {{ reward = {'([' * 5_000}1{'])' * 5_000}; }}")
    read_domain(f"domain d {{ reward = {'abs[' * (MAX_VALUE_DEPTH - 5)}1{']' * (MAX_VALUE_DEPTH - 5)}; }}")
    read_domain(f"domain d {{ reward = {'+'.join(['1'] * (MAX_VALUE_DEPTH - 5))}; }}")
    read_domain(f"domain d {{ reward = {'~' * (MAX_VALUE_DEPTH - 5)}true; }}")
    read_domain(f"domain d {{ reward = {'=='.join(['1'] * (MAX_VALUE_DEPTH - 5))}; }}")


def test_line_ends_of_any_kind_give_the_same_place(tmp_path: Path) -> None:
    for ends in ("\n", "\r\n", "\r"):
        path = tmp_path / "domain.rddl"
        path.write_bytes(f"domain d {{{ends}// one{ends}  reward = oops;{ends}}}".encode())
        with pytest.raises(RelgymError) as caught:
            read_domain(path)
        assert caught.value.span is not None
        assert (caught.value.span.line, caught.value.span.column) == (3, 12)


def test_second_file_is_counted_from_its_own_first_line() -> None:
    first, second = error_of("domain d {\n reward = ;\n}"), error_of("domain d {\n reward = ;\n}")
    assert str(first) == str(second)


def test_file_that_is_not_there() -> None:
    assert "cannot read the domain file 'nowhere.rddl': no such file" in str(error_of("nowhere.rddl"))
