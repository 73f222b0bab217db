"""Effect trees: parts with the conditions around them, and atoms replaced."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from relgym.model.effects import EffectTree

HALF = Fraction(1, 2)


def tree() -> EffectTree[str, str, Any]:
    """A draw inside a conditional effect inside another one, and a draw outside."""
    deep = EffectTree[str, str, Any]("deep", adds=("d",))
    lucky = EffectTree[str, str, Any](adds=("l",), conditional=(deep,))
    inner = EffectTree[str, str, Any]("inner", deletes=("i",), probabilistic=(((HALF, lucky),),))
    outer = EffectTree[str, str, Any]("outer", conditional=(inner,))
    rare = EffectTree[str, str, Any](adds=("r",))
    return EffectTree(adds=("a",), conditional=(outer,), probabilistic=(((HALF, rare),),))


def test_parts_come_with_the_innermost_condition_around_them() -> None:
    found = [(scope, part.adds + part.deletes) for scope, part in tree().parts()]
    assert found == [
        (None, ("a",)),
        ("outer", ()),
        ("inner", ("i",)),
        ("inner", ("l",)),
        ("deep", ("d",)),
        (None, ("r",)),
    ]


def test_conditions_are_those_of_all_parts() -> None:
    assert [*tree().conditions()] == ["outer", "inner", "deep"]


def test_atoms_are_replaced_by_the_condition_around_them() -> None:
    renamed = tree().with_atoms(lambda scope, atoms: tuple(f"{atom} in {scope}" for atom in atoms))
    assert [part.adds + part.deletes for _, part in renamed.parts()] == [
        ("a in None",),
        (),
        ("i in inner",),
        ("l in inner",),
        ("d in deep",),
        ("r in None",),
    ]
    assert [*renamed.conditions()] == [*tree().conditions()]


def test_a_draw_inside_a_condition_makes_an_effect_uncertain() -> None:
    [outer] = tree().conditional
    assert not outer.is_certain
    assert outer._replace(conditional=()).is_certain
