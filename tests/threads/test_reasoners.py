"""One reasoner that several threads ask at once gives the answers that it gives to one thread."""

from __future__ import annotations

import random
from typing import Any

from threads.threads import CELLS, GRID, PLACES, RUSH, SIX, THREADS, TOWN, Question, assert_threads_agree, in_threads

import relgym


def walked(reasoner: Any, count: int) -> list[Any]:
    """States of a random walk."""
    rng, state = random.Random(0), reasoner.initial_state
    states = [state]
    for _ in range(count):
        state = reasoner.successor(state, rng.choice(reasoner.valid_actions(state)), rng)
        states.append(state)
    return states


def about_town(reasoner: relgym.Reasoner, state: relgym.State, number: int) -> list[Question]:
    """Questions about one state; each thread asks in an order of its own."""
    action = reasoner.valid_actions(state)[0]
    atoms = sorted(map(str, state.atoms))
    place = PLACES[number % 8]
    return [
        lambda: reasoner.valid_actions(state),
        lambda: reasoner.goal(state),
        lambda: reasoner.derived(state),
        lambda: reasoner.holds(state, f"(exists (?x) (and (far {place} ?x) (at c ?x)))"),
        lambda: reasoner.answers(state, f"(far ?x {place})").rows,
        lambda: reasoner.is_valid(state, action),
        lambda: reasoner.is_valid(state, f"(open {place})"),
        lambda: reasoner.successor(state, action),
        lambda: reasoner.outcomes(state, action),
        lambda: reasoner.state(atoms),
        lambda: str(reasoner.explain(state, f"(open {place})")),
    ]


def test_a_reasoner_of_pddl(backend: str) -> None:
    with relgym.Reasoner(relgym.load(TOWN, RUSH), backend) as reasoner:
        states = walked(reasoner, 15)
        assert_threads_agree([q for n, state in enumerate(states) for q in about_town(reasoner, state, n)])


def test_questions_that_are_new_in_every_thread(backend: str) -> None:
    # Nothing has been asked before, so that all is compiled, named and numbered by the threads themselves.
    texts = [f"(exists (?x) (and (far {one} ?x) (at {car} ?x)))" for one in PLACES for car in "cd"]
    atoms = [[f"(at {car} {one})", f"(closed {other})"] for car in "cd" for one in PLACES for other in PLACES[:3]]

    def answered(reasoner: relgym.Reasoner, order: random.Random) -> list[Any]:
        found: dict[Any, Any] = {}
        for text in order.sample(texts, len(texts)):
            found[text] = reasoner.holds(reasoner.initial_state, text)
        for each in order.sample(atoms, len(atoms)):
            state = reasoner.state(each)
            found[tuple(each)] = sorted(map(str, state.atoms)), [*map(str, reasoner.valid_actions(state))]
        return [found[text] for text in texts] + [found[tuple(each)] for each in atoms]

    task = relgym.load(TOWN, RUSH)
    with relgym.Reasoner(task, backend) as alone:
        expected = answered(alone, random.Random(9))
    with relgym.Reasoner(task, backend) as reasoner:
        assert in_threads(lambda number: answered(reasoner, random.Random(number))) == [expected] * THREADS


def test_a_reasoner_of_rddl(backend: str) -> None:
    reasoner: Any = relgym.Reasoner(relgym.load(GRID, SIX), backend=backend)
    with reasoner:
        states = walked(reasoner, 6)
        questions: list[Question] = []
        for number, state in enumerate(states):
            cell = CELLS[number % 6]
            action = {f"push___{cell}": True}
            questions += [
                lambda s=state: reasoner.choices(s),
                lambda s=state, a=action: reasoner.is_valid(s, a),
                lambda s=state, c=cell: reasoner.value(s, f"sum_{{?x : cell}} [NEXT({c}, ?x) * load(?x)]"),
                lambda s=state, c=cell: reasoner.answers(s, f"on(?x) ^ ~NEXT(?x, {c})").rows,
                lambda s=state: reasoner.outcomes(s, {}),
                lambda s=state: reasoner.successor(s, {}, random.Random(1)),
                lambda s=state, a=action: str(reasoner.refusal(s, a)),
                lambda s=state: str(reasoner.explain(s, "exists_{?x : cell} [on(?x)]")),
            ]
        assert_threads_agree(questions)
