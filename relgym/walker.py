"""Walking through a problem, step after step: the valid actions are kept as the state changes, not found anew.

A `Reasoner` answers questions about any state. A `Walker` stands in one state and goes on from there; it is the fastest
way through a problem. It knows actions by numbers, which are those of no other problem, in the order in which a
reasoner lists the actions.

>>> import relgym
>>> domain = '''(define (domain d) (:predicates (at ?x) (road ?x ?y))
...   (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
...    :effect (and (not (at ?x)) (at ?y))))'''
>>> problem = '''(define (problem p) (:domain d) (:objects a b c) (:init (at a) (road a b) (road a c) (road b a))
...   (:goal (at b)))'''
>>> walker = Walker(relgym.Reasoner(relgym.load(domain, problem)))
>>> walker.valid_actions()
[Action(go a b), Action(go a c)]
>>> walker.take(min(walker.numbers()))
>>> walker.goal(), walker.valid_actions()
(True, [Action(go b a)])
"""

from __future__ import annotations

from collections.abc import Callable

from relgym.actions import Actions
from relgym.backends.productions import ProductionSystem
from relgym.model.action import Action
from relgym.model.program import Changes, Literal, Production
from relgym.model.state import State
from relgym.reasoner import Reasoner
from relgym.transition import Generator, Transition
from relgym.translate.effects import Change
from relgym.translate.task import GOAL, Schema, Translation


class Walker:
    """Stands in a state of a reasoner's problem, at first its initial one, on a builtin engine of its own."""

    def __init__(self, reasoner: Reasoner, keeps: Callable[[str], bool] | None = None) -> None:
        """`keeps` says of which actions, by name, the valid ones are kept from step to step; by default of all."""
        self._reasoner = reasoner
        translation = self._translation = reasoner.translation
        self._transition = Transition(reasoner.vocabulary, reasoner.task.number, translation.static_values)
        productions = [production_of(translation, schema) for schema in translation.schemas]
        self._plain = [production.changes is not None for production in productions]
        self._system = ProductionSystem(
            translation.program,
            reasoner.vocabulary,
            productions,
            reasoner.engine.limits,
            (lambda place: True) if keeps is None else lambda place: keeps(translation.schemas[place].action.name),
            also=(GOAL,),
        )
        self._actions = Actions(translation, self._transition)
        self._named: dict[int, Action] = {}
        self._whole = all(schema.free == len(schema.variables) for schema in translation.schemas)
        self.go_to(reasoner.initial_state)

    # -- where it stands ---------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The state in which it stands."""
        system = self._system
        return State(self._reasoner.vocabulary, system.bits, system.values)

    def go_to(self, state: State) -> None:
        """Stand in another state; raises `ModelError` for one of another problem."""
        self._system.move_to(self._reasoner.own(state))

    def goal(self) -> bool:
        """Whether the goal holds."""
        return self._system.closed(GOAL)

    # -- actions by number -------------------------------------------------------------------

    def numbers(self) -> list[int]:
        """The numbers of all valid actions, in no particular order, in a new list.

        Where the agent chooses only some of an action's parameters, each binding of all of them has a number.
        """
        return self._system.numbers()

    def take(self, number: int, rng: Generator | None = None) -> None:
        """Carry out the valid action of a number; it is not checked to be one.

        `rng` draws among probabilistic outcomes; raises `ValueError` if it is needed and not there.
        """
        system = self._system
        step = system.step(number)
        if self._plain[step.place]:
            system.fire(number)
            return
        schema = self._translation.schemas[step.place]
        fired = system.fired(number)
        if rng is None:
            delta, draws = self._transition.certain(schema.effect, step.row, fired)
            if draws:
                raise ValueError(f"{self.action(number)} has random outcomes: take() needs a generator")
        else:
            delta = self._transition.drawn(schema.effect, step.row, fired, rng)
        system.move_to(self._transition.apply(self.state, delta))

    def action(self, number: int) -> Action:
        """The action of a number, with the parameters that the agent chooses."""
        action = self._named.get(number)
        if action is None:
            step = self._system.step(number)
            schema = self._translation.schemas[step.place]
            action = self._named[number] = self._actions.of(schema, step.row[: schema.free])
        return action

    def number(self, action: Action | str) -> int:
        """The number of a valid action.

        Raises `InvalidAction` for one that is not valid, and `AmbiguousAction` where it does not say which.
        """
        ground = self._actions.found(action)
        if len(ground.row) == len(ground.schema.variables):
            number = self._system.number(ground.position, ground.row)
            if self._system.holds(number):
                return number
        # The reasoner knows what to say where there is none.
        return self._system.number(ground.position, self._reasoner.binding(self.state, action))

    # -- actions -----------------------------------------------------------------------------

    def valid_actions(self) -> list[Action]:
        """The valid actions in a reasoner's order; raises `AmbiguousAction` as `Reasoner.valid_actions` does."""
        if not self._whole:
            return self._reasoner.valid_actions(self.state)
        named = self._named
        numbers = sorted(self._system.numbers())
        try:
            return [named[number] for number in numbers]
        except KeyError:
            return list(map(self.action, numbers))


def production_of(translation: Translation, schema: Schema) -> Production:
    """An action as a production; what it changes is said where conditions, chance and numbers play no part."""
    [rule] = [rule for rule in translation.program.rules if rule.head.symbol == schema.symbol]
    effect = schema.effect
    if effect.inner or effect.chances or effect.updates:
        return Production(rule, None, tuple(dict.fromkeys(effect.conditions())))
    fluents = {symbol.name: symbol for symbol in translation.program.fluents}

    def literal(change: Change) -> Literal:
        terms = (rule.head.terms[a] if a >= 0 else translation.program.objects[~a] for a in change.arguments)
        return Literal(fluents[change.predicate], tuple(terms))

    return Production(rule, Changes(tuple(map(literal, effect.deletes)), tuple(map(literal, effect.adds))))
