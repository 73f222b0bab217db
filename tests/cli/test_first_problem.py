"""Questions about a domain by name, without a problem, are about its first one."""

from __future__ import annotations

import pytest
from cli.conftest import Run


@pytest.mark.parametrize(
    ("command", "domain", "words"),
    [
        ("actions", "blocks", ()),
        ("actions", "sysadmin", ()),
        ("query", "blocks", ("(clear ?x)",)),
        ("explain", "blocks", ("(clear b1)",)),
        ("outcomes", "blocks", ("(pick-up b1)",)),
        ("outcomes", "sysadmin", ("noop",)),
    ],
)
def test_the_first_problem_is_meant(command: str, domain: str, words: tuple[str, ...], run: Run) -> None:
    ran = run(command, domain, *words)
    assert ran.code == 0
    assert ran.out == run(command, domain, "0", *words).out != ""
