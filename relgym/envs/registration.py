"""Making environments: of the domains that come with relgym by id, of folders like theirs too, of any files by `make`.

Gymnasium (since 1.0) loads no plugins: an id is known once relgym is imported, before or after Gymnasium.
"""

from __future__ import annotations

import os
import reprlib
import sys
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal

from relgym.errors import RelgymError, RelgymWarning
from relgym.migration import refuses_former_arguments

if TYPE_CHECKING:
    import gymnasium as gym
    from gymnasium.envs.registration import EnvSpec

    from relgym.backends.base import Limits
    from relgym.catalogue import domains
    from relgym.catalogue.entries import Entry, ProblemName
    from relgym.catalogue.schedule import Given
    from relgym.envs.rendering import RenderMode
    from relgym.read.pddl.free import Free
    from relgym.read.source import PathOrText
    from relgym.render.rddl.scene import RDDLScene
    from relgym.render.scene import Scene


_ENTRY_POINTS = {
    "pddl": "relgym.envs.pddl.catalogue:CataloguePDDLEnv",
    "rddl": "relgym.envs.rddl.catalogue:CatalogueRDDLEnv",
}

# Environments say themselves that they must be reset first, and what is wrong with an action; that they keep to their
# spaces is tested. So none has to pay for wrappers that look at each step.
_UNWRAPPED: Mapping[str, Any] = {"order_enforce": False, "disable_env_checker": True}

_SEEN = "SeenAtoms", "relgym.envs.wrappers.seen:SeenAtoms"

_VECTOR_ENTRY_POINT = "relgym.envs.vector.entry_points:copies"


def register_all() -> None:
    """Register every domain of the catalogue with Gymnasium as `relgym/<Id>-v0` and `relgym/<Id>Test-v0`.

    Ids that are registered already stay as they are, and no file of a domain is read. An incomplete folder gives a
    warning. The horizon of an RDDL instance ends its episodes, so RDDL domains have no step limit here.
    """
    from gymnasium.envs.registration import register, registry

    from relgym.catalogue.domains import SPLITS, catalogue

    try:
        domains = catalogue()
    except RelgymError as error:
        warnings.warn(f"relgym's environments are not registered: {error}", RelgymWarning, stacklevel=2)
        return
    for item in domains:
        for split in SPLITS:
            if item.ids[split] not in registry and item.problems(split):
                register(**_settings(item, split, item.name))


def register_folder(folder: Path | str) -> tuple[str, ...]:
    """Register the domain of a folder of your own with Gymnasium.

    The folder is like those of relgym: `env.toml`, a domain, problems (see `relgym.catalogue`).

    Args:
        folder: The path of the folder.

    Returns:
        The registered ids, `relgym/<Id>-v0` the first.

    Raises:
        RelgymError: The folder is incomplete, has the id of another one, or fails `EnvSpec.check`.
    """
    from gymnasium.envs.registration import register, registry

    from relgym.catalogue.domains import SPLITS, read_spec

    if not isinstance(folder, str | Path):
        raise RelgymError(f"{folder!r} is not a folder", expected="the path of a folder with an env.toml")
    item = read_spec(Path(folder).resolve())
    every = [_settings(item, split, str(item.folder)) for split in SPLITS if item.problems(split)]
    if not every:
        raise RelgymError(f"{item.folder} has no problems", expected="files in problems/train or problems/test")
    item.check()
    for settings in every:
        known = registry.get(settings["id"])
        if known is not None and known.kwargs != settings["kwargs"]:
            raise RelgymError(
                f"{item.folder / 'env.toml'}: id: there is another {settings['id']} already", hint="choose another id"
            )
    for settings in every:
        registry.pop(settings["id"], None)
        register(**settings)
    return tuple(settings["id"] for settings in every)


def spec_of_folder(item: domains.EnvSpec, split: domains.Split) -> EnvSpec:
    """Return Gymnasium's `EnvSpec` of a folder's split, registered or not."""
    from gymnasium.envs.registration import EnvSpec

    return EnvSpec(**_settings(item, split, str(item.folder.resolve())))


