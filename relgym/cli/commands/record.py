"""The commands that record episodes, replay them, and export them and the problems that they are about."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from relgym.arguments import check_one_of
from relgym.catalogue.entries import meant
from relgym.cli import completion, forms
from relgym.cli.codes import NoAnswer
from relgym.cli.options import (
    DEFAULT,
    DEFAULT_BACKEND,
    Axioms,
    BackendName,
    Json,
    Limit,
    Memory,
    NonFluents,
    existing_engine,
    file_of_problem,
)
from relgym.errors import RelgymError
from relgym.libraries import extra
from relgym.limits import Limits
from relgym.read.language import is_rddl

if TYPE_CHECKING:
    from relgym.data.trajectories.sources import EnvGiven

EXPORTS = ("parquet", "minari", "jax")

RecordingFile = Annotated[str, typer.Argument(metavar="FILE", help="A recording of `relgym record`.")]


def record(
    environment: Annotated[
        str,
        typer.Argument(
            metavar="ENV",
            help="A domain that comes with relgym, the id of an environment, or a domain file.",
            autocompletion=completion.domains,
        ),
    ],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write.")],
    problems: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PROBLEM",
            help="Problem files; of a domain that comes with relgym the number or name of one problem (default: all).",
            autocompletion=completion.problems,
        ),
    ] = None,
    policy: Annotated[
        str,
        typer.Option(
            "--policy",
            "-p",
            metavar="POLICY",
            help="What chooses the actions: random, plan (a planner), a method of `relgym solve` such as uct, or a "
            "file of a plan or policy.",
        ),
    ] = "random",
    episodes: Annotated[int, typer.Option("--episodes", "-e", metavar="N", min=1, help="How many episodes.")] = 10,
    steps: Annotated[
        int | None,
        typer.Option("--steps", metavar="N", min=1, help="The largest number of steps in an episode."),
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", "-s", metavar="N", min=0, help="Decides problems, outcomes and random actions.")
    ] = 0,
    explain: Annotated[bool, typer.Option("--explain", help="Record why each action may be taken.")] = False,
    backend: BackendName = DEFAULT_BACKEND,
    limit: Limit = DEFAULT.seconds,
    memory: Memory = DEFAULT.memory,
    axioms: Axioms = None,
    non_fluents: NonFluents = None,
    as_json: Json = False,
) -> None:
    """Play episodes, and write a file of JSON lines from which they can be replayed exactly.

    An interrupt keeps the episodes that are whole. `relgym replay` checks the file.

    \b
    relgym record blocks --episodes 100 --seed 1 -o blocks.jsonl
    relgym record relgym/BlocksTest-v0 --policy plan -o plans.jsonl
    relgym record sysadmin 0 --policy uct --episodes 3 -o uct.jsonl
    relgym record domain.pddl p01.pddl p02.pddl --steps 50 --explain -o walks.jsonl
    relgym record domain.rddl instance.rddl --episodes 20 -o returns.jsonl
    """
    from relgym.data.trajectories.recording import record as recorded

    options: dict[str, Any] = {"backend": backend, "limits": asdict(Limits(seconds=limit, memory=memory))}
    if axioms:
        options["axioms"] = axioms
    given = _environment(environment, problems or [], non_fluents or [], options)
    recording = recorded(given, policy, episodes, path=output, seed=seed, max_steps=steps, explain=explain, **options)
    if as_json:
        form = {
            "file": str(output),
            "episodes": recording.episodes,
            "steps": recording.steps,
            "mean_return": recording.mean_return,
            "ended": dict(recording.ended),
            "interrupted": recording.interrupted,
        }
        typer.echo(forms.text_of(form))
        return
    ended = ", ".join(f"{count} {reason}" for reason, count in recording.ended.items())
    typer.echo(
        f"{output}: {_counted(recording.episodes, 'episode')}, {_counted(recording.steps, 'step')}, "
        f"mean return {recording.mean_return:g} (ended: {ended})"
    )
    if recording.interrupted:
        typer.echo(f"interrupted: the file keeps {recording.episodes} of {episodes} episodes", err=True)


def _environment(name: str, problems: list[str], non_fluents: list[Path], options: dict[str, Any]) -> EnvGiven:
    """Return what the arguments mean, and add the options that they imply."""
    named = meant(name)
    if named is None:
        files = [*map(Path, problems)] or [file_of_problem(name, None)]
        return Path(name), [*files, *non_fluents]
    _check_named(problems, non_fluents)
    if not named.spec.ids:
        return named.spec.domain, named.problem(*problems)
    split = named.split
    if problems:
        split, options["problem"] = named.named(problems[0])
    # Gymnasium is imported for environments only.
    from relgym.envs.registration import spec_of_folder

    return spec_of_folder(named.spec, split)


def _check_named(problems: list[str], non_fluents: list[Path]) -> None:
    """Check what is given beside the name of a domain that comes with relgym."""
    if non_fluents:
        raise RelgymError("the instances that come with relgym have their non-fluents", hint="leave --non-fluents out")
    if problems[1:]:
        raise RelgymError(f"there are {len(problems)} problems", expected="one of the domain, or none for all of them")


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def replay(
    file: RecordingFile,
    backend: Annotated[
        str | None,
        typer.Option(
            "--backend",
            "-b",
            metavar="ENGINE",
            help="The engine that checks (default: the recorded one).",
            callback=existing_engine,
        ),
    ] = None,
    limit: Limit = DEFAULT.seconds,
    memory: Memory = DEFAULT.memory,
    as_json: Json = False,
) -> None:
    """Carry out the actions of a recording again, and check each state, reward and end.

    Exit codes: 0 if all steps are equal, 2 if one differs or an interrupt has left some out, 1 if the file is broken.

    \b
    relgym replay blocks.jsonl
    relgym replay blocks.jsonl --backend clingo --json
    """
    from relgym.data.trajectories.replaying import replay as replayed

    result = replayed(file, backend, limits=Limits(seconds=limit, memory=memory))
    if as_json:
        typer.echo(forms.text_of(result.to_json()))
    elif result.difference is None:
        typer.echo(
            f"{file}: {_counted(result.episodes, 'episode')}, {_counted(result.steps, 'step')}, "
            f"all equal by the engine '{result.backend}'"
        )
    else:
        typer.echo(str(result.difference))
    if result.interrupted:
        typer.echo("interrupted: the rest of the file was not replayed", err=True)
    if not result:
        raise NoAnswer


def export(
    source: Annotated[
        str,
        typer.Argument(
            metavar="SOURCE",
            help="A recording of `relgym record`; for jax a domain file, or a domain that comes with relgym.",
            autocompletion=completion.domains,
        ),
    ],
    to: Annotated[
        str,
        typer.Option(
            "--to",
            "-t",
            metavar="FORMAT",
            help="parquet (a table with a row for each step), minari, or jax (compiled functions).",
        ),
    ],
    output: Annotated[
        str,
        typer.Option("--output", "-o", metavar="NAME", help="The file to write, or the id of the Minari data set."),
    ],
    problems: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PROBLEM",
            help="jax: as for `relgym record`. Several problems of PDDL become one environment.",
            autocompletion=completion.problems,
        ),
    ] = None,
    form: Annotated[
        str | None,
        typer.Option(
            "--form",
            "-f",
            metavar="FORM",
            help="minari: flat, text or graph for PDDL (default: flat), cells or arrays for RDDL (default: cells).",
        ),
    ] = None,
    steps: Annotated[
        int | None,
        typer.Option("--steps", metavar="N", min=1, help="jax: the largest number of steps in an episode."),
    ] = None,
    axioms: Axioms = None,
    non_fluents: NonFluents = None,
    as_json: Json = False,
) -> None:
    """Turn a recording into a data set, or problems into functions that run where JAX is, also without relgym.

    Minari writes into the folder that MINARI_DATASETS_PATH names, or ~/.minari. The functions for JAX are a zip archive
    of StableHLO for processors and accelerators, which `relgym.jax.load` reads.

    \b
    relgym export blocks.jsonl --to parquet -o blocks.parquet
    relgym export blocks.jsonl --to minari --form text -o blocks/random-v0
    relgym export blocks 0 --to jax -o blocks.zip
    relgym export domain.pddl p01.pddl p02.pddl --to jax --steps 50 -o environment.zip
    relgym export domain.rddl instance.rddl --to jax -o environment.zip
    """
    check_one_of("format", to, EXPORTS)
    if form is not None and to != "minari":
        reason = "a table of Parquet has the states as they are" if to == "parquet" else "JAX has arrays alone"
        raise RelgymError(f"--form is for Minari; {reason}")
    if to == "jax":
        answer, said = _functions(source, problems or [], output, steps, axioms or [], non_fluents or [])
    else:
        given = {"PROBLEM": problems, "--steps": steps, "--axioms": axioms, "--non-fluents": non_fluents}
        for name, value in given.items():
            if value:
                raise RelgymError(f"{name} is for jax; a recording has its environment", hint="leave it out")
        answer, said = _data_set(source, to, output, form)
    typer.echo(forms.text_of(answer) if as_json else said)


def _data_set(file: str, to: str, output: str, form: str | None) -> tuple[dict[str, Any], str]:
    """Write a data set; return what to say of it, as JSON and as text."""
    if to == "parquet":
        from relgym.data.trajectories.parquet import to_parquet

        rows = to_parquet(file, output)
        return {"file": output, "rows": rows}, f"{output}: {_counted(rows, 'row')}"
    from relgym.data.trajectories.minari import to_minari

    written = to_minari(file, output, form)
    answer = {"dataset": output, "episodes": written.total_episodes, "steps": written.total_steps}
    return answer, f"{output}: {_counted(written.total_episodes, 'episode')}, {_counted(written.total_steps, 'step')}"


def _functions(
    domain: str, problems: list[str], output: str, steps: int | None, axioms: list[str], non_fluents: list[Path]
) -> tuple[dict[str, Any], str]:
    """Write an environment for JAX; return what to say of it, as JSON and as text."""
    with extra("jax", "relgym export --to jax"):
        import jax

    from gymnasium.spaces import Discrete

    import relgym.jax

    named = meant(domain)
    rddl = is_rddl(Path(domain)) if named is None else named.spec.language == "rddl"
    given: Any = [*problems, *map(str, non_fluents)] or None
    if named is not None:
        _check_named(problems, non_fluents)
        given = problems[0] if problems else None
    with jax.enable_x64(rddl):
        env = relgym.jax.make(domain, given, max_episode_steps=steps, axioms=axioms)
        relgym.jax.export(env, output)
    size = Path(output).stat().st_size
    actions = int(env.action_space.n) if isinstance(env.action_space, Discrete) else None
    answer = {"file": output, "bytes": size} | ({} if actions is None else {"actions": actions})
    said = f"{output}: {size:,} bytes" + ("" if actions is None else f", {_counted(actions, 'action')}")
    return answer, said
