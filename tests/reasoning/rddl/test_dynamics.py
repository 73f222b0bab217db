"""Steps of small RDDL processes, worked out by hand: what is a simulator's, whatever the backend."""

from __future__ import annotations

import pytest
from reasoning.rddl.domains import INSTANCE, simulator

from relgym.errors import BackendError, ModelError, SimulationError, UnsupportedFeature
from relgym.model.rddl.equations import Part
from relgym.read.rddl.loading import read_domain, read_instance
from relgym.reasoning.rddl.dynamics import Dynamics

no_arrays = pytest.mark.notimpl("swipl", "clingo", raises=UnsupportedFeature, reason="arrays are Python's alone")


@pytest.mark.parametrize(
    ("cpf", "said"),
    [
        ("r'(?x) = 1 / r(?x);", "r(b) cannot be computed: "),
        ("r'(?x) = if (?x == c) then Normal(0, -1) else 0;", "r(c) cannot be computed: "),
        ("r'(?x) = sqrt[-r(?x) - 1];", "r(a) cannot be computed: "),
        ("r'(?x) = if (Bernoulli(1 + r(?x))) then 1 else 0;", "r(a) cannot be computed: "),
        ("r'(?x) = (1e308 * 10 * r(?x)) - (1e308 * 10 * r(?x));", "r(a) cannot be computed: it is not a number"),
        ("r'(?x) = if (?x == b) then 1e308 * 10 else r(?x);", "r(b) cannot be computed: it is infinite"),
    ],
)
def test_what_cannot_be_computed_is_named(backend, cpf, said):
    domain = simulator(backend, "r(t) : { state-fluent, real, default = 1.0 };", cpf, "init-state { r(b) = 0; };")
    with pytest.raises(SimulationError) as caught:
        domain.step(domain.start, (), [0.5] * domain.uniforms)
    assert caught.value.message.startswith(said)
    assert caught.value.span is not None


def test_a_reward_that_cannot_be_computed(backend):
    domain = simulator(backend, "x : { state-fluent, real, default = 0.0 };", "x' = x;", reward="1 / x")
    with pytest.raises(SimulationError, match=r"the reward cannot be computed: .*zero"):
        domain.step(domain.start, (), [])


CONDITIONS = """
    action-preconditions { forall_{?x : t} (go(?x) => ~x(?x)); };
    state-action-constraints { (sum_{?x : t} go(?x)) <= 1; };
    state-invariants { (sum_{?x : t} x(?x)) <= 2; };
    termination { x(c); forall_{?x : t} x(?x); };
"""


def test_conditions(backend):
    domain = simulator(
        backend,
        "x(t) : { state-fluent, bool, default = false }; go(t) : { action-fluent, bool, default = false };",
        "x'(?x) = x(?x) | go(?x);",
        "init-state { x(a); };",
        rest=CONDITIONS,
    )
    start = domain.start
    assert domain.idle == ([False] * 3,)
    assert domain.refused(start, domain.idle) is None
    assert str(domain.refused(start, ([True, False, False],))) == "forall_{?x : t} (go(?x) => ~x(?x))"
    assert str(domain.refused(start, ([False, True, True],))) == "((sum_{?x : t} go(?x)) <= 1)"
    assert domain.distance(start, ([False, False, True],)) == 0
    assert domain.distance(start, ([True, True, True],)) == 1 + 2
    assert domain.broken(start) is None
    assert domain.broken(([True] * 3,)) is not None
    assert domain.ended(start) is None
    assert str(domain.ended(([False, False, True],))) == "x(c)"


def test_bounds_that_preconditions_set(backend):
    domain = simulator(
        backend,
        "n : { action-fluent, int, default = 0 }; v(t) : { action-fluent, real, default = 0.0 };"
        "L(t) : { non-fluent, real, default = 1.5 };",
        "",
        "non-fluents { L(b) = 3; };",
        rest="action-preconditions { n > 0 ^ 5 > n; forall_{?x : t} (v(?x) <= L(?x) ^ -L(?x) < v(?x)); };",
    )
    bounds = domain.bounds()
    assert bounds["n", 0].whole(100) == (1, 4)
    low, high = bounds["v", 1].real(100.0)
    assert (low, high) == (pytest.approx(-3), 3)
    assert low > -3
    assert bounds["v", 0].high == 1.5


