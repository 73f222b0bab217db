"""Satellite: satellites with instruments, and images to be taken in random directions and modes.

Solvable, since some instrument supports each mode: switch it on alone, calibrate it, turn, and take the image.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, problem_text
from relgym.errors import RelgymError


def generate(
    seed: int,
    *,
    satellites: Annotated[int, Between(1, 20)] = 1,
    instruments: Annotated[int, Between(1, 5)] = 2,
    modes: Annotated[int, Between(1, 10)] = 2,
    directions: Annotated[int, Between(2, 60)] = 5,
    images: Annotated[int, Between(1, 60)] = 3,
) -> str:
    """A problem with 1 to 20 `satellites` of 1 to 5 `instruments` each, 1 to 10 `modes`, 2 to 60 `directions`.

    1 to 60 `images` are wanted.
    """
    if images > directions * modes:
        raise RelgymError(f"{images} images are too many", expected=f"at most {directions * modes}, one for each pair")
    rng = random.Random(seed)
    crafts = [f"satellite{number}" for number in range(1, satellites + 1)]
    kinds = [f"mode{number}" for number in range(1, modes + 1)]
    places = [f"{rng.choice(('star', 'planet', 'station'))}{number}" for number in range(1, directions + 1)]
    tools = {f"instrument{n + 1}": crafts[n // instruments] for n in range(satellites * instruments)}
    supported = {tool: {rng.choice(kinds)} for tool in tools}
    for kind in kinds:
        supported[rng.choice(list(tools))].add(kind)
    init = []
    for craft in crafts:
        init += [f"(power-available {craft})", f"(pointing {craft} {rng.choice(places)})"]
    for tool, craft in tools.items():
        init += [f"(on-board {tool} {craft})", f"(calibration-target {tool} {rng.choice(places)})"]
        init += [f"(supports {tool} {kind})" for kind in kinds if kind in supported[tool]]
    pairs = rng.sample([(place, kind) for place in places for kind in kinds], images)
    goal = [f"(have-image {place} {kind})" for place, kind in pairs]
    objects = {"satellite": crafts, "instrument": list(tools), "mode": kinds, "direction": places}
    title = f"satellite-{satellites}-{instruments}-{modes}-{directions}-{images}-{seed}"
    return problem_text(title, "satellite", objects, init, goal)
