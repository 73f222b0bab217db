"""Ground effects in one circuit: guards, update slots, and the draw order."""

from __future__ import annotations

from fractions import Fraction

from relgym.model.effects import EffectTree
from relgym.translate.ground.effect_circuit import EffectCircuit
from relgym.translate.ground.effects import GroundEffect, GroundUpdate

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
FUEL, TIME = ("fuel", ()), ("time", ())


def drawn(share: Fraction, outcome: GroundEffect) -> GroundEffect:
    return EffectTree(probabilistic=(((share, outcome),),))


def written(*effects: GroundEffect) -> EffectCircuit:
    """The circuit of actions with these effects."""
    circuit = EffectCircuit()
    for action, effect in enumerate(effects):
        circuit.write(effect, circuit.chosen(action))
    circuit.finish()
    return circuit


def test_atoms_have_the_guards_of_their_conditions() -> None:
    effects = written(EffectTree(adds=(7,), conditional=(EffectTree(9, deletes=(7,)),)))
    chosen, passed = effects.chosen(0), effects.passed(9)
    assert effects.adds == {7: [chosen]}
    assert effects.deletes == {7: [effects.circuit.all([chosen, passed])]}


def test_updates_of_different_actions_share_a_slot_and_those_of_one_do_not() -> None:
    one, two = GroundUpdate(FUEL, "increase", 3), GroundUpdate(FUEL, "decrease", 4)
    effects = written(EffectTree(updates=(one, two)), EffectTree(updates=(two,)))
    chosen = [effects.chosen(action) for action in range(2)]
    assert effects.updates == {
        (FUEL, "+", 0): {one: [chosen[0]], two: [chosen[1]]},
        (FUEL, "+", 1): {two: [chosen[0]]},
    }
    assert not effects.contradictory


def test_two_assignments_or_kinds_of_one_action_may_contradict_each_other() -> None:
    assign, increase = GroundUpdate(FUEL, "assign", 3), GroundUpdate(FUEL, "increase", 3)
    other = GroundUpdate(TIME, "assign", 3)
    assert written(EffectTree(updates=(assign, assign))).contradictory
    assert written(EffectTree(updates=(assign,), conditional=(EffectTree(9, updates=(increase,)),))).contradictory
    assert not written(EffectTree(updates=(assign, other)), EffectTree(updates=(increase,))).contradictory


def test_draws_of_an_outcome_come_before_those_that_wait() -> None:
    nested = drawn(HALF, drawn(THIRD, EffectTree(adds=(1,))))
    both = nested._replace(probabilistic=(*nested.probabilistic, ((Fraction(1), EffectTree(adds=(2,))),)))
    effects = written(both)
    assert [draw.spreads for draw in effects.circuit.draws.values()] == [((0.5,),), ((1 / 3,),), ((1.0,),)]


def test_draws_of_conditional_effects_come_after_the_others() -> None:
    inner = EffectTree(9, probabilistic=(((THIRD, EffectTree(adds=(1,))),),))
    effects = written(drawn(HALF, EffectTree(adds=(2,)))._replace(conditional=(inner,)))
    assert [draw.spreads for draw in effects.circuit.draws.values()] == [((0.5,),), ((1 / 3,),)]


def test_actions_share_the_numbers_of_their_draws() -> None:
    effects = written(drawn(HALF, EffectTree(adds=(1,))), drawn(THIRD, EffectTree(adds=(2,))))
    [draw] = effects.circuit.draws.values()
    assert draw.guards == (effects.chosen(0), effects.chosen(1))
    assert draw.spreads == ((0.5,), (1 / 3,))
    assert draw.active == effects.circuit.any(draw.guards)
