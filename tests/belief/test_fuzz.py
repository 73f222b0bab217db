"""Random tasks with random sensors: what a belief says is what enumerating all states that are possible says.

`--hypothesis-profile=thorough` tries thousands, others each time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import pytest
from belief.oracle import Worlds, sight
from fuzz.oracle import Fact, Oracle, Reading
from fuzz.strategies import QUESTIONED, Kinds, Source
from fuzz.test_fuzz import bindings, examples, read, text
from hypothesis import assume, given, note
from hypothesis import strategies as st

from relgym import Reasoner, State, Task
from relgym.belief import Belief
from relgym.errors import Contradiction, InvalidAction
from relgym.model.pddl.domain import Axiom, Predicate
from relgym.model.pddl.effects import Add, Probabilistic
from relgym.model.pddl.formulas import Atom, Formula
from relgym.model.terms import Object
from relgym.reasoning.pddl.sensing import Observation, Sensor


@dataclass(frozen=True)
class Case:
    """A task with sensors, questions about it, and numbers that decide what happens."""

    task: Task
    queries: tuple[Formula, ...]
    turns: tuple[int, ...]


@st.composite
def cases(draw: st.DrawFn) -> Case:
    source = Source(draw, Kinds(chances=True, bound=True))
    task = source.task()
    # A domain knows no objects but its constants.
    source.objects = task.domain.constants
    axioms, heads = [], []
    basic = [predicate for predicate in source.predicates if predicate.name not in source.level]
    for predicate in list(source.predicates):
        if source.chance(2):
            head = Predicate(f"seen-{predicate.name}", predicate.parameters)
            heads.append(head)
            axioms.append(Axiom(head.name, head.parameters, source.formula(head.parameters, 2)))
    domain = replace(task.domain, predicates=(*task.domain.predicates, *heads), axioms=(*task.domain.axioms, *axioms))
    source.objects = task.typed
    # Most tasks leave too little in the dark, so the start does.
    unknown = [source.atom((), basic) for _ in range(source.number(1, 4))]
    draws = [Probabilistic(((Fraction(1, 2), Add(atom)),)) for atom in unknown if atom is not None]
    problem = replace(task.problem, chances=(*task.problem.chances, *draws))
    queries = tuple(source.formula(QUESTIONED[: source.number(0, 1)], 2) for _ in range(source.number(0, 1)))
    turns = tuple(source.number(0, 999) for _ in range(source.number(0, 5)))
    return Case(Task(domain, problem), queries, turns)


class Episode:
    """A belief beside all worlds that are possible, and the one that is real."""

    def __init__(self, case: Case) -> None:
        self.case = case
        task = read(case.task)
        self.oracle = Oracle(task)
        self.worlds = Worlds.at_start(self.oracle)
        assume(len(self.worlds.possible) < 200)
        self.belief = Belief(task)
        self.reasoner = Reasoner(task)
        self.sensor = Sensor(self.reasoner)
        self.real = chosen([outcome.state for outcome in self.reasoner.starts()], sum(case.turns))
        self.wrong_start()
        self.belief.start(self.look())
        self.compare()
        for turn in case.turns:
            self.turn(turn)
            self.compare()

    def reading(self) -> Reading:
        """The real world, as the oracle reads it."""
        real = facts(self.real.atoms)
        (world,) = [world for world in self.worlds.possible if texts(world.facts) == real]
        return self.oracle.at(world)

    def look(self) -> Observation:
        """What is seen of the real world, which the worlds then agree with."""
        seen = sight(self.reading())
        self.worlds.see(seen)
        found = self.sensor.observation(self.real)
        assert facts(found) == texts(seen), "observation"
        return found

    def wrong_start(self) -> None:
        """What no start looks like is refused."""
        looks = {sight(reading) for reading in self.worlds.readings()}
        for look in sorted(looks, key=sorted):
            wrong = look - {min(look)} if look else look
            if wrong not in looks:
                with pytest.raises(Contradiction):
                    self.belief.start(map(self.atom, wrong))

    def atom(self, fact: Fact) -> Atom:
        return Atom(fact[0], tuple(map(Object, fact[1:])))

    def turn(self, turn: int) -> None:
        reading = self.reading()
        single = reading.single()
        every = self.every_action()
        refused = sorted(every.difference(single))
        if refused and (turn % 3 == 0 or not single):
            action = refused[turn % len(refused)]
            note(f"refused {action}")
            self.impossible(turn, every)
            self.belief.refused(text(action))
            self.worlds.refuse(action)
        elif single:
            action = sorted(single)[turn % len(single)]
            note(f"did {action}")
            outcomes = self.reasoner.outcomes(self.real, text(action))
            self.real = chosen([outcome.state for outcome in outcomes], turn // 3)
            self.worlds.act(action)
            self.belief.after(text(action), self.look())

    def impossible(self, turn: int, every: set[Fact]) -> None:
        """What cannot have happened is refused, and changes nothing."""
        sure = sorted(frozenset.intersection(*self.worlds.valid()))
        if sure:
            with pytest.raises(Contradiction):
                self.belief.refused(text(sure[turn % len(sure)]))
        never = sorted(every - frozenset().union(*self.worlds.valid()))
        if never:
            with pytest.raises(InvalidAction):
                self.belief.after(text(never[turn % len(never)]), ())

    def every_action(self) -> set[Fact]:
        return {
            (schema.name, *(binding[name] for name in schema.free))
            for schema in self.reasoner.task.domain.actions
            for binding in self.oracle.bindings(schema.parameters, {})
        }

    def compare(self) -> None:
        worlds = self.worlds
        note(f"{len(worlds.possible)} worlds")
        assert {facts(state.atoms) for state in self.belief.states()} == set(map(texts, worlds.facts())), "states"
        goal = self.reasoner.task.problem.goal
        for view, together in ((self.belief.surely, frozenset.intersection), (self.belief.possibly, frozenset.union)):
            assert facts(view.atoms) == texts(together(*worlds.facts())), "atoms"
            assert facts(view.derived()) == texts(together(*worlds.derived())), "derived"
            actions = view.valid_actions()
            assert facts(actions) == texts(together(*worlds.valid())), "valid actions"
            assert len(set(actions)) == len(actions), "each action once"
            assert view.goal() == bool(together(*worlds.answers(goal, [{}]))), "goal"
            for query in self.case.queries:
                self.ask(view, together, query)

    def ask(self, view, together, query: Formula) -> None:
        note(f"asked {query}")
        found = view.answers(query)
        options = bindings(list(found.variables), list(self.oracle.types))
        rows = self.worlds.answers(query, options)
        assert {tuple(map(str, row)) for row in found} == together(*rows), "answers"
        some = [frozenset({True} if row else ()) for row in rows]
        assert view.holds(query) == bool(together(*some)), "holds"


def chosen(states: list[State], turn: int) -> State:
    return sorted(states, key=repr)[turn % len(states)]


def facts(things) -> frozenset[str]:
    return frozenset(map(str, things))


def texts(found: frozenset[Fact]) -> frozenset[str]:
    return frozenset(map(text, found))


@examples(40)
@given(case=cases())
def test_beliefs_agree_with_enumeration(case: Case) -> None:
    Episode(case)
