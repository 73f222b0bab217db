"""relgym axioms: ready-made axioms, and commands that take them by name."""

from __future__ import annotations

from relgym.read.pddl.axioms.ready_made import ready_made


def test_all_are_listed(run) -> None:
    out = run("axioms").out
    for own in ready_made().values():
        assert f"{own.name}: {own.summary}" in out
    assert [own["name"] for own in run("axioms", "--json").json["axioms"]] == list(ready_made())


def test_the_rules_of_one(run) -> None:
    assert "(:derived (above ?x ?y)" in run("axioms", "stacks").out
    renamed = run("axioms", "stacks:on=upon", "--json").json
    assert renamed["needs"][0]["atom"] == "(upon ?x ?y)"
    ran = run("axioms", "stack")
    assert (ran.code, ran.err.splitlines()[1]) == (1, "hint: did you mean 'stacks'?")


def test_commands_take_names(run) -> None:
    assert run("query", "blocks", "0", "(above b2 b3)", "-x", "stacks").out == "true\n"
    assert run("explain", "blocks", "0", "(above b2 b3)", "-x", "stacks").code == 0
    for command in (["actions"], ["render"], ["simulate", "--plan", "(pick-up b1)"], ["translate", "--to", "prolog"]):
        assert run(command[0], "blocks", "0", *command[1:], "--axioms", "stacks").code == 0, command
    assert run("check", "blocks", "-x", "stacks").code == 0
    ran = run("query", "blocks", "0", "(above b2 b3)", "-x", "stak")
    assert ran.code == 1
    assert "'stak' is neither a file nor the name of ready-made axioms" in ran.err
    assert "did you mean 'stacks'?" in ran.err
