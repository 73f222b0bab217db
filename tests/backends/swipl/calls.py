"""Calls of predicates of a module."""

from __future__ import annotations

from relgym.backends.swipl.module import Module


def call(module: Module, name: str, text: str = "", seconds: float = 10.0) -> str:
    with module.prolog.lock:
        return module.prolog.call(module.predicate(name), text.encode(), seconds)
