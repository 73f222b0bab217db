"""Fridge: fridges that get other compressors than they have, new ones or those of each other.

Solvable, since all fridges can be switched off and opened, all compressors taken out, and each put where it belongs;
the compressors that belong somewhere are sound. Those that belong nowhere may not be.
"""

import random
from typing import Annotated

from relgym.catalogue.generate import Between, problem_text


def generate(
    seed: int,
    *,
    fridges: Annotated[int, Between(1, 20)] = 1,
    screws: Annotated[int, Between(1, 8)] = 3,
    spares: Annotated[int, Between(1, 10)] = 3,
) -> str:
    """A problem with 1 to 20 `fridges`, 1 to 8 `screws` in each panel, and 1 to 10 `spares`."""
    rng = random.Random(seed)
    names = [f"fridge{number}" for number in range(1, fridges + 1)]
    panels = [f"panel{number}" for number in range(1, fridges + 1)]
    compressors = [f"compressor{number}" for number in range(1, fridges + spares + 1)]
    holes = {
        panel: [f"screw{number}-{hole}" for hole in range(1, screws + 1)] for number, panel in enumerate(panels, 1)
    }
    inside = rng.sample(compressors, fridges)
    wanted = inside
    while wanted == inside:
        wanted = rng.sample(compressors, fridges)
    spoilt = [compressor for compressor in compressors if compressor not in wanted and rng.random() < 0.7]
    init, goal = [], []
    for fridge, panel, old, new in zip(names, panels, inside, wanted, strict=True):
        init += [f"(belongs {panel} {fridge})", f"(inside {old} {fridge})", f"(attached {panel})"]
        init += [f"({fact})" for screw in holes[panel] for fact in (f"holds {screw} {panel}", f"fastened {screw}")]
        if old not in spoilt:
            init.append(f"(running {fridge})")
        goal += [f"(inside {new} {fridge})", f"(running {fridge})"]
    init += [f"(spare {compressor})" for compressor in compressors if compressor not in inside]
    init += [f"(sound {compressor})" for compressor in compressors if compressor not in spoilt]
    every = [screw for panel in panels for screw in holes[panel]]
    objects = {"fridge": names, "panel": panels, "compressor": compressors, "screw": every}
    return problem_text(f"fridge-{fridges}-{screws}-{spares}-{seed}", "fridge", objects, init, goal)
