"""Every example of the README runs and prints what stands below it, and its tables say what there is.

`python tests/packaging/test_readme.py` writes what the examples print now into the README, for a human to look at, and
the table of domains.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from relgym.backends import registry
from relgym.catalogue import LANGUAGES, catalogue
from relgym.features import Feature

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
PYTHON = re.compile(r"```python\n(.*?)```\n(.*?)```text\n(.*?)```", re.DOTALL)
DOMAINS = re.compile(r"(<!-- domains -->\n).*?(<!-- end of domains -->)", re.DOTALL)
CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)


def printed(*command: str, given: str = "") -> str:
    """What a command prints in the root of the checkout, errors after the rest."""
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=120,
        input=given,
        env={**os.environ, "COLUMNS": "110", "PYTHONWARNINGS": "ignore", "NO_COLOR": "1"},
        check=False,
    )
    lines = (done.stdout + done.stderr).splitlines()
    return "".join(line.rstrip() + "\n" for line in lines).strip("\n") + "\n"


def run_python(code: str) -> str:
    return printed(sys.executable, "-c", code)


def run_console(line: str) -> str:
    """What a command line prints: a program, or one that reads what another prints."""
    text = ""
    for command in line.split(" | "):
        program, *words = shlex.split(command)
        text = printed(sys.executable, "-m", {"relgym": "relgym.cli", "clingo": "clingo"}[program], *words, given=text)
    return text


def filled(text: str) -> str:
    """The README with every example's present output."""
    text = PYTHON.sub(lambda m: f"```python\n{m[1]}```\n{m[2]}```text\n{run_python(m[1])}```", text)
    text = with_domains(text)
    return CONSOLE.sub(lambda m: "```console\n" + "".join(_consoles(m[1])) + "```", text)


def with_domains(text: str) -> str:
    """The README with the present table of domains."""
    rows = [
        f"| `{own.ids['train']}` | {language.upper()} | {own.description} |\n"
        for language in LANGUAGES
        for own in catalogue(language)
    ]
    table = f"\n| environment | language | what it is |\n|---|---|---|\n{''.join(rows)}\n"
    return DOMAINS.sub(lambda m: f"{m[1]}{table}{m[2]}", text)


def _consoles(block: str) -> list[str]:
    return [f"$ {line[2:]}\n{run_console(line[2:])}" for line in block.splitlines() if line.startswith("$ ")]


def test_examples() -> None:
    text = README.read_text(encoding="utf-8")
    assert len(PYTHON.findall(text)) >= 3
    assert len(CONSOLE.findall(text)) >= 2
    assert filled(text) == text


@pytest.mark.skipif(shutil.which("swipl") is None, reason="engine missing: swipl (no command `swipl`)")
def test_the_translation_that_a_shell_runs(tmp_path: Path) -> None:
    [script] = re.findall(r"```sh\n(relgym translate .*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    command = f'relgym() {{ "{sys.executable}" -m relgym.cli "$@"; }}\n{script}'
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    bash = ["bash", "-e", "-c", command]
    done = subprocess.run(bash, capture_output=True, text=True, cwd=tmp_path, env=environment, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(done.stdout.splitlines()) == ["'pick-up'(b1)", "unstack(b2,b3)"]


def test_every_domain_is_in_the_table() -> None:
    text = README.read_text(encoding="utf-8")
    assert len(DOMAINS.findall(text)) == 1
    assert with_domains(text) == text, "run `python tests/packaging/test_readme.py`"


def test_every_engine_has_its_column() -> None:
    header = next(line for line in README.read_text(encoding="utf-8").splitlines() if line.startswith("| | "))
    assert [cell.strip() for cell in header.strip("|").split("|")][1:] == list(registry.names())


ROWS: dict[str, set[Feature]] = {
    "types": {Feature.EQUALITY},
    "negation": {Feature.NEGATION, Feature.DISJUNCTION, Feature.QUANTIFIERS},
    "conditional": {Feature.CONDITIONAL_EFFECTS},
    "derived": {Feature.DERIVED},
    "probabilistic": {Feature.PROBABILISTIC},
    "numeric fluents": {Feature.NUMERIC},
    "numeric comparisons of integers": {Feature.NUMERIC_TESTS},
    "numeric comparisons of fractions": {Feature.FRACTIONS},
}

RDDL_ROWS: dict[str, set[Feature]] = {
    "functions of numbers": {Feature.FUNCTIONS},
    "real-valued fluents": {Feature.REALS},
    "matrices": {Feature.MATRICES},
    "distributions of numbers": {Feature.DISTRIBUTIONS},
    "distributions of vectors": {Feature.VECTORS},
    "functions of the caller": {Feature.EXTERNALS},
}

DECLARED = [
    *((start, needed, registry.GROUP) for start, needed in ROWS.items()),
    *((start, needed, registry.EVALUATORS) for start, needed in RDDL_ROWS.items()),
]


@pytest.mark.parametrize(("start", "needed", "group"), DECLARED)
def test_the_table_says_what_the_engines_declare(start: str, needed: set[Feature], group: str) -> None:
    row = next(line for line in README.read_text(encoding="utf-8").splitlines() if line.startswith(f"| {start}"))
    cells = [cell.strip() for cell in row.strip("|").split("|")][1:]
    expected = ["yes" if needed <= registry.features(name, group) else "refused" for name in registry.names(group)]
    assert cells == expected


def test_every_feature_is_in_the_table() -> None:
    assert set(Feature) == set().union(*(needed for _, needed, _ in DECLARED))


if __name__ == "__main__":
    README.write_text(filled(README.read_text(encoding="utf-8")), encoding="utf-8")
