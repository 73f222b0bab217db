"""Ground effects: effect trees with their variables bound to objects, as comparable values over nodes of a circuit.

>>> import relgym
>>> from relgym.reasoning.pddl.reachability import reached
>>> from relgym.translate.ground.rules import SharedNodes
>>> domain = '''(define (domain d) (:requirements :adl) (:predicates (at ?x) (wet ?x))
...   (:action go :parameters (?x ?y) :precondition (at ?x)
...    :effect (and (not (at ?x)) (at ?y) (when (wet ?x) (wet ?y)))))'''
>>> problem = "(define (problem p) (:domain d) (:objects a b) (:init (at a) (wet a)) (:goal (wet b)))"
>>> translation = relgym.Reasoner(relgym.load(domain, problem)).translation
>>> grounder = RuleGrounder(translation, reached(translation), SharedNodes())
>>> effect = EffectGrounder(grounder).ground(translation.schemas[0].effect, (0, 1))
>>> at, wet = grounder.atoms["at"], grounder.atoms["wet"]
>>> effect.adds == (at[1,],), effect.conditional == (EffectTree(wet[0,], adds=(wet[1,],)),)
(True, True)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from relgym.model.effects import EffectTree
from relgym.model.pddl.grounded import TRUE
from relgym.model.program import LiftedEffect, Literal, Row, row_binder
from relgym.model.span import Span
from relgym.model.terms import Variable
from relgym.translate.ground.rules import RuleGrounder
from relgym.translate.program.positions import PositionKey


@dataclass(frozen=True, slots=True)
class GroundUpdate:
    """A numeric update: the fluent, its operator, the node of the number, and its place in the file."""

    target: PositionKey
    operator: str
    value: int
    span: Span | None = field(default=None, compare=False, repr=False)


GroundEffect = EffectTree[int, int, GroundUpdate]
"""An effect whose condition and atoms are nodes."""


class EffectGrounder:
    """Binds the variables of one problem's effects; look-ups that do not depend on the row are made only once."""

    def __init__(self, grounder: RuleGrounder) -> None:
        self._grounder = grounder
        self._atoms: dict[int, tuple[_Atoms, _Atoms]] = {}

    def ground(self, effect: LiftedEffect, row: Row, condition: int | None = None) -> GroundEffect:
        """Return an effect with its variables bound to the objects of `row`."""
        writes = self._atoms.get(id(effect))
        if writes is None:
            # By identity, which is safe while the effects live; hashing an effect would hash all its parts.
            writes = self._atoms[id(effect)] = (
                self._looked_up(effect.adds, effect.variables),
                self._looked_up(effect.deletes, effect.variables),
            )
        # Unreachable atoms are never true, and need not be deleted.
        adds, deletes = (
            tuple([node for nodes, bound in atoms if (node := nodes.get(bound(row))) is not None]) for atoms in writes
        )
        return EffectTree(
            condition,
            (),
            adds,
            deletes,
            self._updates(effect, row) if effect.updates else (),
            tuple(self._conditional(effect, row)) if effect.conditional else (),
            tuple(
                tuple((share, self.ground(outcome, row)) for share, outcome in outcomes)
                for outcomes in effect.probabilistic
            ),
        )

    def _looked_up(self, literals: tuple[Literal, ...], variables: tuple[Variable, ...]) -> _Atoms:
        atoms, numbers = self._grounder.atoms, self._grounder.task.number
        return [(atoms[each.symbol.name], row_binder(each.terms, variables, numbers)) for each in literals]

    def _conditional(self, effect: LiftedEffect, row: Row) -> Iterator[GroundEffect]:
        for inner in effect.conditional:
            assert inner.condition is not None
            (rule,) = self._grounder.rules[inner.condition]
            for more, node in self._grounder.answers(rule, row).items():
                yield self.ground(inner, more, None if node == TRUE else node)

    def _updates(self, effect: LiftedEffect, row: Row) -> tuple[GroundUpdate, ...]:
        grounder = self._grounder
        binding = {variable.name: number for variable, number in zip(effect.variables, row, strict=True)}
        bound = [row_binder(each.fluent.terms, effect.variables, grounder.task.number)(row) for each in effect.updates]
        return tuple(
            GroundUpdate(
                grounder.key(update.fluent.function, row_of),
                update.operator,
                grounder.number(update.value, binding),
                update.value.span,
            )
            for update, row_of in zip(effect.updates, bound, strict=True)
        )


_Atoms = list[tuple[Mapping[Row, int], Callable[[Row], Row]]]
"""The nodes of a predicate's atoms, and the function that makes the row of an atom."""
