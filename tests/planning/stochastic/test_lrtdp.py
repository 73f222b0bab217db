"""LRTDP beside value iteration and linear programming."""

from __future__ import annotations

import pytest
from planning.stochastic.problems import by_linear_program, crossing, small

import relgym
from relgym.catalogue.domains import spec
from relgym.errors import RelgymError


@pytest.mark.parametrize("options", [{}, {"penalty": 20}, {"criterion": "discounted"}], ids=str)
@pytest.mark.parametrize(
    ("name", "problem"),
    [("tireworld", 0), ("tireworld", 6), ("river", 1), ("river", 6), ("exploding-blocks", 2), ("navigation", 7)],
)
def test_values_are_those_of_value_iteration(name: str, problem: int, options: dict[str, object]) -> None:
    reasoner = relgym.Reasoner(small(name, problem))
    exact = relgym.solve(reasoner, "value_iteration", **options)  # type: ignore[arg-type]
    found = relgym.solve(reasoner, "lrtdp", seed=problem, **options)  # type: ignore[arg-type]
    start = reasoner.initial_state
    assert found.value(start) == pytest.approx(exact.value(start), abs=1e-6)
    assert found.convergence is not None and exact.convergence is not None
    assert found.convergence.status == "solved"
    assert found.convergence.residual is not None and found.convergence.residual <= 1e-8
    assert found.convergence.states <= exact.convergence.states


def test_values_are_those_of_a_linear_program() -> None:
    reasoner = relgym.Reasoner(small("river", 6))
    expected = by_linear_program(reasoner, "cost", penalty=20.0)
    found = relgym.solve(reasoner, "lrtdp", penalty=20)
    start = reasoner.initial_state
    assert found.value(start) == pytest.approx(expected[start], abs=1e-6)


def test_a_limit_and_an_interrupt_leave_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    task = small("exploding-blocks", 9)
    found = relgym.solve(task, "lrtdp", limits={"seconds": 0}).convergence
    assert found is not None and (found.status, found.residual) == ("limit", None)
    assert found.reason == "LRTDP did not answer within 0 s"
    calls = 0
    real = relgym.PDDLReasoner.outcomes

    def interrupted(self: relgym.PDDLReasoner, *arguments: object) -> object:
        nonlocal calls
        calls += 1
        if calls == 200:
            raise KeyboardInterrupt
        return real(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(relgym.PDDLReasoner, "outcomes", interrupted)
    policy = relgym.solve(task, "lrtdp")
    assert policy.convergence is not None and policy.convergence.reason == "LRTDP was interrupted"
    assert policy(relgym.Reasoner(task).initial_state) is not None


def test_what_it_does_not_support_is_refused() -> None:
    with pytest.raises(RelgymError, match="does not support the criterion 'probability'"):
        relgym.solve(crossing(), "lrtdp", criterion="probability")
    sysadmin = spec("sysadmin")
    with pytest.raises(RelgymError, match="does not support RDDL"):
        relgym.solve(relgym.load(sysadmin.domain, sysadmin.problem("train", 0)), "lrtdp")
