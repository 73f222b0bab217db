"""The reader of choices: a label, or the text of a choice.

>>> read = choice_reader(("block a is clear", "block b is clear"))
>>> read("A block can be moved, so the answer is B", False), read("Block B is clear.", False), read("(a)", False)
('B', 'B', 'A')
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from relgym.data.question_sets.answers.passages import LOOK_BEHIND, Reader, Unclear, sentences
from relgym.data.question_sets.question import LABELS

_WORTH = r"(?:the\s+)?(?:right|correct|true|best|answer)\b"
_WRONG = re.compile(
    r"[\"')*]*(?:\s*(?:,|and|or)\s*\(?[A-D]\b\)?)*\s+(?:is|are|was|cannot|can't|isn't|aren't|fails?)\b"
    r"(?:\s+be)?\s*(?:also\s+)?(?:not|wrong|false|incorrect|out|excluded|impossible|right|correct|true)?",
    re.I,
)
_NEGATION = re.compile(
    r"(?:\bnot|n't|\bneither|\bnor|\bexcept|\bthan|\binstead of)\s+(?:option|choice|answer)?\s*[\"'(*]*$", re.I
)
_WORDS = re.compile(r"[^\w]+")


def choice_reader(choices: Sequence[str]) -> Reader[str]:
    """Return the reader of the label that is meant.

    A letter counts where it stands as a label: alone, in brackets, before a stop, or after "option" and the like. An
    "A" before a word is an article.
    """
    known = LABELS[: len(choices)]
    low = known + known.lower()
    label = re.compile(
        rf"^\W*(?P<alone>[{low}])\W*$"
        rf"|\(\s*(?P<bracket>[{low}])\s*\)"
        rf"|\b(?:option|choice|answer|letter|label)s?\s+[\"'(*]*(?P<named>[{low}])(?![\w'])"
        rf"|^\W*(?P<first>[{low}])[).:](?=\s|$)"
        rf"|(?<![\w'-])(?P<letter>[{known}])(?=\W*$|\s*[).,:;!?\"'=\]*]|\s+(?:is|was)\s+{_WORTH}|\s+(?:and|or|but|because|since|as)\b)"
        + (rf"|(?<![\w'-])(?P<other>[{known[1:]}])(?![\w'-])" if known[1:] else ""),
        re.M,
    )
    texts = [" " + " ".join(_WORDS.sub(" ", choice.lower()).split()) + " " for choice in choices]

    def read(text: str, explicit: bool) -> str | None:
        if explicit:
            for sentence in sentences(text):
                named = read(sentence, False)
                if named is not None:
                    return named
            return None
        by_letter = _letters(label, text)
        spoken = " " + " ".join(_WORDS.sub(" ", text.lower()).split()) + " "
        by_text = {
            each for each, words in zip(known, texts, strict=True) if words in spoken and not _denied(spoken, words)
        }
        # The text of one choice may be part of the text of another one.
        by_text = {
            each
            for each in by_text
            if not any(texts[known.index(each)] in texts[known.index(other)] for other in by_text - {each})
        }
        given = by_letter & by_text if by_letter and by_text else by_letter or by_text
        if len(given) > 1 or (by_letter and by_text and not given):
            raise Unclear
        return next(iter(given), None)

    return read


def _letters(label: re.Pattern[str], text: str) -> set[str]:
    letters = set()
    for match in label.finditer(text):
        letter = next(group for group in match.groups() if group)
        end = match.end(match.lastgroup or 0)
        said = _WRONG.match(text, end)
        wrong = said is not None and re.search(
            r"not|n't|cannot|wrong|false|incorrect|out|excluded|impossible|fail", said[0]
        )
        start = match.start(match.lastgroup or 0)
        if not wrong and not _NEGATION.search(text[max(0, start - LOOK_BEHIND) : start]):
            letters.add(letter.upper())
    return letters


def _denied(spoken: str, words: str) -> bool:
    """Return True if all places of a text are behind "not" or before "is wrong"."""
    before, _, after = spoken.partition(words)
    return bool(re.search(r"\b(?:not|no|never|cannot)( true| the case)?( that)?$", before.strip())) or bool(
        re.match(r"(?:is|are) (?:not|wrong|false|incorrect)\b", after)
    )
