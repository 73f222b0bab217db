"""Numbers, exactly as the decimal text says.

>>> number("0.1"), number("1/3"), number("4.0"), number("1e3"), number("a")
(Fraction(1, 10), Fraction(1, 3), 4, 1000, None)
>>> rounded(Fraction(11, 10)), rounded(Fraction(10**400))
('1.1', '1e+400')
"""

from __future__ import annotations

import re
from decimal import Context
from fractions import Fraction

from relgym.model.numeric import Value, exact

_NUMBER = re.compile(r"[+-]?(\d+(/\d+|\.\d*)?|\.\d+)(e[+-]?\d{1,3})?", re.ASCII)


def number(word: str) -> Value | None:
    """The exact value of a word: whole number, decimal, with exponent, or `p/q`; None if it is none of them."""
    if not _NUMBER.fullmatch(word) or ("/" in word and "e" in word):
        return None
    try:
        return exact(Fraction(word))
    except (ZeroDivisionError, ValueError):  # `1/0`, or more digits than Python converts
        return None


def rounded(value: Fraction) -> str:
    """A number to seven digits, for messages; it may be too large for a float."""
    return f"{Context(prec=7).divide(value.numerator, value.denominator).normalize():g}"