@no_arrays
def test_vectors_are_drawn_whole_whichever_entry_is_read(backend):
    domain = simulator(
        backend,
        "M(t) : { non-fluent, real, default = 1.0 }; C(t, t) : { non-fluent, real, default = 0.0 };"
        "n : { state-fluent, int, default = 4 }; Q(t, t) : { non-fluent, real, default = 0.0 };"
        "v(t) : { interm-fluent, real }; k(t, t) : { interm-fluent, int };",
        "v(?x) = MultivariateNormal[?x](M(_), C(_, _)); k(?x, ?y) = Multinomial[?y](n, Q(?x, _)); n' = n;",
        "non-fluents { M(b) = 5; C(a, a) = 4; C(b, b) = 1; C(c, c) = 9;"
        " Q(a, a) = 1; Q(b, b) = 1; Q(c, a) = 0.5; Q(c, c) = 0.5; };",
    )
    # One number for each entry of v, and of each of the three rows of k.
    assert domain.uniforms == 3 + 9
    step = domain.step(domain.start, (), [0.5, 0.5, 0.8413447460685429] + [0.5] * 6 + [0.0, 0.5, 0.5])
    v, k = step.computed
    assert v == pytest.approx([1, 5, 4])
    assert k == [4, 0, 0, 0, 4, 0, 0, 0, 4]


EXTERNAL = "M(t) : { non-fluent, real, default = 1.0 }; v(t) : { interm-fluent, real };", "v(?x) = $F[?x](M(_)) + 1;"


@no_arrays
def test_a_function_of_the_caller_takes_and_gives_arrays(backend):
    domain = read_domain(
        f"domain d {{ types {{ t : object; }}; pvariables {{ {EXTERNAL[0]} }}; cpfs {{ {EXTERNAL[1]} }}; reward = 0; }}"
    )
    instance = read_instance(INSTANCE % "non-fluents { M(b) = 5; };", domain)
    made = Dynamics(instance, backend, externals={"F": lambda row: [10 * number for number in row]})
    assert made.step((), (), []).computed == ([11, 51, 11],)


def test_functions_of_the_caller_must_be_given(backend):
    with pytest.raises(ModelError, match=r"the domain calls \$F, and no function of this name is given"):
        simulator(backend, *EXTERNAL)


def test_conditions_that_never_change_are_asked_once(backend):
    declared = "r(t) : { state-fluent, real, default = 1.0 }; N : { non-fluent, real, default = 2.0 };"
    made = simulator(
        backend,
        declared,
        "r'(?x) = r(?x) + 1;",
        rest="state-invariants { N > 1; forall_{?x : t} r(?x) < 3; N >= 2; }; termination { N > 5; r(a) > 9; };"
        " action-preconditions { N == 2; };",
    )
    assert [len(made.undecided(part)) for part in (Part.INVARIANT, Part.TERMINATION, Part.PRECONDITION)] == [1, 1, 0]
    assert made.broken(made.start) is None
    assert "r(?x) < 3" in str(made.broken(([4.0, 4.0, 4.0],)))
    assert made.refused(made.start, ()) is None


def test_conditions_that_never_hold_stay(backend):
    declared = "r(t) : { state-fluent, real, default = 1.0 }; N : { non-fluent, real, default = 0.0 };"
    invariants = "state-invariants { forall_{?x : t} r(?x) < 3; N > 1; 1 / N > 0; }; termination { N == 0; };"
    made = simulator(backend, declared, "r'(?x) = r(?x) + 1;", rest=invariants)
    assert [len(made.undecided(part)) for part in (Part.INVARIANT, Part.TERMINATION)] == [3, 1]
    # The first one is told, whichever never changes.
    assert "r(?x) < 3" in str(made.broken(([4.0, 4.0, 4.0],)))
    assert "N > 1" in str(made.broken(made.start))
    assert "N == 0" in str(made.ended(made.start))


def test_a_condition_that_takes_too_long_is_left_to_the_steps(monkeypatch):
    declared = "r(t) : { state-fluent, real, default = 1.0 }; N : { non-fluent, real, default = 2.0 };"
    made = simulator("builtin", declared, "r'(?x) = r(?x) + 1;", rest="state-invariants { N > 1; };")

    def values(*_: object) -> object:
        raise BackendError("it takes too long")

    with monkeypatch.context() as patched:
        patched.setattr(made.engine, "values", values)
        assert len(made.undecided(Part.INVARIANT)) == 1
        with pytest.raises(BackendError):
            made.broken(made.start)
    assert made.broken(made.start) is None
