"""Requests about texts alone: the catalogue, new problems, checks and formats."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

from relgym.catalogue.difficulty import difficulty
from relgym.catalogue.domains import SPLITS, EnvSpec, Split, catalogue
from relgym.checking import diagnose
from relgym.diagnostics import Diagnostic, Severity
from relgym.errors import RelgymError, UnknownName, did_you_mean
from relgym.questions.plays import Play
from relgym.questions.question import Answer, Asked
from relgym.read.language import is_rddl
from relgym.read.pddl.axioms.ready_made import name_or_text
from relgym.read.source import Text
from relgym.write.formatting import formatted_pddl
from relgym.write.indenting import formatted_rddl


def listed() -> Answer:
    """List the domains of the catalogue with their problems and levels."""
    return {"domains": [_described(spec) for spec in catalogue()]}


@cache
def measured() -> Answer:
    """Return the measured sizes and difficulty of the domains of the catalogue.

    Returns:
        `domains`: for each domain that was measured the smallest and largest number of `objects` of its problems, the
        shortest and longest `plan` that is known, or `None`, and the share of episodes of random actions that reach the
        goal of the train problem on which methods are measured (`random`), or `None` for RDDL.
    """
    return {"domains": {spec.name: measured for spec in catalogue() if (measured := _measured(spec)) is not None}}


def _measured(spec: EnvSpec) -> Answer | None:
    known = difficulty(spec)
    every = known.every()
    if not every:
        return None
    objects = [item.objects for item in every]
    plans = [steps for item in every if (steps := item.plan if item.shortest is None else item.shortest) is not None]
    return {
        "objects": [min(objects), max(objects)],
        "plan": [min(plans), max(plans)] if plans else None,
        "random": None if spec.language == "rddl" else known.reached("train").get("random"),
    }


def texts(name: str, problem: str | None) -> Answer:
    """Return the texts of a domain of the catalogue, with one of its problems.

    Args:
        name: The name of the domain.
        problem: The name of a problem, `train/p01`; by default the first one.

    Raises:
        UnknownName: There is no such domain or problem.
    """
    spec = _spec(name)
    described = _described(spec)
    chosen = described["problems"][0] if problem is None else problem
    if chosen not in described["problems"]:
        expected = f"one of {', '.join(described['problems'])}"
        raise UnknownName(f"'{name}' has no problem '{chosen}'", expected=expected)
    split, _, stem = chosen.partition("/")
    text = spec.problem(_split(split), stem).read_text(encoding="utf-8")
    return {**described, "problem_name": chosen, **_domain_texts(spec), "problem": text}


@lru_cache(maxsize=256)
def pictured(name: str, problem: str | None) -> Answer:
    """Draw the start of a problem of the catalogue.

    Args:
        name: The name of the domain.
        problem: The name of a problem, `train/p01`; by default the first one.

    Raises:
        UnknownName: There is no such domain or problem.
    """
    # Imported late: most workers draw nothing, and questions are asked by what is above this file.
    from relgym.questions.asking import ask
    from relgym.read.loading import load
    from relgym.reasoning.reasoner import Reasoner

    files = texts(name, problem)
    model = load(Text(files["domain"]), Text(files["problem"]), [Text(text) for text in files["axioms"]])
    return {"name": name, "problem_name": files["problem_name"], **ask(Reasoner(model), "picture", goal=False)}


def generated(name: str, level: int | None, seed: int, parameters: Mapping[str, Any]) -> Answer:
    """Make a new problem of a domain of the catalogue by its own generator.

    Args:
        name: The name of the domain.
        level: The number of a level, whose parameters are taken; by default those of the generator.
        seed: The seed.
        parameters: Parameters of the generator that go before those of the level.

    Raises:
        UnknownName: There is no such domain or level.
        RelgymError: The domain has no generator, or a parameter is not possible.
    """
    # Imported late: most workers make no problems.
    from relgym.catalogue.generators import ProblemGenerator

    spec = _spec(name)
    levels = _levels(spec)
    if not levels:
        raise RelgymError(f"'{name}' has no generator", hint="catalogue.list tells the levels of each domain")
    if level is not None and level >= len(levels):
        raise UnknownName(f"'{name}' has no level {level}", expected=f"a number from 0 to {len(levels) - 1}")
    chosen = {**({} if level is None else levels[level]["parameters"]), **parameters}
    try:
        text = ProblemGenerator.of(spec).text(seed, chosen)
    except RelgymError as error:
        # Without the path of the generator.
        message = error.message.split(": ", 1)[-1]
        raise RelgymError(message, expected=error.expected, hint=error.hint) from None
    about = {"name": name, "level": level, "seed": seed, "parameters": chosen}
    return {**about, **_domain_texts(spec), "problem": text}


def name_of(domain: str) -> str:
    """Return the name by which the catalogue has the text of a domain; raises `RelgymError` if it does not."""
    for spec in catalogue():
        if spec.domain.read_text(encoding="utf-8") == domain:
            return spec.name
    raise RelgymError("there is no generator for this domain", expected="the text of a domain of the catalogue")


def checked(given: Mapping[str, Any]) -> Answer:
    """Find all errors, warnings and lints of texts, also of texts that are half written.

    Args:
        given: The texts of a domain, a problem and axioms; an empty problem is none.
    """
    problem = Text(given["problem"]) if given["problem"].strip() else None
    try:
        axioms = [name_or_text(text) for text in given["axioms"]]
    except RelgymError as error:
        return {"sound": False, "diagnostics": [Diagnostic.of(error).to_json()]}
    diagnostics = diagnose(Text(given["domain"]), problem, axioms=axioms)
    sound = all(item.severity is not Severity.ERROR for item in diagnostics)
    return {"sound": sound, "diagnostics": [item.to_json() for item in diagnostics]}


def formatted(text: str) -> Answer:
    """Format a text of either language; raises `ParseError` if its parentheses do not balance."""
    if is_rddl(Text(text)):
        return {"text": formatted_rddl(text), "language": "rddl"}
    return {"text": formatted_pddl(text), "language": "pddl"}


def _spec(name: str) -> EnvSpec:
    # Not by `relgym.catalogue.domains.spec`, which also takes the paths of folders.
    known = {spec.name: spec for spec in catalogue()}
    if name not in known:
        hint = did_you_mean(name, known) or "catalogue.list lists all domains"
        raise UnknownName(f"there is no domain '{name}'", hint=hint)
    return known[name]


def _described(spec: EnvSpec) -> Answer:
    problems = [f"{split}/{path.stem}" for split in SPLITS for path in spec.problems(split)]
    about = {"name": spec.name, "description": spec.description, "language": spec.language, "tags": [*spec.tags]}
    return {**about, "problems": problems, "levels": _levels(spec)}


def _levels(spec: EnvSpec) -> list[Answer]:
    """Return the parameters with which the problems of a domain were made, the easiest first."""
    levels: list[Mapping[str, Any]] = []
    for table in spec.generate:
        if table.parameters not in levels:
            levels.append(table.parameters)
    return [{"level": level, "parameters": dict(parameters)} for level, parameters in enumerate(levels)]


def _domain_texts(spec: EnvSpec) -> Answer:
    axioms = [path.read_text(encoding="utf-8") for path in spec.axiom_files()]
    return {"domain": spec.domain.read_text(encoding="utf-8"), "axioms": axioms}


def _split(name: str) -> Split:
    return "test" if name == "test" else "train"


def check(_: Play, asked: Asked) -> Answer:
    """Answer `check`."""
    return checked(asked.texts)


def generate(_: Play, asked: Asked) -> Answer:
    """Answer `generate`."""
    return generated(name_of(asked.texts["domain"]), **asked.options)
