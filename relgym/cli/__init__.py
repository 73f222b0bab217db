"""The command line, `relgym`: the same questions that `relgym.Reasoner` answers, for shells and scripts."""

from relgym.cli.app import main

__all__ = ["main"]
