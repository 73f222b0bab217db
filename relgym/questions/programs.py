"""The languages in which the programs of engines are written."""

from __future__ import annotations

from relgym.errors import RelgymError, WrongForm

_LANGUAGES = {"builtin": "python", "sld": "prolog", "swipl": "prolog", "clingo": "asp"}
"""The language in which the program of an engine is written; `sld` resolves clauses, as Prolog does."""


def language_of(engine: str) -> str:
    """Return the language of the programs of an engine; raises `RelgymError` if they cannot be printed."""
    if engine not in _LANGUAGES:
        known = ", ".join(_LANGUAGES)
        raise RelgymError(f"the program of the engine '{engine}' cannot be printed", expected=f"one of {known}")
    return _LANGUAGES[engine]


def refuse_numbers(names: bool) -> None:
    """Raise `WrongForm` unless a program in Python is to have names."""
    if not names:
        raise WrongForm("a program in Python has one spelling", hint="leave the option 'names' out")
