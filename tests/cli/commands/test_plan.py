"""relgym plan and relgym validate: plans, files, exit codes."""

from __future__ import annotations

import pytest

from relgym.catalogue.domains import spec


def test_a_plan_is_printed_and_valid(run, tmp_path):
    out = tmp_path / "plan.txt"
    ran = run("plan", "blocks", "0", "--planner", "search", "-o", str(out))
    assert ran.code == 0
    assert ran.out.startswith("(pick-up b1)\n(stack b1 b2)\n; cost = 2 (solved)\n; search ")
    assert out.read_text() == "(pick-up b1)\n(stack b1 b2)\n; cost = 2 (solved)\n"
    assert [*tmp_path.iterdir()] == [out]
    ran = run("validate", "blocks", "0", str(out))
    assert (ran.code, ran.out) == (0, "the plan is valid: 2 actions, cost 2\n")


def test_json(run):
    found = run("plan", "blocks", "3", "--planner", "search", "--optimal", "--json").json
    assert (found["status"], found["cost"], found["bound"], found["planner"]) == ("optimal", 4, 4, "search")
    assert len(found["plan"]) == 4
    ran = run("validate", "blocks", "3", " ".join(found["plan"]), "--json")
    assert (ran.code, ran.json) == (0, {"valid": True, "cost": 4, "steps": 4, "reason": None, "probability": 1.0})


def test_no_plan(run, files):
    ran = run("plan", "dice.pddl", "throw.pddl", "--json")
    assert (ran.code, ran.json["status"], ran.json["plan"]) == (2, "refused", None)
    assert "probabilistic effects (dice.pddl:6:27)" in ran.json["reason"]
    ran = run("plan", "blocks", "0", "--planner", "search", "--limit", "0")
    assert ran.code == 2
    assert ran.out.startswith("; limit: the search did not answer within 0 s; ")


def test_from_another_state(run, files):
    ran = run("plan", "ferry.pddl", "crossing.pddl", "--planner", "search", "--after", "(board red east)", "--json")
    assert ran.json["plan"] == ["(sail east west)", "(land red west)"]
    ran = run("validate", "ferry.pddl", "crossing.pddl", "(sail east west) (land red west)", "-a", "(board red east)")
    assert (ran.code, ran.out) == (0, "the plan is valid: 2 actions, cost 2\n")


@pytest.mark.parametrize(
    ("plan", "reason"),
    [
        ("(board red west)", "the plan is not valid: step 1 cannot be taken: (board red west) is not applicable"),
        ("(board red east)", "the plan is not valid: the goal does not hold after step 1: (at red west) is false"),
        ("", "the plan is not valid: the goal does not hold after step 0: (at red west) is false"),
    ],
)
def test_invalid_plans(run, files, plan, reason):
    ran = run("validate", "ferry.pddl", "crossing.pddl", plan)
    assert ran.code == 2
    assert ran.out.startswith(reason)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["plan", "blocks", "0", "--planner", "serach"], "there is no planner 'serach'"),
        (["plan", "sysadmin", "0"], "plans are for PDDL; '0' is an instance of RDDL, which has no goal"),
        (["validate", "sysadmin", "0", "noop"], "plans are for PDDL"),
        (["validate", "blocks", "0", "(stack b1 b2"], "<plan>:1:1: this '(' is not closed"),
        (
            ["plan", "blocks", "0", "-P", "search", "-o", "/nowhere/plan.txt"],
            "cannot write the file '/nowhere/plan.txt'",
        ),
    ],
)
def test_mistakes(run, arguments, error):
    ran = run(*arguments)
    assert ran.code == 1
    assert ran.err.startswith(f"error: {error}")


def test_plan_of_another_domain(run):
    ran = run("validate", "blocks", "0", "(go a b)")
    assert ran.code == 1
    assert ran.err.startswith("error: <plan>:1:2: unknown action 'go'")


def test_plan_of_another_problem(run, tmp_path):
    out = tmp_path / "plan.txt"
    out.write_text("(pick-up b9)\n")
    ran = run("validate", str(spec("blocks").domain), str(spec("blocks").problems("train")[0]), str(out))
    assert ran.code == 1
    assert ran.err.startswith(f"error: {out}:1:10: unknown object 'b9'")
