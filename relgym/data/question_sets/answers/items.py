"""The readers of sets, and of one of several items: expressions, numbers, or words.

>>> read_set = set_reader(("1", "3"), ())
>>> read_set("Steps 1 and 3.", True), read_set("None of them.", True), read_set("perhaps", True)
(('1', '3'), (), None)
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from relgym.data.question_sets.answers.expressions import DENIAL, ItemForms, expressions
from relgym.data.question_sets.answers.numbers import NUMERAL, SPELLED, spelled_text
from relgym.data.question_sets.answers.passages import LOOK_BEHIND, Reader, Unclear, sentences
from relgym.data.question_sets.question import ANY_NUMBER

Items = tuple[str, ...]

_REST = (
    "can|could|is|are|be|will|would|may|does|do|has|have|holds?|fails?|changes?|becomes?|true|false|now|at|all|left|out|taken|removed|"
    "possible|of|them|these|those|the|applies|applicable|actions?|facts?|steps?|statements?|conditions?|here|afterwards|listed|from|this|state|in"
)
_NONE = re.compile(
    r"\W*(?:no, )?(?:there (?:is|are) |it is |i think )?"
    r"(?:(?:none|nothing|no one)\b|no(?: such| other)? (?:\w+)\b|(?:an? |the )?empty(?: set| list)?)"
    rf"(?:\W+(?:{_REST}))*\W*|\s*(?:\[\s*\]|\{{\s*\}}|\(\s*\)|∅)\W*",
    re.I,
)
_EXCEPTION = re.compile(r"\b(?:all|none|everything|every \w+|any)\b.{0,20}\b(?:but|except|besides|apart)\b", re.I)
_RANGE = re.compile(r"\d[ \t]*[-\u2013][ \t]*\d|\d\s+(?:to|through)\s+\d", re.I)
_NUMBERED = re.compile(r"^\s*(\d+)[.)]\s+(?=.*\S)", re.M)
_COUNTED = re.compile(r"\s+(?:of\b|steps?:|statements?:|conditions?:|items?:)", re.I)
_DENIED = re.compile(r"\b(?:not|except|without|nor|neither)\s+(?:step|statement|condition|number|no\.?|#)?\s*$", re.I)


def set_reader(accepted: Items, forms: Items) -> Reader[Items]:
    """Return the reader of a set of items; `forms` has their forms, if these are known."""
    known = forms or accepted
    pddl = ItemForms.of(known) if any(form.startswith("(") for form in known) else None

    def read(text: str, explicit: bool) -> Items | None:
        if explicit:
            first = sentences(text)
            if _NONE.fullmatch(first[0] if first else text):
                return ()
        if _NONE.fullmatch(text):
            return ()
        if pddl is not None or not known:
            listed = expressions(text, pddl or ItemForms.of(()))
            if listed is not None or known:
                return _not_excepted(text, listed) or _ends_with_none(text)
        return _not_excepted(text, tuple(_numbers(text)) or None) or _ends_with_none(text)

    return read


def _not_excepted(text: str, items: Items | None) -> Items | None:
    if items is not None and _EXCEPTION.search(text):
        raise Unclear
    return items


def _ends_with_none(text: str) -> Items | None:
    """Read an empty set in the last sentence, or in the first one."""
    parts = sentences(text)
    return () if parts and (_NONE.fullmatch(parts[-1]) or _NONE.fullmatch(parts[0])) else None


def _numbers(text: str) -> Iterator[str]:
    """Yield the numbers of a list, each once."""
    if _RANGE.search(text):
        raise Unclear
    # Lines may be numbered; then the numbers of the items stand in the lines.
    lines = [*_NUMBERED.finditer(text)]
    if len(lines) > 1 and [line[1] for line in lines] == [str(n) for n in range(1, len(lines) + 1)]:
        rests = [text[line.end() :].split("\n", 1)[0] for line in lines]
        if all(NUMERAL.search(rest) for rest in rests):
            text = "\n".join(rests)
    text = re.sub(r"(?<=\d),(?=\d)", ", ", text)
    numbers = [
        match[0]
        for match in NUMERAL.finditer(text)
        if not _COUNTED.match(text, match.end())
        and not DENIAL.match(text, match.end())
        and not _DENIED.search(text[max(0, match.start() - LOOK_BEHIND) : match.start()])
    ]
    if not numbers:
        rest = re.sub(
            r"\b(?:steps?|numbers?|statements?|conditions?|and|are|is)\b", " ", SPELLED.sub(" ", text), flags=re.I
        )
        numbers = [] if re.search(r"\w", rest) else [spelled_text(match) for match in SPELLED.finditer(text)]
    yield from dict.fromkeys(numbers)


def one_reader(accepted: Items, forms: Items) -> Reader[Items]:
    """Return the reader of one item of several; it gives all that an answer names."""
    known = forms or accepted
    if any(form.startswith("(") for form in known):
        pddl = ItemForms.of(known)
        return lambda text, explicit: _named(text, explicit, pddl)
    words = {form.lower() for form in known if not NUMERAL.fullmatch(form) and form != ANY_NUMBER}
    return lambda text, explicit: _single(text, explicit, words)


def _named(text: str, explicit: bool, forms: ItemForms) -> Items | None:
    """Read expressions; an announced one at the beginning of its line is the answer."""
    lines = sentences(text) if explicit else []
    if lines:
        listed = expressions(lines[0], forms)
        if listed is not None and not re.match(r"\W*(?:or|and)\b", " ".join(lines[1:]), re.I):
            return listed
    return expressions(text, forms)


def _single(text: str, explicit: bool, words: Collection[str]) -> Items | None:
    """Read a number or one of some words, which count only as the answer: at the end of a sentence, or quoted."""
    if explicit:
        for sentence in sentences(text):
            items = _single(sentence, False, words)
            if items is not None:
                return items
        return None
    if _RANGE.search(text):
        raise Unclear
    given = {
        match[0]
        for match in NUMERAL.finditer(text)
        if not _DENIED.search(text[max(0, match.start() - LOOK_BEHIND) : match.start()])
    }
    if not given:
        given = {
            spelled_text(match)
            for match in SPELLED.finditer(text)
            if match["single"] != "one" or match.end() == len(text)
        }
    said = r"(?:^|[:—\u2013]|\b(?:so|is|word|answer|therefore|hence|thus)\b)\W*"
    for word in words:
        alone = rf"{said}{re.escape(word)}\W*$|[\"'(]{re.escape(word)}[\"')]|{said}{re.escape(word)}\s*[.,;:(—\u2013-]"
        if any(re.search(alone, sentence, re.I) for sentence in sentences(text)):
            given.add(word)
    if len(given) > 1:
        raise Unclear
    return tuple(given) or None
