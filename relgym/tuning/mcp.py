"""Thresholds of the tools for language models."""

LISTED_LINES_LIMIT = 40
"""Actions, atoms, answers or names that a tool lists; it says how many more there are. Judged: a model reads forty
lines well, and hundreds cost it more than they tell."""

LINE_CHARACTERS_LIMIT = 200
"""Characters of a line of an answer; longer ones are cut. Judged: an action or an atom has fewer than a hundred."""

ANSWER_CHARACTERS_LIMIT = 4000
"""Characters of an answer; the rest is left out, and the answer says so. Judged: about a thousand tokens."""

PLAN_STEPS_LIMIT = 500
"""Actions that one call carries out or checks. Judged: a plan that a model writes is much shorter."""
