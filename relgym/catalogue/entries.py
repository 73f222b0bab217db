"""Domains by name: what a user may write for a domain and its problem, in Python and on the command line.

A domain is named by its folder's name, its id or that of an environment, or the path of a folder with an `env.toml`.
After these come the names of other libraries: problems of rddlrepository, and ids of PDDLGym. An existing file, a path
and a text name no domain: their readers take them as they are.

>>> tests = entry("relgym/BlocksTest-v0")
>>> tests.spec.name, tests.split
('blocks', 'test')
>>> tests.problem(0).name, tests.problem("train/p02").parent.name
('p01.pddl', 'train')
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from relgym.errors import ModelError, RelgymError, did_you_mean
from relgym.limits import Limits
from relgym.model.pddl.problem import Task
from relgym.read.pddl.free import with_free
from relgym.read.pddl.loading import load_task
from relgym.read.source import PathOrText, is_text

if TYPE_CHECKING:
    from relgym.catalogue.domains import EnvSpec, Split

ProblemName = int | PathOrText
"""A problem of a domain by name: its number, its file's name, `test/` before it for a split; or a path or text."""

_ID = re.compile(r"relgym/[^/\\.]*")
"""An id of an environment, right or misspelt."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A domain, and the split whose problems are meant.

    Args:
        spec: The domain.
        split: `train` or `test`.
    """

    spec: EnvSpec
    split: Split

    def files(self) -> tuple[Path, ...]:
        """The domain and all problems of the split."""
        return self.spec.domain, *self.spec.problems(self.split)

    def problem(self, which: ProblemName | None = None) -> PathOrText:
        """Return the file of a problem.

        Args:
            which: The number of the problem, 0 for the first (also as a text), or the name of its file, `test/` or
                `train/` before it for a split; by default the first problem. A path or text that is no such name is
                returned as it is.

        Raises:
            RelgymError: There is no such problem; the message lists those that exist.
        """
        if isinstance(which, os.PathLike):
            return which
        if which is None:
            return self.spec.first_problem(self.split)
        try:
            return self.spec.problem(*self.named(which))
        except RelgymError:
            if isinstance(which, str) and (is_text(which) or os.path.isfile(which)):
                return which
            raise

    def named(self, which: int | str) -> tuple[Split, int | str]:
        """Return the split of a problem, and its number or name there.

        >>> entry("blocks").named("test/3")
        ('test', 3)
        """
        split = self.split
        if not isinstance(which, str):
            return split, which
        for other in self.spec.ids:
            if which.startswith(f"{other}/"):
                split, which = other, which.removeprefix(f"{other}/")
        return split, int(which) if which.isdecimal() else which

    def task(
        self,
        problem: ProblemName | None = None,
        axioms: Sequence[PathOrText] = (),
        limits: Limits | Mapping[str, float] | None = None,
    ) -> Task:
        """Return the task of a problem, with the axioms and free parameters of env.toml.

        Args:
            problem: As for `problem`.
            axioms: Further derived predicates.
            limits: The limits whose `memory` bounds the problem.

        Raises:
            RelgymError: There is no such problem, or a file is wrong.
        """
        path = self.problem(problem)
        try:
            task = load_task(self.spec.domain, path, [*self.spec.axiom_files(), *axioms], limits=limits)
            return replace(task, domain=with_free(task.domain, self.spec.free))
        except ModelError:
            # If env.toml is wrong, this reports it.
            self.spec.check()
            raise


def find(name: str) -> Entry | None:
    """Return the entry of a folder with an env.toml, of a domain's name or of an environment's id; `None` for others.

    Args:
        name: The folder, name or id, or a name of rddlrepository or PDDLGym.

    Raises:
        RelgymError: The env.toml of the folder is wrong, or a name of another library has nothing that it stands for.

    Warns:
        RelgymWarning: The name is one of PDDLGym.
    """
    # Imported late: a file needs no catalogue, and the scenes of domains take a while to import.
    from relgym.catalogue.domains import catalogue, read_spec
    from relgym.catalogue.pddlgym import equivalent
    from relgym.catalogue.repository import repository_spec

    if os.path.isfile(os.path.join(name, "env.toml")):
        return Entry(read_spec(name), "train")
    for spec in catalogue():
        if name in (spec.name, spec.id):
            return Entry(spec, "train")
        for split, identity in spec.ids.items():
            if name == identity:
                return Entry(spec, split)
    if (problem := repository_spec(name)) is not None:
        return Entry(problem, "train")
    return None if (same := equivalent(name)) is None else Entry(*same)


def entry(name: str) -> Entry:
    """Return the entry of a folder, name or id, where no file can stand.

    Args:
        name: The folder, name or id.

    Raises:
        RelgymError: There is none; the message says which one is spelt alike, what can be given, and lists all domains.
    """
    return _entry(name, "")


def meant(word: PathOrText, *, texts: bool = False) -> Entry | None:
    """Return the entry that a word stands for, where a file may stand as well; `None` for a file or text.

    A file that exists goes before a name of the catalogue, and a folder with an env.toml does so, too. Other words with
    a slash, a backslash or a dot are paths of files, whose reader reports that they are missing.

    Args:
        word: What a user gives for a domain.
        texts: If True, a text of a domain may stand here as well.

    Raises:
        RelgymError: The word is no path and no name, or a folder without an env.toml. The message says which name is
            spelt alike, what can be given, and lists all domains.
    """
    if isinstance(word, os.PathLike):
        path = os.fspath(word)
        return _entry(path, "") if isinstance(path, str) and os.path.isdir(path) else None
    if not isinstance(word, str) or (texts and is_text(word)) or os.path.isfile(word):
        return None
    if {"/", "\\", "."} & set(word) and not os.path.isdir(word) and not _ID.fullmatch(word):
        return find(word)
    return _entry(word, ", a file, or the text itself" if texts else ", or a file")


def _entry(name: str, others: str) -> Entry:
    from relgym.catalogue.domains import catalogue
    from relgym.catalogue.repository import folders, missing_package

    known_entry = find(name)
    if known_entry is not None:
        return known_entry
    if (error := missing_package(name)) is not None:
        raise error
    ends = "an environment's id, or a folder with an env.toml"
    if others:
        ends = f"an environment's id, a folder with an env.toml{others}"
    known = ", ".join(spec.name for spec in catalogue())
    if os.path.isdir(name):
        message = f"the folder '{name}' has no env.toml"
    else:
        names = [name for spec in catalogue() for name in (spec.name, spec.id, *spec.ids.values())]
        near = did_you_mean(name, [*names, *folders(), *(_files_here() if others else ())])
        message = f"there is no domain '{name}'" + (f"; {near}" if near else "")
    raise RelgymError(message, expected=f"a domain's name, {ends}", hint=f"the domains are {known}")


def _files_here() -> list[str]:
    """The files of models in the current folder."""
    return [file.name for file in sorted(Path().iterdir()) if file.suffix.lower() in (".pddl", ".rddl")]
