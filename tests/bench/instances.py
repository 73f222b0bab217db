"""The problems to walk through: public ones from a folder, or problems of the same kind that relgym makes itself.

The folder holds `NAME/domain.pddl` and `NAME/problem.pddl`; the environment variable RELGYM_BENCH or `--problems` names
it. Without it those that a generator of relgym's can make, of about the same size, take their places.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path

from relgym.catalogue.domains import spec
from relgym.catalogue.generate import generate
from tests.bench.processes import HERE, cache

BLOCKS = HERE / "problems" / "blocks.pddl"


@dataclass(frozen=True)
class Files:
    """A domain and a problem, and whether relgym made the problem."""

    domain: str
    problem: str
    generated: bool


@dataclass(frozen=True)
class Instance:
    """A row of a table: the folder of a problem, or the domain and the sizes to make one like it.

    `file` is another text of the domain, which all libraries that play the problem can read.
    """

    name: str
    domain: str | None = None
    sizes: dict[str, int] = field(default_factory=dict)
    file: Path | None = None
    public: bool = True
    derived: bool = False

    def files(self, folder: Path | None) -> Files | None:
        """Where the files lie; none if there is no folder and no generator."""
        given = folder / self.name if self.public and folder else None
        if given is not None and (given / "problem.pddl").is_file():
            return Files(str(self.file or given / "domain.pddl"), str(given / "problem.pddl"), False)
        if self.domain is None:
            return None
        own = spec(self.domain)
        problem = cache() / f"{self.name}.pddl"
        problem.write_text(generate(own, 1, **self.sizes))
        return Files(str(self.file or own.domain), str(problem), True)


BLOCKS5 = Instance("blocks5", "blocks", {"blocks": 5}, file=BLOCKS, public=False)
GRIPPER20 = Instance("gripper20", "gripper", {"balls": 42})

ENVIRONMENTS = (BLOCKS5, GRIPPER20, Instance("blocks50", "blocks", {"blocks": 50}, file=BLOCKS))

WALKS = (
    BLOCKS5,
    Instance("blocks50", "blocks", {"blocks": 50}),
    Instance("logistics41", "logistics", {"cities": 8, "places": 4, "parcels": 35, "aeroplanes": 3}),
    Instance("depot20", "depot", {"depots": 2, "distributors": 6, "trucks": 6, "crates": 12}),
    GRIPPER20,
    Instance("sokoban09", "sokoban", {"rows": 20, "columns": 20, "boxes": 6}),
    Instance("satellite20", "satellite", {"satellites": 6, "modes": 5, "directions": 24, "images": 40}),
    Instance("rovers40", "rovers", {"rovers": 10, "waypoints": 30, "samples": 40, "objectives": 10, "images": 30}),
    Instance("miconics150", "miconic", {"floors": 60, "passengers": 30}),
    Instance("miconicadl150", "elevator", {"floors": 16, "passengers": 8}),
    Instance("psr47", "power", {"sections": 40, "breakers": 4, "ties": 12, "faults": 2}, derived=True),
    Instance("philo48", derived=True),
    Instance("visitall20", "visit-all", {"rows": 15, "columns": 15}),
    Instance("orgsynth2"),
    Instance("blocks500", "blocks", {"blocks": 500}),
)

HARD_TO_GROUND = tuple(
    Instance(f"htg-{name}")
    for name in ("labyrinth18", "pipes44", "visitall3d", "logistics2000", "childsnack", "ged", "rovers5500")
)


def folder(given: Path | None) -> Path | None:
    """The folder of problems that was named; says so where there is none."""
    named = given or (Path(os.environ["RELGYM_BENCH"]) if os.environ.get("RELGYM_BENCH") else None)
    if named is None:
        print(
            "no folder of problems: those that relgym can make take their places. "
            "Set RELGYM_BENCH to a folder with NAME/domain.pddl and NAME/problem.pddl",
            file=sys.stderr,
        )
    elif not named.is_dir():
        sys.exit(f"error: there is no folder {named}\nhint: RELGYM_BENCH and --problems name a folder of problems")
    return named
