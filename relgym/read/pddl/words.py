"""Words that stand where a predicate should, by what they are: parts of effects, of PDDL 3, or of other languages."""

from __future__ import annotations

EFFECT_WORDS = frozenset(["when", "assign", "increase", "decrease", "scale-up", "scale-down", "probabilistic", "oneof"])
"""Words that begin an effect, which stand in the place of a condition by mistake."""

TRAJECTORY_WORDS = {
    "preference": "preferences",
    "always": "trajectory constraints",
    "sometime": "trajectory constraints",
    "within": "trajectory constraints",
    "at-most-once": "trajectory constraints",
    "sometime-after": "trajectory constraints",
    "sometime-before": "trajectory constraints",
    "always-within": "trajectory constraints",
    "hold-during": "trajectory constraints",
    "hold-after": "trajectory constraints",
    "is-violated": "preferences",
}
"""Words of PDDL 3 that relgym does not support, and the names of their features."""

OTHER_WORDS = {
    "implies": "'imply'",
    "if": "'imply', or 'when' in an effect",
    "->": "'imply'",
    "=>": "'imply'",
    "iff": "two of 'imply'",
    "<->": "two of 'imply'",
    "==": "'='",
    "!=": "(not (= ...))",
    "/=": "(not (= ...))",
    "<>": "(not (= ...))",
    "!": "'not'",
    "&": "'and'",
    "&&": "'and'",
    "|": "'or'",
    "||": "'or'",
    "for-all": "'forall'",
    "all": "'forall'",
    "some": "'exists'",
    "exist": "'exists'",
}
"""Words of other languages, where no predicate has their name, and what PDDL has."""
