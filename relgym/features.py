"""What a model may need and an engine may have: the words in which refusals are written."""

from __future__ import annotations

from enum import Enum


class Feature(Enum):
    """A language feature, as an engine declares it and a refusal names it."""

    NEGATION = "negative preconditions"
    EQUALITY = "equality"
    DISJUNCTION = "disjunction and implication"
    QUANTIFIERS = "quantifiers"
    CONDITIONAL_EFFECTS = "conditional and universal effects"
    DERIVED = "derived predicates"
    RECURSION = "recursive derived predicates"
    PROBABILISTIC = "probabilistic effects"
    NUMERIC = "numeric fluents"
    NUMERIC_TESTS = "numeric comparisons"
    FRACTIONS = "numbers that are not integers"
