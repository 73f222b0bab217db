"""What every domain is as pure functions of JAX: its features, its sizes, and the CPU time of its first step.

`python -m tests.bench.jax_domains` measures, and writes docs/jax-domains.json and the table of
docs/guide/learning-with-jax.md; names of domains choose rows, and the others keep their figures.
"""

from __future__ import annotations

import json
import re
import sys
from time import process_time
from typing import Any

import jax
import numpy as np
from gymnasium.spaces import Discrete

import relgym
import relgym.jax
from relgym.catalogue.domains import EnvSpec, catalogue, spec
from relgym.features import Feature, needed, needed_by
from tests.bench.report import ROOT, Sheet

JSON = ROOT / "docs" / "jax-domains.json"
PAGE = ROOT / "docs" / "guide" / "learning-with-jax.md"
PLACE = re.compile(r"(<!-- figures: jax domains -->\n).*?(<!-- end of figures -->)", re.DOTALL)

COPIES = 64

NAMES = {
    Feature.CONDITIONAL_EFFECTS: "conditional effects",
    Feature.DERIVED: "derived predicates",
    Feature.PROBABILISTIC: "chance",
    Feature.NUMERIC: "numbers",
    Feature.REALS: "real numbers",
    Feature.DISTRIBUTIONS: "draws of numbers",
    Feature.VECTORS: "draws of vectors",
    Feature.MATRICES: "matrices",
}
"""The features that a table names."""


def features(own: EnvSpec) -> list[str]:
    """Return the features of a domain's first problem."""
    if own.language == "pddl":
        used = needed(relgym.load(own.name, 0)).keys()
    else:
        env: Any = relgym.make(own.name, 0)
        used = needed_by(env.unwrapped.dynamics.program).keys()
    return [name for feature, name in NAMES.items() if feature in used]


def measured(own: EnvSpec) -> dict[str, Any]:
    """Make the training problems of a PDDL domain, or the first instance of RDDL, and play a step of 64 copies."""
    start = process_time()
    env = relgym.jax.make(own.ids["train"], problem=None if own.language == "pddl" else 0)
    made = process_time()
    envs = relgym.jax.Vmap(env, COPIES)

    def play(key: Any) -> Any:
        states = envs.init(key)
        states, *ends = envs.step(states, envs.sample(states, key), key)
        mask = envs.action_mask(states) if isinstance(env.action_space, Discrete) else None
        return states, ends, envs.observe(states), mask

    _, _, observations, _ = jax.block_until_ready(jax.jit(play)(jax.random.key(0)))
    done = process_time()
    return {
        "features": features(own),
        "problems": len(env.task.tasks) if own.language == "pddl" else 1,
        "observation": sum(array.size // COPIES for array in jax.tree.leaves(observations)),
        "actions": int(env.action_space.n) if isinstance(env.action_space, Discrete) else None,
        "make": made - start,
        "compile": done - made,
    }


def sheet(figures: dict[str, Any]) -> Sheet:
    """The table of all domains."""
    header = ["environment", "features", "problems", "observation", "actions", "make", "compile"]
    rows = []
    for own in catalogue():
        row = figures[own.name]
        cells = [", ".join(row["features"]), f"{row['problems']}", f"{row['observation']:,}"]
        cells += ["arrays" if row["actions"] is None else f"{row['actions']:,}"]
        rows.append([f"`{own.ids['train']}`", *cells, f"{row['make']:.1f} s", f"{row['compile']:.1f} s"])
    slowest = max(row["compile"] for row in figures.values())
    remark = f"Half of the first calls take at most {np.median([row['compile'] for row in figures.values()]):.1f} s "
    return Sheet("jax domains", header, rows, [remark + f"of CPU time, the longest {slowest:.0f} s."])


def filled(text: str) -> str:
    """The page with the table of the figures."""
    table = sheet(json.loads(JSON.read_text(encoding="utf-8"))).markdown()
    return PLACE.sub(lambda found: f"{found[1]}\n{table}\n\n{found[2]}", text)


def main(names: list[str]) -> None:
    jax.config.update("jax_enable_x64", True)
    figures = json.loads(JSON.read_text(encoding="utf-8")) if JSON.exists() else {}
    for own in [spec(name) for name in names] or catalogue():
        figures[own.name] = measured(own)
        print(own.name, figures[own.name], flush=True)
    JSON.write_text(json.dumps(figures, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
