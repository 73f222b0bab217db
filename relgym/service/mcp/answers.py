"""Short answers for language models: lists and lines are cut, and say how much is left out.

>>> print(lines("Valid actions", ["(press)", "(smash)", "(wait)"], 2, "Use `contains`."))
Valid actions (3):
  (press)
  (smash)
  ... and 1 more. Use `contains`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from relgym.reasoning.rddl.texts import action_text, text

LISTED_LINES_LIMIT = 40
"""Actions, atoms, answers or names that a tool lists; it says how many more there are. Judged: a model reads forty
lines well, and hundreds cost it more than they tell."""

LINE_CHARACTERS_LIMIT = 200
"""Characters of a line of an answer; longer ones are cut. Judged: an action or an atom has fewer than a hundred."""

ANSWER_CHARACTERS_LIMIT = 4000
"""Characters of an answer; the rest is left out, and the answer says so. Judged: about a thousand tokens."""

Form = Mapping[str, Any]
"""JSON of the service."""


def lines(title: str, items: Sequence[str], limit: int = LISTED_LINES_LIMIT, more: str = "") -> str:
    """Return a list with its length.

    Args:
        title: What the items are.
        items: The items.
        limit: How many are listed.
        more: How to get at the others.
    """
    if not items:
        return f"{title}: none"
    shown = [f"  {cut(item)}" for item in items[:limit]]
    if len(items) > limit:
        shown.append(f"  ... and {len(items) - limit} more. {more}".rstrip())
    return "\n".join([f"{title} ({len(items)}):", *shown])


def cut(text: str, limit: int = LINE_CHARACTERS_LIMIT) -> str:
    """Return a text, cut where it is long."""
    return text if len(text) <= limit else f"{text[:limit]} ... ({len(text) - limit} characters left out)"


def answer(*parts: str) -> str:
    """Return the parts of an answer that are not empty, cut where they are long together."""
    text = "\n".join(part for part in parts if part)
    if len(text) <= ANSWER_CHARACTERS_LIMIT:
        return text
    return f"{text[:ANSWER_CHARACTERS_LIMIT]}\n... ({len(text) - ANSWER_CHARACTERS_LIMIT:,} characters left out)"


def problem(found: Form) -> str:
    """Return the problem details of a refusal as a text: what is wrong and where, what was expected, what to do."""
    place = f"{found['file'].strip('<>')}, line {found['line']}, column {found['column']}: " if "file" in found else ""
    shown = [cut(f"{place}{found['detail']}", 600)]
    shown += [cut(line) for line in found.get("excerpt", "").splitlines()[:6]]
    shown += [f"{name}: {cut(found[name])}" for name in ("expected", "hint") if found.get(name)]
    return "\n".join(shown)


def facts(state: Form) -> list[str]:
    """Return what is true in a state: atoms, and values but those that are false."""
    values = {name: value for name, value in state.get("fluents", {}).items() if value is not False}
    return [*state.get("atoms", ()), *(f"{name} = {text(value)}" for name, value in values.items())]


def changes(before: Form, after: Form) -> str:
    """Return what a step has changed."""
    old, new = facts(before), facts(after)
    known, now = set(old), set(new)
    gone = [fact for fact in old if fact not in now]
    come = [fact for fact in new if fact not in known]
    shown = [lines("Now true", come, 15) if come else "", lines("No longer true", gone, 15) if gone else ""]
    return "\n".join(part for part in shown if part) or "Nothing has changed."


def standing(node: Form) -> str:
    """Return in one line where a session stands."""
    end = "the goal holds" if node["goal"] else "the goal does not hold"
    if node["truncated"]:
        end += "; the episode is over"
    return f"After {node['steps']} steps: {end}."


def listed_actions(node: Form, contains: str = "", limit: int = LISTED_LINES_LIMIT) -> str:
    """Return the valid actions of a node."""
    if node["actions"] is None:
        return "Valid actions: too many combinations to list; `explain` tells whether one is valid, and why not."
    every = [action if isinstance(action, str) else action_text(action) for action in node["actions"]]
    found = [action for action in every if contains.lower() in action.lower()]
    title = f"Valid actions that contain {contains!r}" if contains else "Valid actions"
    more = "Narrow them down with `contains`." if not contains else "Use a longer `contains`."
    return lines(title, found, limit, more)


def query_answer(found: Form) -> str:
    """Return the answer to a query."""
    if found.get("variables"):
        return lines("Answers", found["lines"], more="Ask a narrower formula.")
    [line] = found["lines"]
    return cut(line, ANSWER_CHARACTERS_LIMIT)


def explanation(found: Form, limit: int = LISTED_LINES_LIMIT) -> str:
    """Return the tree of reasons that `explain` gives, cut where it is long."""
    told = [cut(line) for line in found["lines"][:limit]]
    if len(found["lines"]) > limit:
        told.append(f"... and {len(found['lines']) - limit} more lines. Explain one of the statements above alone.")
    return "\n".join(told)


def signature(named: Form, in_pddl: bool = True) -> str:
    """Return a predicate, function, action or object with its parameters and types, in the words of its language.

    >>> on = {"name": "on", "parameters": [{"name": "?x", "types": ["block"]}], "derived": True}
    >>> signature(on), signature(on, False)
    ('(on ?x - block), derived', 'on(block), derived')
    """
    types = named.get("types") or named.get("parents")
    if "parameters" not in named:
        return f"{named['name']}{_typed(types)}"
    parameters, derived = named["parameters"], ", derived" if named.get("derived") else ""
    if not in_pddl:
        several = ", ".join("|".join(each["types"]) for each in parameters)
        return f"{named['name']}({several}){derived}" if several else f"{named['name']}{derived}"
    texts = "".join(f" {each['name']}{_typed(each.get('types'))}" for each in parameters)
    return f"({named['name']}{texts}){derived}"


def _typed(types: Any) -> str:
    return f" - {types if isinstance(types, str) else '|'.join(types)}" if types else ""
