"""The reader of yes and no.

>>> truth("There is no reason against it, so yes.", False), truth("No block is clear.", False)
('yes', None)
"""

from __future__ import annotations

import re

from relgym.data.question_sets.answers.passages import Unclear, sentences

_ECHO = re.compile(r"\b(?:yes|true)\s*(?:or|/)\s*(?:no|false)\b", re.I)
_YES = r"(?:yes|yep|yeah)\b"
# "No" is an answer before a stop, and before a word that begins a clause; "no block" and "no longer" are none.
_CLAUSE = r"it|you|we|they|this|that|these|there|the|i|because|since|as|wait|not|and|or|but|so"
_NO = rf"(?:nope\b|no\b(?=\W*$|\s*[^\w\s]|\s+(?:{_CLAUSE})\b))"
_SAID = r"(?:it|this|that|statement|claim)(?:'s| is)"
_TRUTH = re.compile(
    rf"(?P<negated>\b(?:not|isn't|never|neither)\s+(?:simply |just )?)?[\"']?\b(?:(?P<yes>{_YES})|(?P<no>{_NO}))"
    rf"|(?:^\W*|\b{_SAID}\s+)(?P<not>not\s+)?(?P<value>true|false)\b(?=\W*$|\s*[.,;:!]|\s+(?:because|since|as)\b)",
    re.I,
)
_CONDITION = re.compile(r"[\"']?,?\s*(?:but|if|only|unless|provided|when|assuming)\b", re.I)


def truth(text: str, explicit: bool) -> str | None:
    """Read yes or no.

    Args:
        text: A passage.
        explicit: True if the passage is announced as the answer; then its first sentence with an answer decides.

    Returns:
        `yes` or `no`; `None` if there is neither.

    Raises:
        Unclear: There are both, or one under a condition.
    """
    if explicit:
        for sentence in sentences(text):
            answered = truth(sentence, False)
            if answered is not None:
                return answered
        return None
    rest = _ECHO.sub(" ", text)
    given: set[str] = set()
    for match in _TRUTH.finditer(rest):
        if match["value"]:
            if match["not"] and match["value"].lower() == "false":
                raise Unclear
            given.add("yes" if match["value"].lower() == "true" and not match["not"] else "no")
            continue
        if match["negated"]:
            raise Unclear
        condition = _CONDITION.match(rest, match.end())
        if condition and (match["yes"] or "but" not in condition[0].lower()):
            raise Unclear
        given.add("yes" if match["yes"] else "no")
    if len(given) > 1 or (not given and rest != text):
        raise Unclear
    return next(iter(given), None)
