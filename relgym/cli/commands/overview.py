"""The command that lists domains, the difficulty of their problems, and engines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from relgym.backends.registry import engine_class, names
from relgym.catalogue.difficulty import Known, difficulty
from relgym.catalogue.domains import LANGUAGES, SPLITS, EnvSpec, Language, catalogue
from relgym.cli import forms
from relgym.cli.entries import entry
from relgym.cli.options import Json
from relgym.cli.tables import Number, TableColumn, fitted
from relgym.errors import BackendError

UNKNOWN = "?"

NOT_MEASURED = "-"

_WORTH = ("objects", "plan", "random", "actions", "branching", "files", "values", "atoms", "reward", "replan", "uct")
"""The columns beside names, the most telling first: where a terminal is narrow, the last ones go first."""

WIDE = 120
"""The number of columns of a terminal from which descriptions stand beside the numbers."""

_MEANING = {
    "pddl": "gymnasium.make('relgym/NAME-v0'), and of the test problems 'relgym/NAMETest-v0'. atoms: that may change; "
    "branching: valid actions; plan: steps of a shortest one, + where of some problems none is known; random: how many "
    "episodes of random actions reach the goal; replan, uct: of replanning and of UCT, where that was measured",
    "rddl": "gymnasium.make('relgym/NAME-v0', problem='p02'), and of the test instances 'relgym/NAMETest-v0'. "
    "values, actions: how many numbers a state has, and an action; random, replan, uct: what an episode of "
    "random actions, of replanning and of UCT is worth",
}


def overview(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", help="A domain, or a folder like one: list its problems.", show_default=False),
    ] = None,
    as_json: Json = False,
) -> None:
    """List the domains that come with relgym and the engines, or the problems of a domain, and how hard they are.

    \b
    relgym list
    relgym list sokoban
    relgym list --json
    """
    if name is not None:
        _show_domain(entry(name).spec, as_json)
        return
    if as_json:
        typer.echo(forms.text_of(_form()))
        return
    for language in LANGUAGES:
        _console().print(_domains(language))
    engines = Table("engine", "version", box=box.SIMPLE_HEAD)
    for engine_name, engine in _engines().items():
        engines.add_row(engine_name, engine["version"] or f"missing: {engine['missing']}")
    _console().print(engines)


def _domains(language: Language) -> Table:
    measures, console = MEASURES[language], _console()
    columns = [TableColumn("environment", keep=True), TableColumn("files"), *map(Number, measures), Number("reward")]
    if console.width >= WIDE:
        columns.append(TableColumn("what it is", keep=True))
    rows = []
    for spec in catalogue(language):
        known = difficulty(spec).every()
        counts = "+".join(str(len(spec.problems(split))) for split in SPLITS)
        numbers = [measure(known) for measure in measures.values()]
        rows.append([spec.id, counts, *numbers, _reward(spec), *([spec.description] if console.width >= WIDE else [])])
    return fitted(console, columns, rows, _WORTH, title=language.upper(), caption=_MEANING[language])


def _show_domain(spec: EnvSpec, as_json: bool) -> None:
    if as_json:
        typer.echo(forms.text_of(_environment(spec)))
        return
    known = difficulty(spec)
    # What was measured for no problem of the domain has no column.
    measures = {
        name: measure for name, measure in MEASURES[spec.language].items() if measure(known.every()) != NOT_MEASURED
    }
    rows = []
    for split in SPLITS:
        for path in spec.problems(split):
            found = [item for item in [known.of(split).get(path.stem)] if item is not None]
            rows.append([f"{split}/{path.stem}", *(measure(found) for measure in measures.values())])
    typer.echo(f"{spec.name}: {spec.description}")
    console = _console()
    console.print(fitted(console, [TableColumn("problem", keep=True), *map(Number, measures)], rows, _WORTH))
    steps = "" if spec.max_episode_steps is None else f", at most {spec.max_episode_steps} steps"
    typer.echo(f"{', '.join(_ids(spec).values())}; reward: {_reward(spec)}{steps}")
    if spec not in catalogue():
        typer.echo(f"Gymnasium knows them after relgym.register_folder({str(spec.folder)!r})")
    if not difficulty(spec).every():
        typer.echo(f"How hard they are, `python -m relgym.envs.measure {spec.folder}` finds out")


def _ids(spec: EnvSpec) -> dict[str, str]:
    """The environments of the splits that have problems: there are no others."""
    return {split: identity for split, identity in spec.ids.items() if spec.problems(split)}


def _reward(spec: EnvSpec) -> str:
    return "sum" if spec.language == "rddl" else spec.reward


def _range(numbers: Iterable[float | None]) -> str:
    """The least and the greatest number, one if they look the same."""
    found = [number for number in numbers if number is not None]
    ends = [_short(min(found)), _short(max(found))] if found else [UNKNOWN]
    return "…".join(dict.fromkeys(ends))


def _short(number: float) -> str:
    return f"{number:.3g}" if -10 < number < 10 else f"{number:.0f}"


def _percent(parts: Iterable[float]) -> str:
    found = _range([round(100 * part) for part in parts])
    return found if found == UNKNOWN else f"{found}%"


def _if_measured(text: Callable[[Iterable[float]], str], numbers: Iterable[float | None]) -> str:
    """The text of numbers that are measured for some problems only."""
    found = [number for number in numbers if number is not None]
    return text(found) if found else NOT_MEASURED


def _plans(known: Sequence[Known]) -> str:
    """The lengths of the shortest plans; `≤` before that of a plan, if nothing is known but it."""
    shortest = [item.shortest for item in known if item.shortest is not None]
    if shortest:
        return _range(shortest) + ("+" if len(shortest) < len(known) else "")
    plans = [item.plan for item in known if item.plan is not None]
    return f"≤ {min(plans)}" if plans else UNKNOWN


Measure = Callable[[Sequence[Known]], str]

MEASURES: dict[Language, dict[str, Measure]] = {
    "pddl": {
        "objects": lambda known: _range(item.objects for item in known),
        "atoms": lambda known: _range(item.atoms for item in known),
        "branching": lambda known: _range(item.branching for item in known),
        "plan": _plans,
        "random": lambda known: _percent(item.random for item in known),
        "replan": lambda known: _if_measured(_percent, (item.replan for item in known)),
        "uct": lambda known: _if_measured(_percent, (item.uct for item in known)),
    },
    "rddl": {
        "objects": lambda known: _range(item.objects for item in known),
        "values": lambda known: _range(item.atoms for item in known),
        "actions": lambda known: _range(item.actions for item in known),
        "random": lambda known: _range(item.random for item in known),
        "replan": lambda known: _if_measured(_range, (item.replan for item in known)),
        "uct": lambda known: _if_measured(_range, (item.uct for item in known)),
    },
}
"""The table columns about problems: for each column's name, its text for one or several problems."""


def _console() -> Console:
    return Console(markup=False, highlight=False)


def _form() -> forms.Form:
    return {"environments": [_environment(spec) for spec in catalogue()], "engines": _engines()}


def _environment(spec: EnvSpec) -> forms.Form:
    known = difficulty(spec)
    return {
        "name": spec.name,
        "language": spec.language,
        "ids": _ids(spec),
        "problems": {split: len(spec.problems(split)) for split in SPLITS},
        "max_episode_steps": spec.max_episode_steps,
        "reward": _reward(spec),
        "description": spec.description,
        "difficulty": {split: {name: item.to_json() for name, item in known.of(split).items()} for split in SPLITS},
    }


def _engines() -> forms.Form:
    return {name: _engine(name) for name in names()}


def _engine(name: str) -> forms.Form:
    """The version of an engine, or why there is none."""
    try:
        return {"version": engine_class(name).version(), "missing": None}
    except BackendError as error:
        return {"version": None, "missing": str(error)}
