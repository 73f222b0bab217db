"""The domains that come with relgym, their generators, schedules and difficulty."""

from __future__ import annotations

from relgym.catalogue.domains import EnvSpec, catalogue, read_spec, spec

__all__ = ["EnvSpec", "catalogue", "read_spec", "spec"]
