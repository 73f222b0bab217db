"""The languages that `relgym translate` writes, and their escapes for characters that an encoding lacks.

>>> print(ascii_program("p('größe').", Language.PROLOG))
p('gr\\xf6\\\\xdf\\e').
"""

from __future__ import annotations

from enum import Enum

from relgym.cli.encoding import printable


class Language(Enum):
    """The languages in which a model can be printed."""

    PROLOG = "prolog"
    ASP = "asp"
    PYTHON = "python"
    PDDL = "pddl"
    RDDL = "rddl"


_ESCAPES = {
    Language.PROLOG: lambda code: f"\\x{code:x}\\",
    # Strings of clingo have no escapes for characters. No name has a semicolon, so no two names become one.
    Language.ASP: lambda code: f"&#x{code:x};",
}
"""The spelling of a character in quotes, by its code."""

_NOTE = "% Names are spelled in ASCII, as in HTML: &#xe4; stands for the character U+00E4.\n"


def ascii_program(text: str, to: Language) -> str:
    """Return a program that means the same, with ASCII characters only.

    Engines read programs as UTF-8, so one that is not ASCII means another thing in any other encoding. Other characters
    occur in quotes and comments only. Texts in Python have none in quotes, and in PDDL and RDDL nothing is quoted:
    there they stay.

    Args:
        text: The program.
        to: Its language.
    """
    escape = _ESCAPES.get(to)
    if escape is None or text.isascii():
        return text
    lines = [
        printable(line, "ascii")
        if line.startswith("%")
        else "".join(c if c.isascii() else escape(ord(c)) for c in line)
        for line in text.split("\n")
    ]
    program = "\n".join(lines)
    return f"{_NOTE}{program}" if to is Language.ASP and "&#x" in program else program
