"""What generators promise beside a way to the goal: sure ways, rings, borders, levels, sizes that go together."""

from __future__ import annotations

from itertools import pairwise

import pytest
from domains.search import surest

from relgym.catalogue.domains import spec
from relgym.catalogue.generate import generate
from relgym.catalogue.generators import ProblemGenerator
from relgym.errors import RelgymError
from relgym.model.pddl.formulas import Atom
from relgym.model.pddl.problem import Task
from relgym.read.loading import load
from relgym.reasoning.reasoner import Reasoner


def surely(name: str, text: str) -> float:
    with Reasoner(load(spec(name).domain, text)) as reasoner:
        return surest(reasoner, 60)


def facts(task: Task, predicate: str) -> list[tuple[str, ...]]:
    with Reasoner(task) as reasoner:
        found: list[Atom] = sorted(reasoner.initial_state.atoms, key=str)
    return [tuple(str(term) for term in atom.terms) for atom in found if atom.predicate == predicate]


@pytest.mark.parametrize(
    ("name", "safe", "unsafe"), [("river", "(bridge ", "(water "), ("navigation", "(safe ", "(risky ")]
)
def test_there_is_one_sure_way(name, safe, unsafe):
    for path in spec(name).problems("train"):
        text = path.read_text()
        assert surely(name, text) > 1 - 1e-9, path
        assert 0 < surely(name, text.replace(safe, unsafe)) < 1 - 1e-3, path


@pytest.mark.parametrize(("name", "action"), [("river", "swim-river"), ("navigation", "move")])
def test_the_straight_way_may_be_the_end(name, action):
    task = load(spec(name).domain, spec(name).problems("train")[0])
    with Reasoner(task) as reasoner:
        start = reasoner.initial_state
        ends = [
            outcome.state
            for taken in reasoner.valid_actions(start)
            if taken.name == action
            for outcome in reasoner.outcomes(start, taken)
            if not reasoner.valid_actions(outcome.state)
        ]
        assert ends
        assert not any(reasoner.goal(state) for state in ends)


def test_all_48_states_and_their_105_borders():
    task = load(spec("usa-travel").domain, generate("usa-travel", 1, states=48))
    borders = facts(task, "adjacent")
    assert len({state for border in borders for state in border}) == 48
    assert len(borders) == 2 * 105
    assert {(y, x) for x, y in borders} == set(borders)


@pytest.mark.parametrize(("rows", "columns"), [(2, 3), (4, 5), (5, 4), (6, 6)])
def test_a_snake_of_any_length_lies_on_a_ring_through_all_cells(rows, columns):
    """One that leaves out two cells shows it: these close the ring."""
    length = min(rows * columns - 2, 20)
    for seed in range(8):
        task = load(spec("snake").domain, generate("snake", seed, rows=rows, columns=columns, apples=1, length=length))
        follows = dict(facts(task, "before"))
        body = [facts(task, "head")[0][0]]
        while body[-1] in follows:
            body.append(follows[body[-1]])
        steps = {(x, y) for x, y, _ in facts(task, "next")}
        assert len(set(body)) == length
        assert set(pairwise(body)) <= steps
        assert (body[-1],) in facts(task, "tail")
        if length == rows * columns - 2:
            free = {cell for cell, _ in steps} - set(body)
            assert any((body[0], x) in steps and (x, y) in steps and (y, body[-1]) in steps for x in free for y in free)


@pytest.mark.parametrize("path", spec("snake").problems("test"), ids=lambda path: path.stem)
def test_a_snake_that_crawls_round_its_ring_eats_every_apple(path):
    task = load(spec("snake").domain, path)
    ring = ProblemGenerator.of(spec("snake")).function.__globals__["ring"]
    side = round(sum(item.types == ("cell",) for item in task.typed) ** 0.5)
    cells = [f"c{row + 1}-{column + 1}" for row, column in ring(side, side)]
    after = dict(zip(cells, cells[1:] + cells[:1], strict=True))
    ((x, y), *_) = facts(task, "before")
    if after[y] != x:
        after = {later: earlier for earlier, later in after.items()}
    with Reasoner(task) as reasoner:
        state = reasoner.initial_state
        ((head,),) = facts(task, "head")
        for _ in range(side**2 * len(task.problem.goal.parts)):
            (action,) = [a for a in reasoner.valid_actions(state) if str(a.terms[1]) == after[head]]
            state, head = reasoner.successor(state, action), after[head]
        assert reasoner.goal(state)


def test_a_snake_grows_by_eating_and_not_by_crawling():
    task = load(spec("snake").domain, spec("snake").problems("train")[0])
    with Reasoner(task) as reasoner:
        todo, seen, eaten = [reasoner.initial_state], set(), 0
        while todo:
            state = todo.pop()
            length = sum(atom.predicate == "taken" for atom in state.atoms)
            for action in reasoner.valid_actions(state):
                other = reasoner.successor(state, action)
                grown = sum(atom.predicate == "taken" for atom in other.atoms) - length
                assert grown == (action.name == "eat")
                eaten += grown
                if other not in seen and len(seen) < 300:
                    seen.add(other)
                    todo.append(other)
        assert eaten


def test_levels_of_search_and_rescue_grow():
    sizes = []
    for level in range(1, 8):
        task = load(spec("search-and-rescue").domain, generate("search-and-rescue", 1, level=level))
        sizes.append((len(task.objects), len(task.problem.goal.parts) if level > 2 else 1))
    assert sizes == sorted(sizes)
    assert len(set(sizes)) == 7


@pytest.mark.parametrize(
    ("name", "sizes", "message"),
    [
        ("grid", {"rows": 3, "columns": 3, "locks": 4}, "4 locks are too many for 3 x 3 cells"),
        ("grid", {"keys": 1, "shapes": 2}, "1 keys are too few"),
        ("newspapers", {"places": 3, "wanting": 3}, "of 3 places 3 cannot be wanting"),
        ("newspapers", {"wanting": 2, "papers": 1}, "1 papers are too few for 2 places"),
        ("footwear", {"places": 2, "visits": 3}, "3 visits are too many for 2 places"),
        ("rovers", {"waypoints": 2, "samples": 5}, "5 samples are too many for 2 waypoints"),
        ("rovers", {"objectives": 1, "images": 4}, "4 images are too many for 1 objectives"),
        ("satellite", {"modes": 1, "directions": 2, "images": 3}, "3 images are too many"),
        ("snake", {"rows": 3, "columns": 5}, "no ring passes all cells of 3 x 5"),
        ("snake", {"rows": 2, "columns": 3, "apples": 3}, "the snake outgrows 2 x 3 cells"),
        ("usa-travel", {"states": 4, "visits": 3}, "3 visits are too many for 4 states"),
    ],
)
def test_sizes_that_do_not_go_together_are_refused(name, sizes, message):
    with pytest.raises(RelgymError, match=message):
        generate(name, 1, **sizes)
