"""The files of the package rddlrepository, where it is installed; it is not imported. Each domain is read once."""

from __future__ import annotations

import warnings
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

from relgym.errors import RelgymWarning
from relgym.model.rddl.domain import Instance, RDDLDomain
from relgym.read.rddl.loading import read_domain, read_instance

_FOUND = find_spec("rddlrepository")
ROOT = Path(_FOUND.origin or "").parent / "archive" if _FOUND else Path("nowhere")
DOMAINS = sorted(ROOT.rglob("domain.rddl"))

needs_repository = pytest.mark.skipif(
    not DOMAINS, reason="rddlrepository is not installed (pip install 'relgym[test]')"
)

WRONG = {"rddlsim/ComplexSysAdmin": "probabilities are at least 0, not -0.05"}
"""Problems that cannot be played through, and why: what their files say of some states is no distribution."""


def name_of(domain: Path) -> str:
    return str(domain.parent.relative_to(ROOT))


_SIZES = "competitions/IPPC2018/WildlifePreserve/p"
_PLAYED_SIZES = ("1", "5", "10", "20")

PLAYED = [
    domain
    for domain in DOMAINS
    if not name_of(domain).startswith(_SIZES) or name_of(domain).removeprefix(_SIZES) in _PLAYED_SIZES
]
"""The domains to be played; a generator has written one of them for twenty sizes, of which four are among these."""


def instances(domain: Path) -> list[Path]:
    return sorted(domain.parent.glob("instance*.rddl"))


@cache
def domain_in(domain: Path) -> RDDLDomain:
    """The model of a domain."""
    return read_domain(domain)


@cache
def instance_in(file: Path, domain: Path) -> Instance:
    """The model of an instance of a domain; two of them name another domain than their own."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RelgymWarning)
        return read_instance(file, domain_in(domain))
