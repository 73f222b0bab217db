"""The command that makes problems."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from relgym.catalogue.domains import EnvSpec
from relgym.catalogue.entries import entry
from relgym.catalogue.generators import ProblemGenerator, Value
from relgym.cli import completion, forms
from relgym.cli.options import Json, named_value
from relgym.cli.output import write
from relgym.errors import RelgymError
from relgym.model.span import Source
from relgym.progress import tracked
from relgym.read.pddl.domain import read_domain
from relgym.read.pddl.problem import problem_of
from relgym.read.rddl.loading import instance_in
from relgym.read.rddl.loading import read_domain as read_rddl


def generate(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="A domain that comes with relgym, or a folder of the same form.",
            autocompletion=completion.domains,
        ),
    ],
    given: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Set a parameter; may be given several times."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", "-s", metavar="N", min=0, help="The seed of the first problem.")] = 0,
    count: Annotated[
        int | None,
        typer.Option("--count", "-n", metavar="N", min=1, help="How many problems, with one seed after the other."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", metavar="DIR", file_okay=False, help="Write files into this folder, and print their names."
        ),
    ] = None,
    parameters: Annotated[
        bool, typer.Option("--parameters", help="Print the parameters, with their defaults and ranges.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Make new problems of a domain: print one, or write files.

    \b
    relgym generate sokoban --parameters
    relgym generate sokoban --set rows=8 --set boxes=2 --seed 7
    relgym generate sokoban --count 100 --out problems
    """
    spec = entry(name).spec
    generator = ProblemGenerator.of(spec)
    if parameters:
        _show_parameters(generator, as_json)
        return
    chosen = dict(_setting(text, generator) for text in given or [])
    generator.check(chosen)
    if out is None:
        if count is not None:
            raise RelgymError("several problems need a folder", expected="--out DIR beside --count")
        text = _maker(spec, generator, chosen)(seed)
        typer.echo(forms.text_of({"seed": seed, "problem": text}) if as_json else text, nl=as_json)
        return
    seeds, made = range(seed, seed + (1 if count is None else count)), _maker(spec, generator, chosen)
    paths = [str(_written(out, spec, number, made(number))) for number in tracked(seeds, "generating")]
    if as_json:
        typer.echo(forms.text_of({"files": paths}))
    else:
        for path in paths:
            typer.echo(path)


def _maker(spec: EnvSpec, generator: ProblemGenerator, chosen: Mapping[str, Value]) -> Callable[[int], str]:
    """Return a function that makes the problem of a seed, and raises `RelgymError` if its text is not valid."""
    read: Callable[[Source], object]
    if spec.language == "pddl":
        read = partial(problem_of, domain=read_domain(spec.domain))
    else:
        read = partial(instance_in, domain=read_rddl(spec.domain))

    def made(seed: int) -> str:
        text = generator.text(seed, chosen)
        read(Source(f"{generator.name} (seed = {seed})", text))
        return text

    return made


def _show_parameters(generator: ProblemGenerator, as_json: bool) -> None:
    if as_json:
        rows = [
            {
                "name": parameter.name,
                "default": parameter.default,
                "kind": None if parameter.kind is None else parameter.kind.__name__,
                "low": None if parameter.between is None else parameter.between.low,
                "high": None if parameter.between is None else parameter.between.high,
                "choices": list(parameter.choices),
            }
            for parameter in generator.parameters
        ]
        typer.echo(forms.text_of({"parameters": rows}))
        return
    for parameter in generator.parameters:
        typer.echo(str(parameter))


def _setting(text: str, generator: ProblemGenerator) -> tuple[str, Value]:
    """A parameter and its value from `name=value`."""
    name, value = named_value(text)
    kinds = {parameter.name: parameter.kind for parameter in generator.parameters}
    for kind in (int, float) if kinds.get(name) is not str else ():
        try:
            return name, kind(value)
        except ValueError:
            continue
    return name, value


def _written(folder: Path, spec: EnvSpec, seed: int, text: str) -> Path:
    """Write a problem; raises `RelgymError` where another one stands already."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RelgymError(f"cannot make the folder '{folder}': {(error.strerror or str(error)).lower()}") from None
    path = folder / f"{spec.name}-{seed}.{spec.language}"
    if path.exists() and path.read_text(encoding="utf-8") != text:
        raise RelgymError(f"{path} exists, and holds something else", hint="choose another folder, or remove the file")
    write(path, text.encode())
    return path
