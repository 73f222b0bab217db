"""The command that draws the dynamic Bayes net of an RDDL problem."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated, assert_never

import typer

from relgym.cli import forms
from relgym.cli.options import DomainFile, Json, NonFluents, ProblemFile
from relgym.cli.output import form_of, write
from relgym.cli.rddl.files import rddl_files
from relgym.errors import RelgymError
from relgym.read.rddl.loading import read_domain, read_instance
from relgym.render.nets.dot import net_dot
from relgym.render.nets.svg import net_svg
from relgym.translate.equations.graph import Net, ground_net, lifted_net
from relgym.translate.equations.layout import Layout


class GraphFormat(Enum):
    """The file formats of a graph."""

    DOT = "dot"
    SVG = "svg"


_SUFFIXES = {".dot": GraphFormat.DOT, ".gv": GraphFormat.DOT, ".svg": GraphFormat.SVG}


def graph(
    domain: DomainFile,
    problem: ProblemFile = None,
    ground: Annotated[
        bool, typer.Option("--ground", "-g", help="A node for each value of the instance, not for each fluent.")
    ] = False,
    form: Annotated[
        GraphFormat | None,
        typer.Option("--format", "-f", help="The format to print; by default the one of the file's ending, or dot."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write a file, FILE.dot, FILE.gv or FILE.svg.")
    ] = None,
    non_fluents: NonFluents = None,
    as_json: Json = False,
) -> None:
    """Draw the dynamic Bayes net of an RDDL problem. With --json: print its nodes and edges.

    \b
    relgym graph domain.rddl instance.rddl -o net.svg
    relgym graph domain.rddl instance.rddl --ground --format svg > net.svg
    relgym graph sysadmin 0 --ground --json
    """
    drawn = _format(form, output)
    files = rddl_files(domain, problem, non_fluents)
    if files is None:
        raise RelgymError(
            f"{domain} is PDDL, whose problems have no dynamic Bayes net", expected="a domain of RDDL, domain.rddl"
        )
    model = read_domain(files.domain)
    instance = read_instance(files.instance, model, files.further)
    net = ground_net(Layout(instance)) if ground else lifted_net(model)
    if output is not None:
        write(output, f"{drawing(net, drawn)}\n".encode())
    if as_json:
        typer.echo(forms.text_of(net.to_json()))
    elif output is None:
        typer.echo(drawing(net, drawn))
    else:
        typer.echo(f"{output}: {len(net.nodes)} nodes, {len(net.edges)} edges")


def drawing(net: Net, form: GraphFormat) -> str:
    """The text of a net in a format."""
    match form:
        case GraphFormat.DOT:
            return net_dot(net)
        case GraphFormat.SVG:
            return net_svg(net)
        case _:
            assert_never(form)


def _format(wanted: GraphFormat | None, output: Path | None) -> GraphFormat:
    """Return the format to write: the one of the file's ending, with which an option must agree."""
    if output is None:
        return wanted or GraphFormat.DOT
    known = form_of(output, _SUFFIXES)
    if wanted not in (None, known):
        raise RelgymError(
            f"the ending of '{output}' means {known.value}, and --format says {wanted.value}",
            hint="leave --format out",
        )
    return known
