"""Environments whose steps are carried out by a service (`relgym serve`), over one socket."""

from relgym.remote.making import make, make_vec

__all__ = ["make", "make_vec"]
