"""What is promised of puzzles and deliveries: what their generators refuse, what can be reached, and what is lost."""

from __future__ import annotations

from collections.abc import Iterator
from math import perm

import gymnasium as gym
import pytest
from domains.search import key

from relgym.catalogue.domains import spec
from relgym.catalogue.generate import generate
from relgym.errors import RelgymError
from relgym.model.pddl.state import State
from relgym.planning.search.lucky import shortest_plan
from relgym.read.loading import load
from relgym.reasoning.reasoner import Reasoner


def reasoner(name: str, seed: int = 1, **parameters: float) -> Reasoner:
    return Reasoner(load(spec(name).domain, generate(name, seed, **parameters)))


def after(r: Reasoner, *actions: str) -> State:
    state = r.initial_state
    for action in actions:
        state = r.successor(state, action)
    return state


def reached(r: Reasoner) -> int:
    """How many states can be reached."""
    seen, todo = {key(r.initial_state)}, [r.initial_state]
    while todo:
        state = todo.pop()
        for other in (r.successor(state, action) for action in r.valid_actions(state)):
            if key(other) not in seen:
                seen.add(key(other))
                todo.append(other)
    return len(seen)


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("baking", {"cakes": 0, "souffles": 0}, "leave nothing to bake"),
        ("casino", {"locations": 3, "casinos": 3}, "3 casinos are too many for 3 locations"),
        ("meet-pass", {"trains": 3, "tracks": 4}, "4 tracks are too few for 3 trains"),
        ("meet-pass", {"tracks": 4, "sidings": 3}, "3 sidings are too many for 4 tracks"),
        ("spanner", {"spanners": 2, "nuts": 3}, "2 spanners are too few for 3 nuts"),
    ],
)
def test_parameters_that_do_not_go_together_are_refused(name, parameters, message):
    with pytest.raises(RelgymError, match=message) as caught:
        generate(name, 1, **parameters)
    assert caught.value.expected


@pytest.mark.parametrize(
    ("env_id", "actions"),
    [
        ("Ferry", {"sail": 1, "board": 1, "debark": 0}),
        ("Doors", {"move-to": 1, "pick": 1}),
        ("Depot", {"drive": 2, "lift": 2, "drop": 2, "load": 2, "unload": 2}),
        ("SlideTile", {"slide": 1}),
        ("Tsp", {"move": 1}),
        ("VisitAll", {"move": 1}),
        ("Maze", {"move": 1}),
        ("Casino", {"move-to": 1, "get-prize1": 1, "get-prize2": 1, "get-prize3": 1}),
        ("MeetPass", {"move-train": 2}),
        ("Miconic", {"up": 1, "down": 1, "board": 1, "depart": 1}),
        ("Spanner", {"walk": 1, "pickup-spanner": 1, "tighten-nut": 2}),
        ("Hiking", {"walk": 1, "climb": 1}),
    ],
)
def test_an_agent_chooses_what_a_player_would(env_id, actions):
    env = gym.make(f"relgym/{env_id}-v0")
    rng = env.unwrapped.np_random
    seen = {}
    for problem in range(10):
        env.reset(seed=problem, options={"problem": problem})
        for _ in range(60):
            valid = env.unwrapped.valid_actions()
            seen |= {action.name: len(action.terms) for action in valid}
            if not valid or env.step(valid[rng.integers(len(valid))])[2]:
                break
    assert seen == actions


def permutation(r: Reasoner) -> tuple[list[int], int]:
    """The tiles of the start by cell, 0 for the blank, and how many steps that is from the last cell."""
    at = {str(atom.terms[1]): int(str(atom.terms[0])[1:]) for atom in r.initial_state.atoms if atom.predicate == "at"}
    cells = [item.object.name for item in r.task.typed if item.types == ("cell",)]
    rows, columns = zip(*(map(int, cell[1:].split("-")) for cell in cells), strict=True)
    blank = next(number for number, cell in enumerate(cells) if cell not in at)
    return [at.get(cell, 0) for cell in cells], max(rows) - rows[blank] + max(columns) - columns[blank]


@pytest.mark.parametrize("seed", range(10))
def test_tiles_have_the_parity_of_the_blank_cell(seed):
    tiles, steps = permutation(reasoner("slide-tile", seed, rows=3, columns=4, moves=50 + seed))
    order = [*range(1, 12), 0]
    swaps = 0
    for place, wanted in enumerate(order):
        other = tiles.index(wanted)
        swaps += other != place
        tiles[place], tiles[other] = tiles[other], tiles[place]
    assert swaps % 2 == steps % 2


