"""The languages in which tasks and instances are written as programs."""

from __future__ import annotations

from relgym.errors import RelgymError, WrongForm
from relgym.questions.question import Asked

LANGUAGES = ("prolog", "asp", "python", "pddl", "rddl")
"""The languages of programs, and those of files."""

_OF_ENGINES = {"builtin": "python", "sld": "prolog", "swipl": "prolog", "clingo": "asp"}
"""The language in which the program of an engine is written; `sld` resolves clauses, as Prolog does."""


def language_of(asked: Asked, engine: str) -> str:
    """Return the language that is asked for, or that of an engine's programs.

    Args:
        asked: The question.
        engine: The name of the engine.

    Raises:
        WrongForm: There is no such language, or it has one spelling only, and numbers are asked for.
        RelgymError: The programs of the engine cannot be printed.
    """
    to = asked.options["to"]
    if to is None and engine not in _OF_ENGINES:
        known = ", ".join(_OF_ENGINES)
        raise RelgymError(f"the program of the engine '{engine}' cannot be printed", expected=f"one of {known}")
    language: str = _OF_ENGINES[engine] if to is None else to
    if language not in LANGUAGES:
        raise WrongForm(f"there is no language '{language}' of programs", expected=f"one of {', '.join(LANGUAGES)}")
    if not asked.options["names"] and language not in ("prolog", "asp"):
        raise WrongForm(f"a program in {language.title()} has one spelling", hint="leave the option 'names' out")
    return language
