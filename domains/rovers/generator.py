"""Rovers: waypoints with samples and views, rovers of different equipment, and one lander.

Solvable: the first rover has all equipment, a camera for every mode, and can drive along a tree of all waypoints, from
one of which at least the lander and each objective can be seen. The others may do parts of the work.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, problem_text
from relgym.errors import RelgymError

MODES = ("colour", "high-res", "low-res")

EQUIPMENT = ("soil", "rock", "imaging")


def generate(
    seed: int,
    *,
    rovers: Annotated[int, Between(1, 10)] = 1,
    waypoints: Annotated[int, Between(2, 30)] = 4,
    samples: Annotated[int, Between(1, 40)] = 2,
    objectives: Annotated[int, Between(1, 10)] = 2,
    images: Annotated[int, Between(0, 30)] = 1,
) -> str:
    """A problem with 1 to 10 `rovers`, 2 to 30 `waypoints`, 1 to 40 `samples` and 1 to 10 `objectives`.

    All samples and 0 to 30 `images` are to be communicated.
    """
    if samples > 2 * waypoints:
        raise RelgymError(f"{samples} samples are too many for {waypoints} waypoints", expected="at most two at each")
    if images > objectives * len(MODES):
        raise RelgymError(f"{images} images are too many for {objectives} objectives", expected="at most three of each")
    rng = random.Random(seed)
    places = [f"waypoint{number}" for number in range(1, waypoints + 1)]
    things = [f"objective{number}" for number in range(1, objectives + 1)]
    crafts = [f"rover{number}" for number in range(1, rovers + 1)]
    cameras = [f"camera{number}" for number in range(1, rovers + 1)]
    stores = [f"store{number}" for number in range(1, rovers + 1)]
    # A tree of all waypoints, and views besides that only some rovers can drive along.
    tree = [(places[rng.randrange(number)], places[number]) for number in range(1, waypoints)]
    views = list(dict.fromkeys(tree + [(x, y) for x, y in (rng.sample(places, 2) for _ in range(waypoints // 2))]))
    init = [f"(lander-at lander {rng.choice(places)})"]
    init += [f"(visible {x} {y})" for x, y in both_ways(views)]
    for thing in things:
        seen_from = rng.sample(places, rng.randint(1, max(1, waypoints // 3)))
        init += [f"(visible-from {thing} {place})" for place in sorted(seen_from, key=places.index)]
    for number, (rover, camera, store) in enumerate(zip(crafts, cameras, stores, strict=True)):
        everything = number == 0
        init += [f"(at {rover} {rng.choice(places)})", f"(store-of {store} {rover})", f"(empty {store})"]
        init += [f"(equipped-for-{what} {rover})" for what in EQUIPMENT if everything or rng.random() < 0.6]
        init += [f"(on-board {camera} {rover})", f"(calibration-target {camera} {rng.choice(things)})"]
        init += [f"(supports {camera} {mode})" for mode in MODES if everything or rng.random() < 0.6]
        roads = [view for view in views if (everything and view in tree) or rng.random() < 0.8]
        init += [f"(can-traverse {rover} {x} {y})" for x, y in both_ways(roads)]
    found = rng.sample([(what, place) for what in ("soil", "rock") for place in places], samples)
    init += [f"({what}-at {place})" for what, place in found]
    wanted = rng.sample([(thing, mode) for thing in things for mode in MODES], images)
    goal = [f"(communicated-{what} {place})" for what, place in found]
    goal += [f"(communicated-image {thing} {mode})" for thing, mode in wanted]
    objects = {"rover": crafts, "store": stores, "camera": cameras, "mode": list(MODES), "objective": things}
    objects |= {"waypoint": places, "lander": ["lander"]}
    title = f"rovers-{rovers}-{waypoints}-{samples}-{objectives}-{images}-{seed}"
    return problem_text(title, "rovers", objects, init, goal)


def both_ways(pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return list(dict.fromkeys(pair for x, y in pairs for pair in ((x, y), (y, x))))
