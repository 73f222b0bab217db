r"""The passages of a text in which its answer is looked for, the most explicit one first.

The order is: what follows the last explicit marker (`Answer:`, `The answer is`, `<answer>`, `####`), the last
`\boxed{}`, the last JSON with an answer, the last sentence (what follows its last "so" or "therefore" before all of
it), the whole text. The first passage in which a reader finds something decides. Thoughts before the answer
(`<think>`) are left out.

>>> [passage.text for passage in passages("There is no reason against it, so yes.")]
['yes.', 'There is no reason against it, so yes.', 'There is no reason against it, so yes.']
>>> next(passages("<think>No, it is not.</think> Answer: **Yes**.")).text
'Yes.'
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, Literal, NamedTuple, TypeVar

Rank = Literal["explicit", "conclusion", "sentence", "whole"]

Found = TypeVar("Found")

Reader = Callable[[str, bool], Found | None]
"""Reads a text, which may be one that an explicit marker announces; `None` if there is no answer in it."""


class Unclear(Exception):
    """A passage with answers that contradict each other, or one that is taken back."""


class Passage(NamedTuple):
    """A part of a text.

    Attributes:
        text: The part, without marks of Markdown and LaTeX.
        rank: How explicit it is.
    """

    text: str
    rank: Rank


_PLAIN = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "\u00a0": " ", "\u2212": "-", "：": ":", "\r": "\n"})  # noqa: RUF001
_THOUGHT = re.compile(r"<(think|thinking|reasoning|scratchpad)>", re.I)
_THOUGHT_END = re.compile(r"</(?:think|thinking|reasoning|scratchpad)>", re.I)
_MARKER = re.compile(
    r"<answer>|^[ \t]*####"
    r"|(?<![\w\"'-])(?:final |correct |right )?answers?[*_\s]*(?:is|are|would be|must be|should be)\b[*_\s]*:?"
    r"|(?<![\w\"'-])(?:final )?answers?[ *_]*[:=]",
    re.I | re.M,
)
_CLOSED = re.compile(r"</answer>", re.I)
_CONCLUSION = re.compile(r"\b(?:so|therefore|hence|thus|consequently|in conclusion)\b[\s,:]*", re.I)
_CORRECTION = re.compile(
    r"(?<![\w(-])(?:no,? )?(?:wait(?=\s*(?:[,:.;!…—\u2013-]|no\b|that\b|actually\b|let\b|i\b))"
    r"|actually\b|correction\b|scratch that\b|on second thoughts?\b|hmm+\b|sorry\b|or rather\b"
    r"|i mean\b|i was wrong\b|let me correct\b)",
    re.I,
)
_ADDITION = re.compile(r"[\s,.:;!]*(?:also|and|plus|add|i (?:forgot|missed)|there (?:is|are) also)\b", re.I)
_RETRACTION = re.compile(r"\b(?:wrong|mistaken?|incorrect|not (?:right|correct|true))\b", re.I)
_SENTENCE = re.compile(r"(?<=[.!?…])(?<!\b[A-Z]\.)(?<!\b\d\.)\s+|\n+")
_KEYS = ("answer", "final_answer", "final", "result", "choice", "label", "actions", "facts", "steps", "items", "value")
_JSON_STARTS = 20
"""The number of brackets, from the end of a text, at which JSON is looked for."""

LOOK_BEHIND = 40
"""The number of characters before an answer in which a word such as "not" is looked for."""


def passages(answer: str) -> Iterator[Passage]:
    """Yield the passages of an answer in which it is looked for, the most explicit one first."""
    text = _without_thoughts(answer.translate(_PLAIN))
    markers = [*_MARKER.finditer(text)]
    if markers:
        rest = _CLOSED.split(text[markers[-1].end() :])[0]
        yield from (Passage(part, "explicit") for part in (*_boxed(rest), *_from_json(rest)))
        yield Passage(plain(rest), "explicit")
    yield from (Passage(part, "explicit") for part in (*_boxed(text), *_from_json(text)))
    whole = plain(text)
    if parts := sentences(whole):
        conclusions = [*_CONCLUSION.finditer(parts[-1])]
        if conclusions:
            yield Passage(parts[-1][conclusions[-1].end() :], "conclusion")
        yield Passage(parts[-1], "sentence")
    yield Passage(whole, "whole")


def found_in(answer: str, read: Reader[Found], whole_only: bool = False) -> Found | None:
    """Return what a reader finds in the first passage with an answer.

    Args:
        answer: The text.
        read: The reader.
        whole_only: True if the answer may be spread over several sentences, as a list is.

    Returns:
        The answer; `None` if there is none.

    Raises:
        Unclear: The passage contradicts itself, or the text begins with another answer than it ends with.
    """
    for passage in passages(answer):
        if whole_only and passage.rank in ("sentence", "conclusion"):
            continue
        answered = _corrected(passage, read)
        if answered is None:
            continue
        if passage.rank == "sentence":
            parts = sentences([*passages(answer)][-1].text)
            first = read(parts[0], False) if len(parts) > 1 and not _CORRECTION.search(" ".join(parts[1:])) else None
            if first is not None and first != answered:
                raise Unclear
        return answered
    return None


def _corrected(passage: Passage, read: Reader[Found]) -> Found | None:
    """Read what stands after the last correction, such as "no, wait", that has an answer."""
    parts = _CORRECTION.split(passage.text)
    while parts:
        part = parts.pop()
        if parts and _ADDITION.match(part):
            parts[-1] += part
            continue
        answered = read(part, passage.rank == "explicit")
        if answered is not None:
            return answered
        if parts and _RETRACTION.search(part):
            raise Unclear
    return None


def sentences(text: str) -> list[str]:
    """Return the sentences of a text; a line ends one, too."""
    return [found for part in _SENTENCE.split(text) if re.search(r"\w", found := part.strip())]


def plain(text: str) -> str:
    """Return a text without marks of Markdown and LaTeX."""
    text = re.sub(r"\\[dt]?frac\{([^{}]*)\}\{([^{}]*)\}", r"\1/\2", text)
    text = re.sub(r"\\(?:text|textbf|mathrm|mathbf|boxed)\{([^{}]*)\}", r"\1", text)
    text = re.sub(r"```\w*", "\n", text)
    text = re.sub(r"\*\*|__|`|\$|\\[()\[\]]", "", text)
    return text.replace("\\%", "%").strip()


def _without_thoughts(text: str) -> str:
    """Return what stands after the thoughts; nothing if they do not end."""
    ends = [*_THOUGHT_END.finditer(text)]
    if ends:
        text = text[ends[-1].end() :]
    open_thought = _THOUGHT.search(text)
    return text[: open_thought.start()] if open_thought else text


def _boxed(text: str) -> Iterator[str]:
    r"""Yield the content of the last `\boxed{}`."""
    start = text.rfind("\\boxed{")
    if start < 0:
        return
    depth, begin = 1, start + len("\\boxed{")
    for place in range(begin, len(text)):
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        if not depth:
            yield plain(text[begin:place])
            return


def _from_json(text: str) -> Iterator[str]:
    """Yield the answer in the last JSON that has one, as a text."""
    decoder = json.JSONDecoder()
    starts = [place.start() for place in re.finditer(r"[{\[]", text)]
    ends: list[tuple[int, str]] = []
    for start in starts if len(starts) <= _JSON_STARTS else [*starts[:1], *starts[-_JSON_STARTS:]]:
        if ends and start < ends[-1][0]:
            continue
        try:
            value, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            continue
        words = _told(value)
        if words is not None:
            ends.append((end, words))
    if ends:
        yield ends[-1][1]


def _told(value: Any) -> str | None:
    """Return an answer in JSON as a text; `None` if it is none."""
    match value:
        case bool():
            return "yes" if value else "no"
        case str():
            return value
        case int() | float():
            return str(value)
        case []:
            return "none"
        case list():
            parts = [_told(item) for item in value]
            return None if None in parts else "\n".join(item for item in parts if item is not None)
        case {"pos": list() as true, "neg": list() as false}:
            return "\n".join([*map(str, true), *(f"(not {item})" for item in false)]) or "none"
        case dict():
            lower = {str(key).lower().replace(" ", "_"): item for key, item in value.items()}
            keys = [key for key in _KEYS if key in lower] or ([*lower] if len(lower) == 1 else [])
            return _told(lower[keys[0]]) if keys else None
        case _:
            return None