def _settings(item: domains.EnvSpec, split: domains.Split, domain: str) -> dict[str, Any]:
    """The parts of a spec; `domain` is what `relgym.catalogue.spec` finds the domain by."""
    from gymnasium.envs.registration import WrapperSpec

    return {
        "id": item.ids[split],
        "entry_point": _ENTRY_POINTS[item.language],
        "vector_entry_point": _VECTOR_ENTRY_POINT,
        "max_episode_steps": item.max_episode_steps,
        **_UNWRAPPED,
        "additional_wrappers": (WrapperSpec(*_SEEN, kwargs={}),) if item.seen else (),
        "kwargs": {"domain": domain, "split": split},
    }


def register_soon() -> None:
    """Register everything now if Gymnasium is imported, or else when it will be; importing it takes a while."""
    if "gymnasium.envs" in sys.modules and not _is_loading("gymnasium.envs"):
        register_all()
    elif not any(isinstance(finder, _Registrar) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Registrar())


def _is_loading(name: str) -> bool:
    spec = sys.modules[name].__spec__
    return bool(getattr(spec, "_initializing", False))


class _Registrar(MetaPathFinder):
    """Waits for the import of `gymnasium.envs`, lets it happen, and registers."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name != "gymnasium.envs":
            return None
        sys.meta_path.remove(self)
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = _Followed(spec.loader, register_all)
        return spec


class _Followed(Loader):
    """A loader that calls `then` when the module has been executed."""

    def __init__(self, loader: Loader, then: Callable[[], None]) -> None:
        self._loader = loader
        self._then = then

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self._loader.exec_module(module)
        self._then()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loader, name)


@refuses_former_arguments
def make(
    domain_file: PathOrText,
    problems: ProblemName | Iterable[PathOrText] | Callable[[int], str] | None = None,
    *,
    problem: int | str | None = None,
    generator: Given | None = None,
    backend: str = "builtin",
    max_episode_steps: int | None = None,
    limits: Limits | Mapping[str, float] | None = None,
    reward: Literal["goal", "metric"] | None = None,
    axioms: PathOrText | Iterable[PathOrText] = (),
    free: Free | None = None,
    raise_on_invalid: bool = False,
    render_mode: RenderMode | None = None,
    scene: Scene | RDDLScene | Path | str | None = None,
    render_goal: bool = True,
    enforce: bool = True,
    form: Literal["cells", "arrays"] = "cells",
    functions: Mapping[str, Callable[..., Any]] | None = None,
    wrappers: Iterable[Callable[[gym.Env[Any, Any]], gym.Env[Any, Any]]] = (),
) -> gym.Env[Any, Any]:
    """Make an environment of a domain and one or more problems, in PDDL or RDDL.

    Files are given as paths or texts. A `relgym.Text` is never taken for a path or a name; a plain `str` with a line
    break is a text. A file that exists goes before a domain of the same name.

    Args:
        domain_file: The domain; or one that comes with relgym, by its name (`blocks`) or the id of its environments
            (`relgym/BlocksTest-v0`), or the folder of a domain with an `env.toml`. Such a domain is played as
            `gymnasium.make` does by its id: with the problems, the step limit, reward, axioms and free parameters of
            its `env.toml`, but for what is given here. Or a name of rddlrepository or PDDLGym, as for `relgym.load`.
        problems: The problems, or a function `generate(seed, *, ...) -> str` that makes a new problem for every
            episode. For RDDL, the first file is the instance, and others hold non-fluents. They may be left out where
            the domain's file holds the problem, too. For a domain by name: one problem, as for `problem`, or a path or
            text.
        problem: For a domain by name only: the number of the only problem to play, 0 for the first, or the name of its
            file, such as `p03` or `test/p03`.
        generator: Parameters of the function, or of the generator of a domain by name, or a schedule of them (see
            `relgym.catalogue.schedule`).
        backend: The name of the engine.
        max_episode_steps: The number of steps after which an episode is truncated; by default there is no limit, or the
            one of `env.toml`, or the horizon of an RDDL instance.
        limits: Limits of each call to the engine.
        reward: PDDL only. `goal` (the default for files) gives 1 on reaching the goal and 0 otherwise, `metric` the
            change of the problem's `:metric`.
        axioms: PDDL only. Further derived predicates: files, texts, or names of ready-made ones such as `stacks`.
        free: PDDL only. The parameters that the agent chooses, by the name of the action, or `all` for all parameters
            of all actions. The precondition binds the others; an action is not valid if several bindings are left.
        raise_on_invalid: If True, an invalid action raises `InvalidAction` instead of changing nothing.
        render_mode: The result of `render`: `ansi` or `svg` (texts), `rgb_array`, or `human`, which prints each state.
        scene: A file that says how states are drawn (see `relgym.render.scene` and `relgym.render.rddl.scene`); by
            default the `scene.toml` beside the domain's file. Without it, PDDL is drawn by a known scene that fits its
            predicates and types, or as a graph of the objects, and RDDL as a table of its values.
        render_goal: PDDL only. If True, what `render` gives shows the goal, too: its conditions, met or missing, and
            what is to be where. Pictures are smaller without it.
        enforce: RDDL only. If True, an action that breaks a precondition is refused. If False, an action-fluent may
            have any value of its declared range, without the bounds of preconditions; `max-nondef-actions` still holds.
        form: RDDL only. Observations and actions as `cells` (`on___a__b`), or as `arrays`, one for each fluent.
        functions: RDDL only. Python functions for the names that the domain calls as `$NAME`; they take arrays (as
            lists) and return an array.
        wrappers: Wrappers to put around the environment, in this order, as in `gymnasium.make_vec`.

    Returns:
        The environment: a `PDDLEnv` or a `RDDLEnv`, with its wrappers.

    Raises:
        RelgymError: A file, a name or an argument is wrong, as for `relgym.load`.
        UnsupportedFeature: The engine lacks a feature that the files need.
        MissingEngine: The engine is not installed.
    """
    # All arguments but one are those of `files_spec`.
    given = dict(locals())
    del given["wrappers"]
    import gymnasium

    from relgym.arguments import check_callables
    from relgym.envs.step_limit import with_former_names

    around = check_callables("wrappers", wrappers, "functions or classes that put something around an environment")
    env = with_former_names(gymnasium.make(files_spec(**given)))
    for wrapper in around:
        env = wrapper(env)
    return env


def files_spec(
    domain_file: PathOrText,
    problems: ProblemName | Iterable[PathOrText] | Callable[[int], str] | None = None,
    *,
    problem: int | str | None = None,
    generator: Given | None = None,
    backend: str = "builtin",
    max_episode_steps: int | None = None,
    limits: Limits | Mapping[str, float] | None = None,
    reward: Literal["goal", "metric"] | None = None,
    axioms: PathOrText | Iterable[PathOrText] = (),
    free: Free | None = None,
    raise_on_invalid: bool = False,
    render_mode: RenderMode | None = None,
    scene: Scene | RDDLScene | Path | str | None = None,
    render_goal: bool = True,
    enforce: bool = True,
    form: Literal["cells", "arrays"] = "cells",
    functions: Mapping[str, Callable[..., Any]] | None = None,
) -> EnvSpec:
    """Return Gymnasium's `EnvSpec` of files or of a domain by name; `make` describes the arguments and errors."""
    import gymnasium

    from relgym.arguments import check_flags, check_functions, check_text, check_whole
    from relgym.backends.base import Limits
    from relgym.envs.rendering import check_mode
    from relgym.read.language import is_rddl
    from relgym.read.loading import given_problem
    from relgym.read.pddl.axioms.ready_made import listed_axioms
    from relgym.read.pddl.free import ALL, listed_free
    from relgym.read.source import first_of, listed

    if max_episode_steps is not None:
        check_whole("max_episode_steps", max_episode_steps, 1)
    check_mode(render_mode)
    check_flags(enforce=enforce, raise_on_invalid=raise_on_invalid, render_goal=render_goal)
    if reward is not None:
        check_text("reward", reward, "'goal' or 'metric'")
    check_text("form", form, "'cells' or 'arrays'")
    entry = _entry(domain_file)
    if entry is not None and not entry.spec.ids:
        # Gymnasium knows no environment of it: its files are played.
        domain_file, problems = (
            entry.spec.domain,
            entry.problem(_chosen_problem(entry, problems, problem).get("problem")),
        )
        entry, problem = None, None
    kwargs: dict[str, Any] = {"raise_on_invalid": raise_on_invalid, "render_mode": render_mode, "backend": backend}
    if entry is not None:
        kwargs |= _chosen_problem(entry, problems, problem)
    else:
        _refuse_given("domains by name", problem=problem is not None)
        files: Any = problems
        kwargs["domain_file"] = first_of(listed(domain_file), "domain")
        kwargs["problems"] = files if callable(files) else list(listed(given_problem(domain_file, files)))
    if generator is not None:
        kwargs["generator"] = generator
    if limits is not None:
        kwargs["limits"] = asdict(Limits.of(limits))
    if scene is not None:
        kwargs["scene"] = str(scene) if isinstance(scene, Path) else scene
    if is_rddl(domain_file) if entry is None else entry.spec.language == "rddl":
        _refuse_given(
            "PDDL",
            reward=reward not in (None, "goal"),
            axioms=bool(listed_axioms(axioms)),
            free=free is not None,
            render_goal=not render_goal,
        )
        entry_point = "relgym.envs.rddl.env:RDDLEnv"
        kwargs |= {"enforce": enforce, "form": form}
        if functions is not None:
            check_functions(functions)
            kwargs["functions"] = dict(functions)
    else:
        _refuse_given("RDDL", enforce=not enforce, form=form != "cells", functions=functions is not None)
        entry_point = "relgym.envs.pddl.env:PDDLEnv"
        kwargs["axioms"] = list(listed_axioms(axioms))
        if reward is not None or entry is None:
            kwargs["reward"] = reward or "goal"
        if free is not None or entry is None:
            chosen = listed_free({} if free is None else free)
            kwargs["free"] = chosen if chosen == ALL else {action: list(names) for action, names in chosen.items()}
        if not render_goal:
            kwargs["render_goal"] = False
    if entry is None:
        return gymnasium.envs.registration.EnvSpec(
            "relgym/Files", entry_point, max_episode_steps=max_episode_steps, **_UNWRAPPED, kwargs=kwargs
        )
    named = spec_of_folder(entry.spec, entry.split)
    named.kwargs |= kwargs
    if max_episode_steps is not None:
        named.max_episode_steps = max_episode_steps
    return named


