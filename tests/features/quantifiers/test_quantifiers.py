"""`exists` and `forall` in preconditions, nested and negated; a variable hides an outer one of its name."""

from features.shown import actions, after, rows

from relgym import Reasoner


def test_a_universal_with_an_existential_inside(r: Reasoner) -> None:
    assert actions(r, name="please") == []
    served = r.state([*r.initial_state.atoms, "(served soup)", "(served cake)"])
    assert actions(r, served, "please") == ["(please)"]


def test_an_existential_with_a_universal_inside(r: Reasoner) -> None:
    # At first no dish is eaten by all three; the parameter plays no part.
    assert actions(r, name="one-for-all") == []
    assert actions(r, after(r, "(taste cid soup)"), "one-for-all") == [
        "(one-for-all ann)",
        "(one-for-all bob)",
        "(one-for-all cid)",
    ]


def test_negated_quantifiers(r: Reasoner) -> None:
    assert actions(r, name="picky") == ["(picky ann)", "(picky bob)", "(picky cid)"]
    assert actions(r, name="nobody") == []
    assert rows(r, "(not (exists (?p - person) (and (eats ?p ?d) (not (= ?p cid)))))") == [
        ("ann",),
        ("bob",),
        ("cid",),
        ("cake",),
    ]


def test_two_variables_of_one_quantifier(r: Reasoner) -> None:
    assert actions(r, name="pair") == ["(pair soup)"]


def test_inner_variables_hide_outer_ones(r: Reasoner) -> None:
    assert actions(r, name="shadow") == ["(shadow ann)"]


def test_quantifiers_over_nothing_and_over_truth(r: Reasoner) -> None:
    assert actions(r, name="nothing") == []
    happy = r.state([*r.initial_state.atoms, "(happy)"])
    assert actions(r, happy, "nothing") == ["(nothing)"]


def test_a_quantified_goal(r: Reasoner) -> None:
    assert r.goal(r.initial_state)
    assert r.goal(after(r, "(pair soup)"))
