"""The effect tree: what an action does, by conditions and by chance.

An effect takes place for each row of its `variables` for which its `condition` is true. Then its atoms are deleted and
added and its numbers are updated, its conditional effects take place where their own conditions are true, and each of
its probabilistic effects draws one of its outcomes.

- All conditions, and the values of numeric updates, are read in the state before the action.
- All deletes of an action come first, then all adds, so that an atom both deleted and added is true afterwards. Numeric
  updates happen together (Fox & Long, PDDL2.1, 2003, section 8).
- Draws are independent of each other. With the probability missing to 1, nothing changes (Younes & Littman, PPDDL1.0,
  2004).
- Draws have an order: those of an effect, then those of its conditional effects, which are visited in their order, row
  after row. The draws of a drawn outcome come right after the draw, before all others that wait. Each takes one random
  number.

The tree is generic in its conditions, atoms and updates. Lifted effects (`relgym.model.program.LiftedEffect`) have
symbols of the program, literals and `NumericEffect`. Ground effects (`relgym.translate.ground.effects.GroundEffect`)
have nodes of a circuit.

>>> broken = EffectTree("wet", deletes=("whole",))
>>> luck = (Fraction(1, 2), EffectTree()),
>>> drop = EffectTree(adds=("down",), conditional=(broken,), probabilistic=(luck,))
>>> [(scope, part.adds, part.deletes) for scope, part in drop.parts()]
[(None, ('down',), ()), ('wet', (), ('whole',)), (None, (), ())]
>>> drop.is_certain, broken.is_certain, [*drop.conditions()]
(False, True, ['wet'])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

from relgym.model.numeric import Expression, FluentValue
from relgym.model.terms import Variable

Condition = TypeVar("Condition")
Atom = TypeVar("Atom")
Update = TypeVar("Update")


UPDATE_OPERATORS = {"increase": "+", "decrease": "-", "scale-up": "*", "scale-down": "/"}
"""The arithmetic of each numeric update that starts from the old value."""

UPDATE_KINDS = {"assign": "=", "increase": "+", "decrease": "+", "scale-up": "*", "scale-down": "*"}
"""The kind of each numeric update. Updates of one fluent contradict each other if their kinds differ, or if they assign
different values.
"""


@dataclass(frozen=True, slots=True)
class NumericEffect:
    """A numeric update; `operator` is one of `UPDATE_KINDS`."""

    operator: str
    fluent: FluentValue
    value: Expression


class EffectTree(NamedTuple, Generic[Condition, Atom, Update]):
    """An effect with the effects inside it; a named tuple, since grounding makes and hashes one for each action.

    Attributes:
        condition: What must be true in the state before. None where the effect takes place whenever the effect
            around it does. The rule of a symbol includes the conditions around it.
        variables: The columns of the condition, first those of the effect around it; empty in ground effects.
        adds: The added atoms.
        deletes: The deleted atoms.
        updates: The numeric updates.
        conditional: The conditional and universal effects inside.
        probabilistic: The probabilistic effects inside, each as its outcomes with their probabilities.
    """

    condition: Condition | None = None
    variables: tuple[Variable, ...] = ()
    adds: tuple[Atom, ...] = ()
    deletes: tuple[Atom, ...] = ()
    updates: tuple[Update, ...] = ()
    conditional: tuple[EffectTree[Condition, Atom, Update], ...] = ()
    probabilistic: tuple[tuple[tuple[Fraction, EffectTree[Condition, Atom, Update]], ...], ...] = ()

    @property
    def is_certain(self) -> bool:
        """True if no part is probabilistic."""
        return not any(part.probabilistic for _, part in self.parts())

    def conditions(self) -> Iterator[Condition]:
        """Yield the conditions of this effect and of those inside it, without those that are None."""
        return (part.condition for _, part in self.parts() if part.condition is not None)

    def parts(
        self, scope: Condition | None = None
    ) -> Iterable[tuple[Condition | None, EffectTree[Condition, Atom, Update]]]:
        """Return this effect and all effects inside it, outer ones first.

        Each comes with the innermost condition around it, its own included: its atoms are over the columns of that.
        """
        scope = scope if self.condition is None else self.condition
        pairs: list[tuple[Condition | None, EffectTree[Condition, Atom, Update]]] = [(scope, self)]
        for inner in self.conditional:
            pairs += inner.parts(scope)
        for outcomes in self.probabilistic:
            for _, outcome in outcomes:
                pairs += outcome.parts(scope)
        return pairs

    def with_atoms(
        self, new: Callable[[Condition | None, tuple[Atom, ...]], tuple[Atom, ...]], scope: Condition | None = None
    ) -> EffectTree[Condition, Atom, Update]:
        """Return the same effect over other atoms; `new` gets adds or deletes, and the condition as in `parts`."""
        scope = scope if self.condition is None else self.condition
        return self._replace(
            adds=new(scope, self.adds),
            deletes=new(scope, self.deletes),
            conditional=tuple(inner.with_atoms(new, scope) for inner in self.conditional),
            probabilistic=tuple(
                tuple((share, outcome.with_atoms(new, scope)) for share, outcome in outcomes)
                for outcomes in self.probabilistic
            ),
        )
