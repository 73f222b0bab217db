"""Files of either language, or domains and problems by their names, as a model.

>>> load("blocks", 0)
Task(blocks-3-1 of blocks)
>>> load("relgym/SysAdminTest-v0", "p02").domain.name
'sysadmin'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from relgym.catalogue.entries import ProblemName, meant
from relgym.limits import Limits
from relgym.read import loading
from relgym.read.pddl.axioms.ready_made import listed_axioms
from relgym.read.source import PathOrText


def load(
    domain: PathOrText,
    problem: ProblemName | Iterable[PathOrText] | None = None,
    axioms: PathOrText | Iterable[PathOrText] = (),
    *,
    limits: Limits | Mapping[str, float] | None = None,
) -> Any:
    """Read a domain with a PDDL problem or an RDDL instance.

    A `relgym.Text` is never taken for a path or a name; a plain `str` with a line break is a text. A file that exists
    goes before a domain of the same name.

    Args:
        domain: The domain, as a path or text; or a domain that comes with relgym, by its name (`blocks`) or the id of
            its environments (`relgym/BlocksTest-v0`), or the folder of a domain with an `env.toml`. A task then has the
            axioms and the free parameters of `env.toml`. Or a problem of the package rddlrepository, by its name there
            (`SysAdmin_MDP_ippc2011`), where that is installed; `rddlrepository/` may stand before it. Or an id of
            PDDLGym, for the domain of relgym with that subject.
        problem: The problem or instance, as a path or text; for RDDL also a list of it and of files with non-fluents.
            It may be left out where the domain's file or text holds the problem, too, or be given as the same file.
            For a domain by name also a number, 0 for the first, or the name of a file, such as `p03` or `test/p03`;
            by default the first problem. For rddlrepository the number of the instance there, such as `1`.
        axioms: PDDL only. Further derived predicates: paths, texts, or names of ready-made ones, such as `stacks` or
            `reachability:connected=road` (`relgym axioms` lists them). A name is never taken for a file.
        limits: PDDL only. The limits whose `memory` bounds the problem; by default `Limits()`. A problem that by an
            estimate would take more memory is refused before it is read.

    Returns:
        A `Task` for PDDL, an `Instance` for RDDL. Its static type is `Any`, since the files decide.

    Raises:
        ParseError: A file cannot be read, or is neither PDDL nor RDDL.
        ModelError: A file has no meaning, such as an atom of an unknown predicate.
        UnsupportedFeature: A file uses a part of its language that relgym does not support.
        RelgymError: There is no domain or problem of this name, or an argument is missing or belongs to the other
            language.

    Warns:
        RelgymWarning: A file is accepted, but looks wrong; or the name is one of PDDLGym, whose problems are others.
    """
    entry = meant(domain, texts=True)
    if entry is None:
        # What is no path and no text, such as a number, is refused there.
        return loading.load(domain, cast("PathOrText | None", problem), axioms, limits=limits)
    several = isinstance(problem, Iterable) and not isinstance(problem, str | bytes)
    which: list[Any] = [*cast("Iterable[PathOrText]", problem)] if several else [problem]
    if entry.spec.language == "pddl" and len(which) == 1:
        return entry.task(which[0], listed_axioms(axioms), limits)
    files = [*map(entry.problem, which[:1]), *which[1:]]
    return loading.load(entry.spec.domain, files, axioms, limits=limits)