def test_half_of_all_arrangements_of_tiles_can_be_reached():
    assert reached(reasoner("slide-tile", rows=2, columns=3)) == perm(6) // 2


@pytest.mark.parametrize(("trains", "tracks"), [(2, 3), (3, 5), (4, 7)])
def test_trains_on_the_shortest_line_get_into_every_order(trains, tracks):
    # The trains on the line and its one siding, in all ways.
    assert reached(reasoner("meet-pass", trains=trains, tracks=tracks)) == perm(tracks + 1, trains)


def test_a_salesman_who_is_home_early_never_comes_home_again():
    r = reasoner("tsp", cities=4, roads=1.0)
    start = next(str(atom.terms[0]) for atom in r.initial_state.atoms if atom.predicate == "at")
    others = [name for name in ("c1", "c2", "c3", "c4") if name != start]

    def tour(*cities: str) -> Iterator[str]:
        for one, other in zip((start, *cities), (*cities, start), strict=True):
            yield f"(move {one} {other})"

    assert r.goal(after(r, *tour(*others)))
    early = after(r, *tour(*others[:2]))
    (onward,) = r.valid_actions(early)
    last = r.successor(early, onward)
    assert not r.goal(last)
    assert not r.valid_actions(last)


def test_rooms_are_locked_until_their_key_is_picked_up():
    r = reasoner("doors", rooms=2, places=1)
    state = r.initial_state
    assert [action.name for action in r.valid_actions(state)] == ["pick"]
    state = r.successor(state, r.valid_actions(state)[0])
    assert [action.name for action in r.valid_actions(state)] == ["move-to"]
    assert r.goal(r.successor(state, r.valid_actions(state)[0]))


def test_flour_spoils_a_souffle_until_the_pan_is_washed():
    domain = spec("baking").domain
    flour = {"souffles": 1, "cakes": 0, "spare": 1}
    wasted = generate("baking", 1, **flour).replace("(unmade dessert1)", "(unmade dessert1) (has-flour pan1)")
    clean, washed, spoilt = generate("baking", 1, **flour), wasted, wasted.replace("(available soap1)", "")
    reasoners = [Reasoner(load(domain, text)) for text in (clean, washed, spoilt)]
    first, second, third = [shortest_plan(r, r.initial_state, 5000) for r in reasoners]
    assert first is not None
    assert second is not None
    assert len(second) == len(first) + 1
    assert third is None


def test_a_crate_is_lifted_from_the_top_of_a_pile_only():
    for seed in range(10):
        r = reasoner("depot", seed, crates=3)
        on = {atom.terms for atom in r.initial_state.atoms if atom.predicate == "on"}
        lifted = {action.terms[1:3] for action in r.valid_actions(r.initial_state) if action.name == "lift"}
        assert lifted == {(crate, below) for crate, below in on if crate not in {other for _, other in on}}


@pytest.mark.parametrize("problem", spec("spanner").problems("test"), ids=lambda path: path.stem)
def test_whoever_picks_up_all_spanners_has_enough(problem):
    r = Reasoner(load(spec("spanner").domain, problem))
    state = r.initial_state
    while not r.goal(state):
        by_name = {action.name: action for action in r.valid_actions(state)}
        action = by_name.get("pickup-spanner") or by_name.get("walk") or by_name["tighten-nut"]
        state = r.successor(state, action)


def test_a_spanner_left_behind_is_lost():
    r = reasoner("spanner", spanners=1, nuts=1, locations=1)
    there, on = "(walk shed l1 bob)", "(walk l1 gate bob)"
    assert r.goal(after(r, there, "(pickup-spanner l1 s1 bob)", on, "(tighten-nut gate s1 bob n1)"))
    assert not r.valid_actions(after(r, there, on))


def test_who_walks_into_water_is_stuck_and_hills_are_climbed():
    r = reasoner("hiking", 3, rows=10, columns=14)
    facts = [(atom.predicate, str(atom.terms[0])) for atom in r.initial_state.atoms]
    met, todo, seen = set(), [r.initial_state], {key(r.initial_state)}
    while todo:
        state = todo.pop()
        (cell,) = (str(atom.terms[0]) for atom in state.atoms if atom.predicate == "at")
        actions = r.valid_actions(state)
        assert bool(actions) == (("is-water", cell) not in facts)
        for action in actions:
            assert (action.name == "climb") == (("is-hill", str(action.terms[1])) in facts)
            met.add(action.name)
            other = r.successor(state, action)
            if key(other) not in seen:
                seen.add(key(other))
                todo.append(other)
    assert met == {"walk", "climb"}
