"""Draws states of RDDL with the visualizers of rddlrepository: `python visualizers_player.py FOLDER NAME=ARCHIVED ...`.

It runs in the environment of pyRDDLGym and imports nothing of relgym. For each domain, a file NAME-theirs.png shows the
first instance of an archived problem after some steps of random actions.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path

STEPS = 10


def main() -> None:
    # There is no screen.
    os.environ |= {"SDL_VIDEODRIVER": "dummy", "MPLBACKEND": "Agg"}
    import rddlrepository
    from pyRDDLGym.core.env import RDDLEnv
    from pyRDDLGym.core.visualizer.viz import BaseViz

    archive = Path(rddlrepository.__file__).parent / "archive"
    folder, *pairs = sys.argv[1:]
    for pair in pairs:
        name, _, archived = pair.partition("=")
        home = archive / archived
        [drawn] = home.glob("*Viz.py")
        module = import_module(".".join(["rddlrepository", "archive", *Path(archived).parts, drawn.stem]))
        [visualizer] = [
            each
            for each in vars(module).values()
            if isinstance(each, type) and issubclass(each, BaseViz) and each.__module__ == module.__name__
        ]
        env = RDDLEnv(str(home / "domain.rddl"), str(min(home.glob("instance*.rddl"))))
        env.set_visualizer(visualizer)
        env.reset(seed=1)
        env.action_space.seed(1)
        picture = env.render(to_display=False)
        for _ in range(STEPS):
            action = env.action_space.sample()
            # Too many actions at once are refused; doing nothing is not.
            chosen = action if env.max_allowed_actions >= len(action) else {}
            plain = {key: value.item() if getattr(value, "size", 0) == 1 else value for key, value in chosen.items()}
            _, _, terminated, *_ = env.step(plain)
            picture = env.render(to_display=False)
            if terminated:
                break
        picture.convert("RGB").save(Path(folder) / f"{name}-theirs.png")
        print(name, flush=True)


if __name__ == "__main__":
    main()
