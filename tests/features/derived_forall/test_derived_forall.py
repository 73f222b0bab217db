"""Universal quantifiers in axioms, over the predicate that the axiom itself defines."""

from features.shown import actions, after, atoms

from relgym import Reasoner


def test_the_least_model(r: Reasoner) -> None:
    # e would be ready if it were ready: that is no reason.
    assert atoms(r.derived(r.initial_state), "ready") == {"(ready a)", "(ready b)", "(ready c)", "(ready d)"}


def test_a_cycle_is_never_ready(r: Reasoner) -> None:
    tied = after(r, "(tie d a)")
    assert atoms(r.derived(tied), "ready") == {"(ready c)"}
    assert actions(r, tied, "do") == ["(do c)"]
    untied = r.state([*tied.atoms, "(done a)"])
    # d waits for a, which is done; then b and then a itself are ready.
    assert atoms(r.derived(untied), "ready") == {"(ready a)", "(ready b)", "(ready c)", "(ready d)"}


def test_quantifiers_of_both_kinds_beside_recursion(r: Reasoner) -> None:
    assert atoms(r.derived(r.initial_state), "chain") == {"(chain a)", "(chain b)", "(chain c)", "(chain d)"}
    assert atoms(r.derived(after(r, "(do d)")), "chain") == {"(chain a)", "(chain c)"}


def test_negation_of_a_lower_stratum_and_recursion_under_forall(r: Reasoner) -> None:
    # Everything but e is ready, so e is sunk; with d, a and b unready, each would need the others to be sunk first.
    assert atoms(r.derived(r.initial_state), "sunk") == {"(sunk e)"}
    assert atoms(r.derived(after(r, "(tie d a)")), "sunk") == set()


def test_in_the_goal(r: Reasoner) -> None:
    assert not r.goal(r.initial_state)
    assert r.goal(r.state([*r.initial_state.atoms, "(done e)"]))
