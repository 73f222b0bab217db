"""RDDL keeps the limits of a call on every engine: in sums, quantifiers, draws, outcomes and samples."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time, sleep
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest

import relgym
from relgym.backends.builtin import evaluator as builtin_evaluator
from relgym.envs.rddl.sampling import ListSampler
from relgym.errors import BackendError
from relgym.explain.traces import Teller
from relgym.translate.arrays import builder as array_builder
from relgym.translate.python_equations import aggregates as python_aggregates
from relgym.translate.python_equations import loops as python_loops
from relgym.translate.python_equations import values as python_values

PATIENCE = 8.0
"""Seconds of processor time within which a call must give up whose limit is a fraction of that."""

SIX = ", ".join(f"?v{number} : t" for number in range(6))
MANY = 41


def reasoner(backend: str, value: str, objects: int = 32, **limits: float) -> Any:
    """`x` becomes a value where `go` is chosen, and stays otherwise."""
    domain = f"""domain d {{ types {{ t : object; }};
      pvariables {{ x : {{ state-fluent, real, default = 1 }}; on(t) : {{ state-fluent, bool, default = true }};
        w(t) : {{ state-fluent, real, default = 0.5 }}; go : {{ action-fluent, bool, default = false }}; }};
      cpfs {{ x' = if (go) then ({value}) else x; on'(?a) = on(?a); w'(?a) = w(?a); }};
      reward = x; }}"""
    names = ", ".join(f"o{number}" for number in range(objects))
    instance = f"instance i {{ domain = d; objects {{ t : {{{names}}}; }}; horizon = 5; }}"
    return relgym.Reasoner(relgym.load(domain, instance), backend=backend, limits=limits)


def given_up(call: Callable[[], Any], text: str, advice: str) -> None:
    """A call must end with the error of a limit, and its advice."""
    begun = process_time()
    with pytest.raises(BackendError, match=text) as caught:
        call()
    assert process_time() - begun < PATIENCE
    assert caught.value.hint is not None
    assert advice in caught.value.hint


def assert_works_on(asked: Any) -> None:
    start = asked.initial_state
    assert asked.successor(start, {"go": False})["x"] == 1
    assert asked.value(start, "x + 1") == 2


def test_a_sum_over_very_many_rows(backend: str) -> None:
    value = f"sum_{{{SIX}}} [(w(?v0) + w(?v1) * w(?v2) + w(?v3) * w(?v4) * w(?v5)) > 3]"
    asked = reasoner(backend, value, seconds=0.3)
    for _ in range(2):
        given_up(lambda: asked.successor(asked.initial_state, {"go": True}), "0.3 s", "--limit SECONDS")
        assert_works_on(asked)


def test_the_answers_to_a_formula_with_very_many_rows(backend: str) -> None:
    asked = reasoner(backend, "x", objects=40, seconds=0.3, memory=400)
    start = asked.initial_state
    many = " ^ ".join(f"on(?v{number})" for number in range(4))
    given_up(lambda: asked.answers(start, many), "0.3 s", "--limit SECONDS")
    given_up(lambda: asked.answers(start, f"{many} ^ on(?v4)"), "102,400,000 rows: about 879 MB", "--memory MB")
    assert asked.answers(start, "on(?v)").rows[0] == ("o0",)


def test_rows_that_may_fail_are_looked_at_one_by_one(backend: str) -> None:
    """Each of them has clauses of its own for clingo, which are not written without end."""
    value = f"if (exists_{{{SIX}}} [w(?v0) * w(?v1) > w(?v2) + w(?v3) + w(?v4) + w(?v5)]) then 1 else 0"
    asked = reasoner(backend, value, seconds=0.3)
    given_up(lambda: asked.successor(asked.initial_state, {"go": True}), "0.3 s", "--limit SECONDS")
    assert asked.value(asked.initial_state, "x + 1") == 2


@pytest.mark.parametrize(("variables", "told"), [("?v0 : t", "; it fails for o0; o1; o2 and 29 more"), (SIX, "")])
def test_the_reason_of_an_invalid_action_takes_no_longer_than_the_answer(variables: str, told: str) -> None:
    domain = f"""domain d {{ types {{ t : object; }};
      pvariables {{ on(t) : {{ state-fluent, bool, default = true }};
        go : {{ action-fluent, bool, default = false }}; }};
      cpfs {{ on'(?a) = on(?a); }}; reward = 0;
      action-preconditions {{ forall_{{{variables}}} (~go | ~on(?v0)); }}; }}"""
    names = ", ".join(f"o{number}" for number in range(32))
    env = relgym.make(domain, f"instance i {{ domain = d; objects {{ t : {{{names}}}; }}; horizon = 5; }}")
    env.reset(seed=0)
    reason = env.step({"go": 1})[4]["invalid_reason"]
    assert reason == f"the action breaks forall_{{{variables}}} (~go | ~on(?v0)){told}"


def slowly(*_: Any) -> str:
    sleep(0.05)
    return "said"


def test_explanations_keep_the_limits_of_the_reasoner() -> None:
    """Also that of one call where it computes several values, and where it makes lines of them."""
    value = f"sum_{{{SIX}}} [(w(?v0) + w(?v1) * w(?v2) + w(?v3) * w(?v4) * w(?v5)) > 3]"
    asked = reasoner("builtin", value, seconds=0.3)
    start = asked.initial_state
    given_up(lambda: asked.explain(start, value), "0.3 s", "--limit SECONDS")
    given_up(lambda: asked.explain_step("x", start, {"go": True}), "0.3 s", "--limit SECONDS")
    assert str(asked.explain(start, "x + 1")).startswith("x + 1 is 2")
    with patch.object(Teller, "_said_of", slowly):
        given_up(lambda: asked.explain(start, "sum_{?v : t} [w(?v) + 1]"), "0.3 s", "--limit SECONDS")
    assert str(asked.explain(start, "x + 1")).startswith("x + 1 is 2")


@pytest.mark.parametrize("nested", [False, True])
def test_a_quantifier_over_very_many_rows(backend: str, nested: bool) -> None:
    heads = [f"?v{number} : t" for number in range(MANY)]
    body = " | ".join(f"on(?v{number})" for number in range(MANY))
    head = "".join(f"forall_{{{one}}} [" for one in heads) if nested else f"forall_{{{', '.join(heads)}}} ["
    value = f"if ({head}{body}{']' * (MANY if nested else 1)}) then 7 else 0"
    asked = reasoner(backend, value, objects=2, seconds=0.5)
    if backend == "clingo":
        # It grounds what does not hold, which is nothing here.
        assert asked.successor(asked.initial_state, {"go": True})["x"] == 7
    else:
        given_up(lambda: asked.successor(asked.initial_state, {"go": True}), "0.5 s", "--limit SECONDS")
    assert_works_on(asked)


def test_many_draws(backend: str) -> None:
    asked = reasoner(backend, f"sum_{{{SIX}}} [Bernoulli(0.5)]", seconds=0.3)
    given_up(lambda: asked.successor(asked.initial_state, {"go": True}, Random(0)), "0.3 s", "--limit SECONDS")
    assert asked.value(asked.initial_state, "x + 1") == 2


class TestOutcomes:
    def test_more_than_allowed(self, backend: str) -> None:
        asked = reasoner(backend, "sum_{?a : t} [Bernoulli(0.5)]", objects=40, outcomes=200)
        given_up(
            lambda: asked.outcomes(asked.initial_state, {"go": True}), "more than 200 outcomes", "Limits(outcomes=...)"
        )
        assert asked.value(asked.initial_state, "x + 1") == 2

    def test_time(self, backend: str) -> None:
        asked = reasoner(backend, "sum_{?a : t} [Bernoulli(0.5)]", objects=40, seconds=0.3, outcomes=10**9)
        given_up(lambda: asked.outcomes(asked.initial_state, {"go": True}), "0.3 s", "--limit SECONDS")
        assert asked.value(asked.initial_state, "x + 1") == 2

    def test_as_many_as_allowed(self, backend: str) -> None:
        asked = reasoner(backend, "sum_{?a : t} [Bernoulli(0.5)]", objects=3, outcomes=8)
        assert len(asked.outcomes(asked.initial_state, {"go": True})) == 4

    def test_a_binomial_of_very_many_trials(self, backend: str) -> None:
        asked = reasoner(backend, "Binomial(1000000000, 0.5)", objects=1)
        given_up(lambda: asked.outcomes(asked.initial_state, {"go": True}), "outcomes", "Limits(outcomes=...)")


def test_an_instance_that_does_not_fit_into_memory_is_refused(backend: str) -> None:
    """By its size, before anything is made of it."""
    objects = 20_000
    domain = """domain d { types { t : object; };
      pvariables { NEAR(t, t) : { non-fluent, bool, default = false };
        on(t) : { state-fluent, bool, default = false }; };
      cpfs { on'(?x) = on(?x) | exists_{?y : t} [NEAR(?x, ?y) ^ on(?y)]; }; reward = 0; }"""
    names = ", ".join(f"o{number}" for number in range(objects))
    instance = f"instance i {{ domain = d; objects {{ t : {{{names}}}; }}; }}"
    given_up(
        lambda: relgym.Reasoner(relgym.load(domain, instance), backend=backend),
        f"{objects**2:,} of them those of 'NEAR'",
        "--memory MB",
    )


def test_samples_of_actions_keep_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each try is a call of an engine, and all together are one call."""
    asked = reasoner("builtin", "1", seconds=10)
    now, tries = [100.0], []
    monkeypatch.setattr("relgym.limits.monotonic", lambda: now[0])

    def accepted(action: Any) -> bool:
        tries.append(action)
        now[0] += 4
        return False

    sampler = ListSampler(asked, accepted, lambda: asked.dynamics.own(asked.initial_state))
    with pytest.raises(BackendError, match="within 10 s"):
        sampler.drawn(np.random.default_rng(0))
    assert 0 < len(tries) <= 4


def test_sampled_outcomes_keep_the_time(backend: str) -> None:
    asked = reasoner(backend, "sum_{?a : t} [Bernoulli(0.5)]", seconds=0.3)
    given_up(
        lambda: asked.sampled_outcomes(asked.initial_state, {"go": True}, Random(0), 10**9), "0.3 s", "--limit SECONDS"
    )


class TestLoopsThatLook:
    """Loops in blocks, and aggregates without lists, give what others give."""

    VALUES = (
        "sum_{?a : t, ?b : t} [w(?a) * w(?b)]",
        "avg_{?a : t, ?b : t} [w(?a) + on(?b)]",
        "min_{?a : t, ?b : t} [w(?a) - w(?b) * 2]",
        "max_{?a : t, ?b : t} [w(?a) - w(?b) * 2]",
        "prod_{?a : t, ?b : t} [w(?a) + w(?b)]",
        "(forall_{?a : t, ?b : t} [w(?a) + w(?b) > 0.4])",
        "(exists_{?a : t, ?b : t} [w(?a) + w(?b) > 3])",
        "sum_{?a : t} [(sum_{?b : t} [on(?b) ^ (w(?a) > w(?b))]) > 1]",
        "(sum_{?a : t} [(argmax_{?b : t} (w(?b) - w(?a))) == ?a])",
    )

    @pytest.mark.parametrize("value", VALUES)
    @pytest.mark.parametrize("block", [1, 3, 10])
    def test_values(self, value: str, block: int, monkeypatch: pytest.MonkeyPatch) -> None:
        expected = self.found("sld", value)
        monkeypatch.setattr(python_loops, "BLOCK_VALUES", block)
        monkeypatch.setattr(python_aggregates, "BLOCK_VALUES", block)
        monkeypatch.setattr(python_values, "AGGREGATE_LIST_LIMIT", 5)
        assert self.found("builtin", value) == pytest.approx(expected)

    def found(self, backend: str, value: str) -> Any:
        asked = reasoner(backend, value, objects=5)
        state = asked.state({f"w___o{number}": 0.3 * number + 0.1 for number in range(5)} | {"on___o3": False})
        return asked.successor(state, {"go": True})["x"]

    def test_a_question_that_needs_too_large_an_array_is_asked_in_lists(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(array_builder, "ARRAY_ELEMENTS_LIMIT", 100)
        monkeypatch.setattr(builtin_evaluator, "ARRAY_ELEMENTS_LIMIT", 100)
        value = f"sum_{{{SIX}}} [(w(?v0) + w(?v1) * w(?v2) + w(?v3) * w(?v4) * w(?v5)) > 3]"
        asked = reasoner("builtin", value, objects=4)
        assert asked.successor(asked.initial_state, {"go": True})["x"] == 0


def growing(backend: str, value: str, objects: int = 2, **limits: float) -> Any:
    """`n` becomes a value where `go` is chosen, and stays otherwise."""
    domain = f"""domain d {{ types {{ t : object; }};
      pvariables {{ n : {{ state-fluent, int, default = -1{"0" * 100} }}; m(t) : {{ state-fluent, int, default = 3 }};
        go : {{ action-fluent, bool, default = false }}; }};
      cpfs {{ n' = if (go) then {value} else n; m'(?a) = if (go) then m(?a) * m(?a) else m(?a); }};
      reward = 0; }}"""
    names = ", ".join(f"o{number}" for number in range(objects))
    instance = f"instance i {{ domain = d; objects {{ t : {{{names}}}; }}; horizon = 5; }}"
    return relgym.Reasoner(relgym.load(domain, instance), backend=backend, limits=limits)


def test_whole_numbers_keep_the_limit_of_digits(backend: str) -> None:
    asked = growing(backend, "n * n * n", digits=1000)
    state = asked.initial_state
    for _ in range(2):
        state = asked.successor(state, {"go": True})
    given_up(lambda: asked.successor(state, {"go": True}), "a number of more than 1000 digits", "Limits(digits=...)")
    given_up(lambda: asked.value(state, "-n * n"), "a number of more than 1000 digits", "Limits(digits=...)")
    assert asked.successor(state, {"go": False}) == state


def test_the_limit_of_digits_holds_for_each_value_of_a_fluent(backend: str) -> None:
    asked = growing(backend, "1", digits=101)
    state = asked.initial_state
    with pytest.raises(BackendError, match="a number of more than 101 digits"):
        for _ in range(9):
            state = asked.successor(state, {"go": True})
    assert 9**50 < state["m___o1"] < 10**101


def test_more_digits_than_python_prints(backend: str) -> None:
    asked = growing(backend, "n * n * n", digits=20_000)
    state = asked.initial_state
    for power in (3, 9, 27, 81):
        state = asked.successor(state, {"go": True})
        assert state["n"] == -(10 ** (100 * power))


def test_a_product_of_very_many_large_numbers(backend: str) -> None:
    asked = growing(backend, "prod_{?a : t} (n + m(?a))", 30_000, seconds=0.5)
    given_up(lambda: asked.successor(asked.initial_state, {"go": True}), "did not answer within 0.5 s", "raise seconds")
