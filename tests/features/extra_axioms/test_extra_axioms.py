"""Axioms from further files, attached to a task whose own files stay as they are."""

import pytest
from features.conftest import Open
from features.shown import atoms, holds, rows

from relgym.errors import ModelError


def test_one_file(open_reasoner: Open) -> None:
    r = open_reasoner(axioms=["above.pddl"])
    assert atoms(r.derived(r.initial_state)) == {"(above a b)", "(above b c)", "(above a c)"}
    assert holds(r, "(above a c)")
    assert rows(r, "(and (above ?x c) (not (on ?x c)))") == [("a",)]


def test_files_that_build_on_each_other(open_reasoner: Open) -> None:
    r = open_reasoner(axioms=["above.pddl", "colours.pddl"])
    assert atoms(r.derived(r.initial_state), "over-red", "pure") == {
        *("(over-red a)", "(over-red b)"),
        *("(pure c)", "(pure d)"),
    }
    put = r.successor(r.initial_state, "(put d a)")
    assert atoms(r.derived(put), "pure") == {"(pure c)"}


def test_axioms_as_text(open_reasoner: Open) -> None:
    r = open_reasoner(axioms=["(:derived (bottom ?x - block) (forall (?y - block) (not (on ?x ?y))))"])
    assert rows(r, "(bottom ?x)") == [("c",), ("d",)]


def test_the_task_itself_is_as_before(open_reasoner: Open) -> None:
    plain, extended = open_reasoner(), open_reasoner(axioms=["above.pddl"])
    assert atoms(plain.derived(plain.initial_state)) == set()
    assert extended.initial_state.atoms == plain.initial_state.atoms
    assert extended.valid_actions(extended.initial_state) == plain.valid_actions(plain.initial_state)


def test_a_predicate_of_the_domain_cannot_become_derived(open_reasoner: Open) -> None:
    with pytest.raises(ModelError, match="'red' of its own"):
        open_reasoner(axioms=["(:derived (red ?x - block) (on ?x d))"])
