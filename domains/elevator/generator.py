"""Elevator: passengers of random classes who want from one floor to another.

Solvable, which is proved for every problem by a breadth-first search over floors and passengers before it is written.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, problem_text
from relgym.errors import RelgymError

CLASSES = ("passenger", "passenger", "vip", "direct", "child", "attendant", "red", "blue")

State = tuple[frozenset[int], frozenset[int]]


class Building:
    """Where each passenger waits, wants to go and must not be seen; floors are numbers."""

    def __init__(self, rng: random.Random, floors: int, passengers: int) -> None:
        self.floors = range(floors)
        self.people = range(passengers)
        self.kind = [rng.choice(CLASSES) for _ in self.people]
        self.start, self.end, self.barred = [], [], []
        for _ in self.people:
            start, end = rng.sample(self.floors, 2)
            self.start.append(start)
            self.end.append(end)
            self.barred.append({floor for floor in self.floors if floor not in (start, end) and rng.random() < 0.1})

    def solvable(self) -> bool:
        """Whether stops can serve all. The lift goes from any floor to any other, so where it is does not matter."""
        first: State = (frozenset(), frozenset())
        seen, todo = {first}, [first]
        while todo:
            aboard, served = todo.pop()
            if len(served) == len(self.people):
                return True
            for floor in self.floors:
                state = self.stop(floor, aboard, served)
                if state is not None and state not in seen:
                    seen.add(state)
                    todo.append(state)
        return False

    def stop(self, floor: int, aboard: frozenset[int], served: frozenset[int]) -> State | None:
        """Who is aboard and who is served after a stop; None if a rule forbids it."""
        leaving = {p for p in aboard if self.end[p] == floor}
        entering = {p for p in self.people if self.start[p] == floor} - aboard - served
        riding = frozenset(aboard - leaving | entering)
        kinds = {self.kind[p] for p in riding}
        vips = {p for p in self.people if self.kind[p] == "vip"}
        broken = (
            (not vips <= served and not vips & (leaving | entering))
            or any(self.kind[p] == "direct" for p in aboard - leaving)
            or ("child" in kinds and "attendant" not in kinds)
            or {"red", "blue"} <= kinds
            or any(floor in self.barred[p] for p in aboard)
        )
        return None if broken else (riding, served | leaving)


def generate(
    seed: int,
    *,
    floors: Annotated[int, Between(2, 30)] = 4,
    passengers: Annotated[int, Between(1, 12)] = 3,
) -> str:
    """A problem with 2 to 30 `floors` and 1 to 12 `passengers`."""
    rng = random.Random(seed)
    for _ in range(500):
        building = Building(rng, floors, passengers)
        if building.solvable():
            break
    else:
        raise RelgymError("no solvable problem with these parameters was found", hint="try more floors")
    init = [f"(lift-at f{rng.randrange(floors) + 1})"]
    init += [f"(higher f{high} f{low})" for high in range(2, floors + 1) for low in range(1, high)]
    objects = {"floor": [f"f{floor + 1}" for floor in building.floors]}
    for kind in dict.fromkeys(CLASSES):
        objects[kind] = [f"p{p + 1}" for p in building.people if building.kind[p] == kind]
    for p in building.people:
        init += [f"(waits p{p + 1} f{building.start[p] + 1})", f"(to p{p + 1} f{building.end[p] + 1})"]
        init += [f"(barred p{p + 1} f{floor + 1})" for floor in sorted(building.barred[p])]
    goal = ["(forall (?p - passenger) (served ?p))"]
    return problem_text(f"elevator-{floors}-{passengers}-{seed}", "elevator", objects, init, goal)
