"""The problems that questions are about, each with its name, its split and the words for its domain."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from relgym.arguments import wrong
from relgym.catalogue.domains import SPLITS, EnvSpec, Split, spec
from relgym.catalogue.templates import Templates, templates_beside
from relgym.model.pddl.problem import Task
from relgym.model.rddl.domain import Instance
from relgym.read.loading import load
from relgym.read.source import PathOrText
from relgym.reasoning.reasoner import Reasoner


@dataclass(frozen=True, slots=True)
class QuestionProblem:
    """A problem about which questions are made.

    Attributes:
        task: The task, or an instance of RDDL.
        name: The name of the problem, as questions have it; by default that of its file.
        split: `train` or `test`: where all questions about it belong.
        templates: The words for its domain; `None` for default words.
        about: A sentence about the domain, where the templates have none.
    """

    task: Task | Instance
    name: str = ""
    split: Split = "train"
    templates: Templates | None = None
    about: str = ""

    @property
    def label(self) -> str:
        """The name by which questions and seeds know it."""
        return self.name or (self.task.problem.name if isinstance(self.task, Task) else self.task.name)


def problems_of(domain: str | EnvSpec, split: Split | None = None) -> list[QuestionProblem]:
    """Return the problems of a domain of the catalogue, or of a folder like those.

    Args:
        domain: The name of the domain, the path of its folder, or its `EnvSpec`.
        split: `train` or `test`; by default both.

    Returns:
        The problems, those for training first.

    Raises:
        RelgymError: There is no such domain, or a file is wrong.
    """
    chosen = spec(domain) if isinstance(domain, str) else domain
    axioms, templates = chosen.axiom_files(), chosen.templates()
    return [
        QuestionProblem(load(chosen.domain, path, axioms), path.stem, each, templates, chosen.description)
        for each in (SPLITS if split is None else (split,))
        for path in chosen.problems(each)
    ]


def problem_of_files(
    domain: Path, problem: Path, axioms: Sequence[PathOrText] = (), split: Split = "train"
) -> QuestionProblem:
    """Return the problem of two files, with the words of a `text.toml` beside the domain.

    Args:
        domain: The path of the domain.
        problem: The path of the problem.
        axioms: Further derived predicates, as `relgym.load` takes them.
        split: Where the questions about it belong.

    Raises:
        RelgymError: A file is wrong.
    """
    return QuestionProblem(load(domain, problem, axioms), problem.stem, split, templates_beside(domain))


def problems_from(models: object) -> list[QuestionProblem]:
    """Return the problems that somebody has given in one form or another."""
    match models:
        case QuestionProblem():
            return [models]
        case Task() | Instance():
            return [QuestionProblem(models)]
        case Reasoner():
            return [QuestionProblem(models.model)]
        case str() | EnvSpec():
            return problems_of(models)
        case Iterable():
            return _told_apart([problem for model in models for problem in problems_from(model)])
        case _:
            expected = "a task, an instance, a QuestionProblem, the name of a domain, or several of these"
            raise wrong("the problems", models, expected)


def _told_apart(problems: list[QuestionProblem]) -> list[QuestionProblem]:
    """Number the problems of one name and split: each needs a seed of its own."""
    seen: dict[tuple[str, str], int] = {}
    named = []
    for problem in problems:
        key = problem.split, problem.label
        number = seen[key] = seen.get(key, 0) + 1
        named.append(problem if number == 1 else replace(problem, name=f"{problem.label}-{number}"))
    return named
