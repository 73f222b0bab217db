"""Features: values that follow from terms, which of them are kept, and scores with attention."""

from __future__ import annotations

import numpy as np
import pytest

from relgym.data.policy_search.features import Direct, Linked, attended_of, features_of
from relgym.data.policy_search.heads import Head, Scaled, scaled
from relgym.data.policy_search.terms import DomainTerm

ON = DomainTerm("on", ("cell",), True, False)
NEXT = DomainTerm("NEXT", ("cell", "cell"), True, False)
CLOCK = DomainTerm("clock", (), False, False)
FAR = DomainTerm("x(?r) - X(?m)", ("rover", "mineral"), False, True)
DONE = DomainTerm("done", ("mineral",), True, False)


def test_the_features_of_a_cell() -> None:
    on = np.array([[1.0, 0.0, 1.0], [0.0, 0.0, 1.0]])
    links = np.array([[[0.0, 1.0, 1.0], [0.0, 0.0, 0.0], [1.0, 1.0, 0.0]]])
    clock = np.array([4.0, 5.0])
    found = features_of([ON, NEXT, CLOCK], ("cell",))
    values = {feature: np.broadcast_to(feature.values([on, links, clock], 1), (2, 3)).tolist() for feature in found}
    assert values[Direct(0, (0,))] == on.tolist()
    assert values[Direct(2, ())] == [[4.0] * 3, [5.0] * 3]
    assert values[Direct(1, (0, None), True)] == [[1.0, 0.0, 1.0]] * 2
    assert values[Direct(1, (None, 0))] == pytest.approx(np.array([[1 / 3, 2 / 3, 1 / 3]] * 2))
    # How many of the cells to which NEXT leads are on, and of those from which it leads here.
    assert values[Linked(1, True, 0, 0)] == [[1.0, 0.0, 1.0], [1.0, 0.0, 0.0]]
    assert values[Linked(1, False, 0, 0)] == [[1.0, 2.0, 1.0], [1.0, 1.0, 0.0]]
    assert len(values) == len(found)


def test_two_objects_of_one_type_are_told_apart() -> None:
    links = np.array([[[0.0, 1.0], [2.0, 3.0]]])
    found = [feature for feature in features_of([NEXT], ("cell", "cell")) if isinstance(feature, Direct)]
    assert [feature.places for feature in found] == [(0, 1), (1, 0)]
    assert found[0].values([links], 2)[0].tolist() == [[0.0, 1.0], [2.0, 3.0]]
    assert found[1].values([links], 2)[0].tolist() == [[0.0, 2.0], [1.0, 3.0]]


def test_means_over_no_objects_are_0() -> None:
    assert Direct(0, (None,)).values([np.zeros((2, 0))], 0).tolist() == [0.0, 0.0]
    assert Direct(0, (None,), largest=True).values([np.zeros((2, 0))], 0).tolist() == [0.0, 0.0]


def test_attention_looks_at_the_nearest() -> None:
    [look] = attended_of([FAR, DONE], ("rover",))
    assert (look.of, [part.places for part in look.parts]) == ("mineral", [(0, 1), (1,)])
    head = Head(
        ("rover",), 1, Scaled((), np.zeros(0), np.ones(0)), (("mineral", Scaled(look.parts, np.zeros(2), np.ones(2))),)
    )
    terms = [np.array([[[5.0, 1.0, 3.0]]]), np.array([[0.0, 1.0, 0.0]])]
    inputs = head.inputs(terms, 1, {"rover": 1, "mineral": 3})
    # Far minerals count little, and those that are done even less; the score is the distance of that looked at.
    assert head.size == 5
    assert head.scores(inputs, np.array([[-20.0, -100.0, 1.0, 0.0, 0.0]])).item() == pytest.approx(3.0, abs=1e-6)
    # Without weights, the mean.
    assert head.scores(inputs, np.array([[0.0, 0.0, 1.0, 0.0, 0.5]])).item() == pytest.approx(3.5)


def test_each_row_of_weights_has_its_own_copies() -> None:
    head = Head(("cell",), 1, Scaled((Direct(0, (0,)),), np.zeros(1), np.ones(1)), ())
    inputs = head.inputs([np.array([[1.0], [2.0], [3.0], [4.0]])], 4, {"cell": 1})
    scores = head.scores(inputs, np.array([[1.0, 0.0], [-1.0, 10.0]]))
    assert scores[:, 0, 0].tolist() == [1.0, 2.0, 7.0, 6.0]


def test_features_that_tell_no_states_apart_are_left_out() -> None:
    rng = np.random.default_rng(0)
    wide = rng.normal(size=(2, 50))
    columns = {
        "wide": wide,
        "again, larger and the other way round": 7 - 3 * wide,
        "constant": np.full((2, 50), 3.0),
        "constant in each instance": np.array([[0.0] * 50, [1.0] * 50]),
        # In an instance with other numbers it may be 9 throughout, which would be a thousand standard deviations.
        "hardly varies beside its mean": 10 + 0.001 * rng.normal(size=(2, 50)),
        "another": 10 + 3 * rng.normal(size=(2, 50)),
    }
    features = [Direct(number, ()) for number in range(len(columns))]
    samples = np.stack([*columns.values()], axis=2)
    kept = scaled(features, [*samples])
    assert [[*columns][feature.term] for feature in kept.features if isinstance(feature, Direct)] == ["wide", "another"]
    assert kept.values([columns["wide"][0], 0, 0, 0, 0, columns["another"][0]], 50, ()).std(
        axis=(0, 1)
    ) == pytest.approx(1.0, abs=0.2)
