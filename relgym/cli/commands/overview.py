"""The command that lists domains, the difficulty of their problems, and engines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from relgym.backends.registry import engine_class, names
from relgym.catalogue.difficulty import METHODS, Known, difficulty
from relgym.catalogue.domains import LANGUAGES, SPLITS, EnvSpec, Language, catalogue
from relgym.catalogue.entries import entry
from relgym.cli import completion, forms
from relgym.cli.options import Json
from relgym.cli.tables import Number, TableColumn, fitted
from relgym.errors import BackendError

UNKNOWN = "?"

NOT_MEASURED = "-"

_REACHED = ("random", *METHODS)
"""The columns about what random actions and methods reach."""

_WORTH = ("objects", "plan", *_REACHED, "actions", "branching", "files", "values", "atoms", "reward")
"""The columns beside names, the most telling first: where a terminal is narrow, the last ones go first."""

SENTENCES = 64
"""The number of columns of a terminal from which sentences stand beside the names."""

WIDE = 120
"""The number of columns of a terminal from which descriptions stand beside the numbers."""

_MEANING = {
    "pddl": "gymnasium.make('relgym/NAME-v0'), and of the test problems 'relgym/NAMETest-v0'. random, replan, uct, "
    "learned: the share of episodes that reach the goal, on a train / on a test problem, by random actions, "
    "determinised replanning, UCT, and a model learned from train problems. atoms: that may change; branching: valid "
    "actions; plan: steps of a shortest one, + where of some problems none is known",
    "rddl": "gymnasium.make('relgym/NAME-v0', problem='p02'), and of the test instances 'relgym/NAMETest-v0'. random, "
    "replan, uct, learned: the mean return of an episode, on a train / on a test instance. values, actions: how many "
    "numbers a state has, and an action",
}


def overview(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="A domain, or a folder of the same form: list its problems.",
            show_default=False,
            autocompletion=completion.domains,
        ),
    ] = None,
    baselines: Annotated[
        bool,
        typer.Option("--baselines", help="Show how hard domains are and what methods reach."),
    ] = False,
    as_json: Json = False,
) -> None:
    """List the domains that come with relgym and the engines, or the problems of a domain, and how hard they are.

    \b
    relgym list
    relgym list sokoban
    relgym list --baselines
    relgym list --json
    """
    if name is not None:
        _show_domain(entry(name).spec, as_json)
        return
    if as_json:
        typer.echo(forms.text_of(_form()))
        return
    for language in LANGUAGES:
        _console().print(_baselines(language) if baselines else _sentences(language))
    engines = Table("engine", "version", box=box.SIMPLE_HEAD)
    for engine_name, engine in _engines().items():
        engines.add_row(engine_name, engine["version"] or f"missing: {engine['missing']}")
    _console().print(engines)


def _sentences(language: Language) -> Table:
    """The names of the domains as every command takes them, their sizes, and a sentence on each."""
    console, objects = _console(), MEASURES[language]["objects"]
    rows = [[spec.name, objects(difficulty(spec).every()), spec.description] for spec in catalogue(language)]
    wide = console.width >= SENTENCES
    columns = [TableColumn("domain", keep=True, whole=wide), Number("objects")]
    columns += [TableColumn("what it is", keep=True)] if wide else []
    caption = None if wide else "a wider terminal says what they are, too"
    return fitted(console, columns, [row[: len(columns)] for row in rows], ("objects",), language.upper(), caption)


def _baselines(language: Language) -> Table:
    measures, console = MEASURES[language], _console()
    columns = [TableColumn("environment", keep=True), TableColumn("files")]
    every = [difficulty(spec) for spec in catalogue(language)]
    # A method that was measured in no domain has no column.
    methods = [name for name in _REACHED if any(name in each.reached(split) for each in every for split in SPLITS)]
    columns += map(Number, (*measures, *methods, "reward"))
    if console.width >= WIDE:
        columns.append(TableColumn("what it is", keep=True))
    rows = []
    for spec, known in zip(catalogue(language), every, strict=True):
        counts = "+".join(str(len(spec.problems(split))) for split in SPLITS)
        splits = [known.reached(split) for split in SPLITS]
        numbers = [measure(known.every()) for measure in measures.values()]
        numbers += ["/".join(_reached(each.get(name), language) for each in splits) for name in methods]
        rows.append([spec.id, counts, *numbers, _reward(spec), *([spec.description] if console.width >= WIDE else [])])
    return fitted(console, columns, rows, _WORTH, title=language.upper(), caption=_MEANING[language])


def _show_domain(spec: EnvSpec, as_json: bool) -> None:
    if as_json:
        typer.echo(forms.text_of(_environment(spec)))
        return
    measured, rows = problem_rows(spec)
    typer.echo(f"{spec.name}: {spec.description}")
    console = _console()
    columns = [TableColumn("problem", keep=True), *map(Number, measured)]
    console.print(fitted(console, columns, rows, _WORTH))
    steps = "" if spec.max_episode_steps is None else f", at most {spec.max_episode_steps} steps"
    if not spec.ids:
        typer.echo(f"relgym.make('{spec.name}', '{next(iter(spec.problems('train'))).stem}') plays one of them")
        return
    typer.echo(f"{', '.join(_ids(spec).values())}; reward: {_reward(spec)}{steps}")
    if spec not in catalogue():
        typer.echo(f"Gymnasium knows them after relgym.register_folder({str(spec.folder)!r})")
    if not difficulty(spec).every():
        typer.echo(f"How hard they are, `python -m relgym.envs.measure {spec.folder}` finds out")


def problem_rows(spec: EnvSpec) -> tuple[list[str], list[list[str]]]:
    """Return what is known of each problem of a domain.

    Args:
        spec: The domain.

    Returns:
        What was measured, as titles of columns; and for each problem its name, `train/p01`, and the texts of these
        columns.
    """
    known = difficulty(spec)
    measures = MEASURES[spec.language]
    # A method that was measured on no problem of the domain has no column.
    methods = ["random", *(name for name in METHODS if any(name in item.to_json() for item in known.every()))]
    rows = []
    for split in SPLITS:
        for path in spec.problems(split):
            item = known.of(split).get(path.stem)
            measured = [] if item is None else [item]
            numbers = [measure(measured) for measure in measures.values()]
            numbers += [UNKNOWN if item is None else _reached(getattr(item, name), spec.language) for name in methods]
            rows.append([f"{split}/{path.stem}", *numbers])
    return [*measures, *methods], rows


def _ids(spec: EnvSpec) -> dict[str, str]:
    """The environments of the splits that have problems: there are no others."""
    return {split: identity for split, identity in spec.ids.items() if spec.problems(split)}


def _reward(spec: EnvSpec) -> str:
    return "sum" if spec.language == "rddl" else spec.reward


def _range(numbers: Iterable[float | None]) -> str:
    """The least and the greatest number, one if they look the same."""
    known = [number for number in numbers if number is not None]
    ends = [_short(min(known)), _short(max(known))] if known else [UNKNOWN]
    return "…".join(dict.fromkeys(ends))


def _short(number: float) -> str:
    return f"{number:.3g}" if -10 < number < 10 else f"{number:.0f}"


def _reached(number: float | None, language: Language) -> str:
    """The share of episodes that reach the goal, or a mean return; in thousands where it is long."""
    if number is None:
        return NOT_MEASURED
    if language == "pddl":
        return f"{number:.0%}"
    return _short(number) if abs(number) < 10_000 else f"{number / 1000:.0f}k"


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
    },
    "rddl": {
        "objects": lambda known: _range(item.objects for item in known),
        "values": lambda known: _range(item.atoms for item in known),
        "actions": lambda known: _range(item.actions for item in known),
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
        "reached": {split: known.reached(split) for split in SPLITS},
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