def _entry(domain_file: PathOrText) -> Entry | None:
    """The entry of a domain by name, or by an id that `register_folder` has registered; `None` for a file or text."""
    import gymnasium

    from relgym.catalogue.domains import spec
    from relgym.catalogue.entries import Entry, meant

    registered = gymnasium.registry.get(domain_file) if isinstance(domain_file, str) else None
    if registered is not None and registered.entry_point in _ENTRY_POINTS.values():
        return Entry(spec(registered.kwargs["domain"]), registered.kwargs["split"])
    return meant(domain_file, texts=True)


def _chosen_problem(entry: Entry, problems: Any, problem: int | str | None) -> dict[str, Any]:
    """The option `problem` of an environment by name; empty for all problems of the split."""
    if problem is None and problems is None:
        return {}
    if problem is not None and problems is not None:
        raise RelgymError(f"there are two problems, {problems!r} and {problem!r}", expected="one of them")
    which = problems if problem is None else problem
    if isinstance(which, bool) or not (isinstance(which, str | os.PathLike) or hasattr(which, "__index__")):
        raise RelgymError(
            f"{reprlib.repr(which)} is not one problem of '{entry.spec.name}'",
            expected="a number, or the name, path or text of a problem",
            hint=f"relgym.make({str(entry.spec.domain)!r}, problems) plays other problems of this domain",
        )
    return {"problem": os.path.abspath(which) if isinstance(which, os.PathLike) else which}


def _refuse_given(language: str, **given: bool) -> None:
    """Raise `RelgymError` for an option that is given although it means nothing where the language is another."""
    for name, asked in given.items():
        if asked:
            raise RelgymError(
                f"the option {name!r} is for {language}", hint="help(relgym.make) tells which are for both"
            )
