"""The reference of Python's public names, from their docstrings."""

from __future__ import annotations

import inspect
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import NamedTuple


class Group(NamedTuple):
    """A page of the reference.

    Attributes:
        file: The page's file.
        title: Its title.
        text: What is there.
        names: Public names, as `module:name`; `module` alone means all that the module lists in `__all__`, or makes
            itself.
    """

    file: str
    title: str
    text: str
    names: tuple[str, ...]


def _group(file: str, title: str, text: str, names: str) -> Group:
    return Group(file, title, text, tuple(names.split()))


GROUPS = (
    _group(
        "loading",
        "Loading",
        "From files, texts and names to tasks, instances and environments.",
        """relgym:load relgym:make relgym:register_folder relgym:Text relgym:Task relgym:Instance
        relgym:diagnose relgym:Diagnostic relgym:Severity relgym.catalogue""",
    ),
    _group(
        "reasoning",
        "Reasoning",
        "States, actions, and answers about them. [The reasoner](../guide/reasoner.md) shows how they are used.",
        """relgym:Reasoner relgym:PDDLReasoner relgym:RDDLReasoner relgym:State relgym:RDDLState
        relgym:Action relgym:Answers relgym:Outcome relgym.belief""",
    ),
    _group(
        "environments",
        "Environments and wrappers",
        "Gymnasium's environments, one or many, and wrappers around them: [Environments](../guide/environments.md).",
        "relgym.envs relgym.envs.check:api_test relgym.remote",
    ),
    _group(
        "jax",
        "Pure functions for JAX",
        "[Pure functions for JAX](../guide/jax.md) shows how they are used.",
        "relgym.jax relgym.jax.adapters",
    ),
    _group(
        "simulation",
        "Simulation",
        "Walks and batches, where speed counts. [Performance](../guide/performance.md) says which one is for what.",
        """relgym:Simulator relgym:PDDLSimulator relgym:RDDLSimulator
        relgym:batch relgym:Batch relgym:rollouts relgym:Rollouts""",
    ),
    _group(
        "planning",
        "Plans, policies and state spaces",
        "How they are used: [planning](../guide/planning.md), [policies](../guide/policies.md), "
        "[exploration](../guide/exploration.md).",
        """relgym:plan relgym:Plan relgym:validate relgym:Validation relgym:solve relgym:Policy
        relgym:evaluate relgym:Evaluation relgym.planning relgym:explore relgym:StateSpace""",
    ),
    _group(
        "data",
        "Recordings, models and questions",
        "How they are used: [trajectories](../guide/trajectories.md), [model learning](../guide/model-learning.md), "
        "[question sets](../guide/questions.md).",
        "relgym.data",
    ),
    _group("pictures", "Pictures", "[Pictures](../guide/pictures.md) shows how they are used.", "relgym:Painter"),
    _group(
        "engines",
        "Engines",
        "What an engine of your own implements, and the limits of its calls. [Engines](../guide/engines.md) adds one.",
        "relgym:Limits relgym.backends.base relgym.backends.evaluator relgym.backends.registry",
    ),
    _group("errors", "Errors", "What is raised. [Diagnostics](diagnostics.md) lists the codes.", "relgym.errors"),
)
"""The pages, in the order of the index. A public name of `relgym` stands on one of them."""

_KINDS = ((inspect.isclass, "autoclass"), (inspect.isroutine, "autofunction"))


def documented() -> dict[str, tuple[str, ...]]:
    """Return the full names on each page, by the page's file; a name that stands on an earlier page is left out."""
    seen: set[int] = set()
    pages = {}
    for group in GROUPS:
        full = []
        for name in group.names:
            for each in _expanded(name):
                value = _value(each)
                if id(value) not in seen:
                    seen.add(id(value))
                    full.append(each)
        pages[group.file] = tuple(full)
    return pages


def write_pages(folder: Path) -> None:
    """Write a page for each group.

    Args:
        folder: The folder of the reference.
    """
    pages = documented()
    for group in GROUPS:
        lines = [f"# {group.title}", "", group.text, ""]
        for full in pages[group.file]:
            lines += [f"## {full.replace(':', '.').removeprefix('relgym.')}", "", *_directive(full), ""]
        (folder / f"{group.file}.md").write_text("\n".join(lines), encoding="utf-8")


def _expanded(name: str) -> list[str]:
    """Return a name as it is, or the public names of a module."""
    module_name, _, one = name.partition(":")
    if one:
        return [name]
    module = import_module(module_name)
    names = getattr(module, "__all__", None)
    if names is None:
        names = [name for name, value in vars(module).items() if not name.startswith("_") and _is_own(module, value)]
    return [f"{module_name}:{each}" for each in names]


def _is_own(module: ModuleType, value: object) -> bool:
    return (inspect.isclass(value) or inspect.isroutine(value)) and getattr(value, "__module__", "") == module.__name__


def _value(full: str) -> object:
    module, _, name = full.partition(":")
    return getattr(import_module(module), name)


def _directive(full: str) -> list[str]:
    """Return the lines that make Sphinx write what a docstring says."""
    value = _value(full)
    kind = next((directive for fits, directive in _KINDS if fits(value)), "autodata")
    options = ["   :members:"] if kind == "autoclass" else []
    return ["```{eval-rst}", f".. {kind}:: {full.replace(':', '.')}", *options, "```"]
