"""Variables range over all objects of their type, also those that no fact mentions."""

from features.shown import actions, after, rows

from relgym import Reasoner


def test_parameters(r: Reasoner) -> None:
    assert actions(r) == [
        "(place bear top)",
        "(place bear low)",
        "(place kite top)",
        "(place kite low)",
        "(wipe bear)",
        "(wipe kite)",
        "(wipe car)",
    ]


def test_universal_quantifiers(r: Reasoner) -> None:
    assert actions(r, after(r, "(place kite low)"), "finish") == []
    assert actions(r, after(r, "(place kite low)", "(place bear top)"), "finish") == ["(finish)"]


def test_parameters_that_nothing_mentions(r: Reasoner) -> None:
    dusty = r.state([*r.initial_state.atoms, "(dusty bear)"])
    assert actions(r, dusty, "whatever") == ["(whatever top)", "(whatever low)"]


def test_queries(r: Reasoner) -> None:
    assert rows(r, "(not (exists (?s - shelf) (on ?t ?s)))") == [("bear",), ("top",), ("low",), ("kite",)]
    assert rows(r, "(and (dusty ?t - toy))") == []
    assert rows(r, "(not (dusty ?t - toy))") == [("bear",), ("kite",), ("car",)]
