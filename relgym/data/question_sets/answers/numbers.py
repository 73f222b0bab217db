"""The reader of a number.

>>> [number(text, True) for text in ("0.5", "50 %", "1/2", "one half", "3 actions", "2 + 3 = 5", "4.")]
['0.5', '0.5', '1/2', '1/2', '3', '5', '4']
"""

from __future__ import annotations

import re
from fractions import Fraction

from relgym.data.question_sets.answers.passages import LOOK_BEHIND, Unclear, sentences

NUMERAL = re.compile(
    r"(?<![\w.^/])(?<![a-z]-)[-+]?(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d/])|\d+(?:\.\d+)?(?:/\d+)?|\.\d+)(?:e[-+]?\d+)?"
    r"(?=(?:st|nd|rd|th)?(?!\w|\.\d))(?P<percent>\s*(?:%|per ?cent\b))?",
    re.I,
)
"""A number in digits, with commas between thousands, as a fraction or in percent; no part of a name."""

_UNITS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_VALUES = {word: value for value, word in enumerate(_UNITS)} | {word: 10 * n for n, word in enumerate(_TENS, 2)}
SPELLED = re.compile(
    rf"(?<![\w-])(?:(?P<tens>{'|'.join(_TENS)})(?:[ -](?P<unit>{'|'.join(_UNITS[1:10])}))?"
    rf"|(?P<single>{'|'.join(_UNITS)}))"
    r"(?P<part> (?:half|halves|thirds?|quarters?|fourths?|fifths?|tenths?))?(?![\w-])"
    r"|(?<![\w-])(?:a )?(?P<own>half|third|quarter)(?![\w-])",
    re.I,
)
"""A number in words, up to ninety-nine, or a simple fraction."""

_PARTS = {"hal": 2, "thi": 3, "qua": 4, "fou": 4, "fif": 5, "ten": 10}
_BOUND = re.compile(
    r"\b(?:not|(?:more|less|fewer|greater) than|at least|at most|over|under|between|above|below)\s*$", re.I
)
_OTHERS = re.compile(r"\s*(?:or|to|and|-|\u2013|/)\s*[-+]?\d|\s+(?:out\s+)?of\s+(?:the\s+)?\d", re.I)
_CALCULATION = re.compile(r"\s*[-+*/\u00d7·÷^]\s*[(\d]")
_EQUALS = re.compile(r"[=≈]")


def number(text: str, explicit: bool) -> str | None:
    """Read a number.

    Args:
        text: A passage.
        explicit: True if the passage is announced as the answer; then a number at its beginning is the answer.

    Returns:
        A whole number, a decimal or a fraction; `None` if there is none.

    Raises:
        Unclear: There are several.
    """
    text = re.sub(r"(?<=\d) ?/ ?(?=\d)", "/", text)
    if explicit:
        for sentence in sentences(text):
            result = _leading(sentence) or number(sentence, False)
            if result is not None:
                return result
        return None
    calculated = [*_EQUALS.finditer(text)]
    if calculated and (result := number(text[calculated[-1].end() :], False)):
        return result
    given: dict[Fraction, str] = {}
    for match in NUMERAL.finditer(text):
        if _OTHERS.match(text, match.end()):
            raise Unclear
        if not _BOUND.search(text[max(0, match.start() - LOOK_BEHIND) : match.start()]):
            _add(given, value_text(match))
    if not given:
        for match in SPELLED.finditer(text):
            # "One" is often a pronoun.
            alone = match.end() - match.start() >= len(text.strip(" .!\"'"))
            unit = re.match(r"\s+(?:actions?|steps?|points?|units?)\b", text[match.end() :])
            if not _BOUND.search(text[max(0, match.start() - LOOK_BEHIND) : match.start()]) and (
                match["single"] != "one" or alone or unit or match["part"]
            ):
                _add(given, spelled_text(match))
    if len(given) > 1:
        raise Unclear
    return next(iter(given.values()), None)


def _add(given: dict[Fraction, str], text: str) -> None:
    try:
        given[Fraction(text)] = text
    except ZeroDivisionError:
        raise Unclear from None


def _leading(sentence: str) -> str | None:
    """Return the number with which a sentence begins, if no other one belongs to it."""
    start = len(sentence) - len(sentence.lstrip(" \"'(:~≈"))
    match = NUMERAL.match(sentence, start)
    if match is None or _CALCULATION.match(sentence, match.end()):
        return None
    if _OTHERS.match(sentence, match.end()):
        raise Unclear
    return value_text(match)


def value_text(match: re.Match[str]) -> str:
    """Return the text of a number in digits, without commas and percent."""
    text = match[0].replace(",", "")
    if match["percent"]:
        value = Fraction(text[: -len(match["percent"])]) / 100
        return str(float(value)) if value.denominator > 1 else str(value.numerator)
    return text


def spelled_text(match: re.Match[str]) -> str:
    """Return the number that words mean in digits."""
    if match["own"]:
        return f"1/{_PARTS[match['own'][:3].lower()]}"
    value = _VALUES[(match["tens"] or match["single"]).lower()]
    if match["unit"]:
        value += _VALUES[match["unit"].lower()]
    return f"{value}/{_PARTS[match['part'][1:4].lower()]}" if match["part"] else str(value)
