"""The reader of actions and facts in PDDL: in brackets, as calls, or as a list without brackets.

>>> forms = ItemForms.of(("(stack ?x ?y)", "(pick-up ?x)"))
>>> expressions("You can (Pick-Up b1) and stack(b1, b2).", forms)
('(pick-up b1)', '(stack b1 b2)')
>>> expressions("- pick-up b1, stack b1 b2", forms), expressions("you could do it", forms)
(('(pick-up b1)', '(stack b1 b2)'), None)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from relgym.data.question_sets.answers.passages import LOOK_BEHIND, Unclear

_PROSE = frozenset(
    ["because", "since", "the", "is", "are", "which", "as", "e.g.", "i.e.", "for", "has", "have", "with", "from", "by"]
)
DENIAL = re.compile(
    r"[\s,]*(?:is|are|can|could|would|will)\s*(?:not|n't)\b|[\s,]*(?:cannot|isn't|aren't|can't|won't)\b", re.I
)
_NOT = re.compile(r"(?:\bnot|¬|~)\s*$", re.I)
_PIECES = re.compile(r"[,;\n•]+|\s+and\s+|(?<=\.)\s+")
_BULLET = re.compile(r"^[\s\"']*(?:(?:[-*+•]|\(?\d+[.):]|step \d+[.:]?)\s+)?(?:and\s+|then\s+)?", re.I)
_LEAD = re.compile(r"^(?:(?:you|we|i|they|one) )?(?:can|could)(?: take| do)?\s+", re.I)


@dataclass(frozen=True, slots=True)
class ItemForms:
    """The forms of the items of an answer.

    Attributes:
        arities: The numbers of arguments of each name; empty if the forms are unknown.
        negative: True if facts that become false are asked for, too, as `(not FACT)`.
    """

    arities: Mapping[str, frozenset[int]]
    negative: bool

    @staticmethod
    def of(items: Iterable[str]) -> ItemForms:
        """Return the forms of some items, such as `(stack ?x ?y)` or `(stack b1 b2)`."""
        sizes_of: dict[str, set[int]] = {}
        negative = False
        for item in items:
            words = item.replace("(", " ").replace(")", " ").lower().split()
            if words[:1] == ["not"]:
                negative = True
                words = words[1:]
            if words:
                sizes_of.setdefault(words[0], set()).add(len(words) - 1)
        return ItemForms({name: frozenset(sizes) for name, sizes in sizes_of.items()}, negative)


def expressions(text: str, forms: ItemForms) -> tuple[str, ...] | None:
    """Read the items of a text.

    Returns:
        The items in lower case with single spaces, each once, in their order; `None` if there are none.

    Raises:
        Unclear: An item is denied, as in "(go a b) is not possible".
    """
    text = text.lower()
    for name in sorted(forms.arities, key=len, reverse=True):
        text = re.sub(rf"(?<![\w(-]){re.escape(name)}\((?=[^()]*\))", f"({name} ", text)
    texts = dict.fromkeys(_bracketed(text, forms))
    if texts:
        return tuple(texts)
    return _listed(text, forms)


def _bracketed(text: str, forms: ItemForms) -> Iterator[str]:
    for start, end in _outermost(text):
        inner = text[start + 1 : end - 1]
        words = re.sub(r"[,;\"'`]", " ", inner).replace("(", " ( ").replace(")", " ) ").split()
        if words[:1] in (["and"], ["("]) and "(" in words:
            yield from _bracketed(inner, forms)
            continue
        if not words or (
            len(words) == 1 and words[0] not in forms.arities and (words[0].isdigit() or len(words[0]) == 1)
        ):
            continue  # the number of an item
        if words[0] not in forms.arities and words[0] != "not" and _PROSE.intersection(words):
            continue  # a remark
        item = f"({' '.join(words)})".replace("( ", "(").replace(" )", ")")
        if _NOT.search(text[max(0, start - LOOK_BEHIND) : start]):
            if not forms.negative:
                raise Unclear
            item = f"(not {item})"
        elif words[0] == "not" and "(" not in words:
            item = f"(not ({' '.join(words[1:])}))"
        if DENIAL.match(text, end):
            raise Unclear
        yield item


def _outermost(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of the outermost brackets."""
    depth, start = 0, 0
    for place, character in enumerate(text):
        if character == "(":
            if not depth:
                start = place
            depth += 1
        elif character == ")" and depth:
            depth -= 1
            if not depth:
                yield start, place + 1


def _listed(text: str, forms: ItemForms) -> tuple[str, ...] | None:
    """Read a list without brackets; each piece is the name and the arguments of an item, and nothing else."""
    for part in (text, text.rpartition(":")[2]):
        texts: dict[str, None] = {}
        for piece in _PIECES.split(part.strip(" []{}\n")):
            words = _LEAD.sub("", _BULLET.sub("", piece)).strip(" .!?\"'[]{}").split()
            if not words:
                continue
            denied = words[0] == "not" and forms.negative
            name, *arguments = words[1:] if denied else words
            if len(arguments) not in forms.arities.get(name, ()):
                break
            item = f"({' '.join([name, *arguments])})"
            texts[f"(not {item})" if denied else item] = None
        else:
            if texts:
                return tuple(texts)
    return None
