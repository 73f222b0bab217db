"""Fixed amounts that an action adds to the numbers of a state.

>>> count = counter([(0, "+", 2), (2, "-", 1)])
>>> count((1, None, 5)), count((1,))
((3, None, 4), None)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from relgym.model.pddl.vocabulary import Values
from relgym.reasoning.pddl.transition import Amount


def counter(amounts: Sequence[Amount]) -> Callable[[Values], Values | None]:
    """Make a function that adds amounts to the numbers of a state.

    Args:
        amounts: The number of a fluent, `+` or `-`, and how much.

    Returns:
        A function that gives the numbers after the action; `None` where a number is not whole or not defined.
    """
    signed = [(number, amount if operator == "+" else -amount) for number, operator, amount in amounts]
    if not all(type(amount) is int for _, amount in signed):
        return lambda values: None
    length = 1 + max((number for number, _ in signed), default=-1)

    def counted(values: Values) -> Values | None:
        if len(values) < length:
            return None
        new = [*values]
        for number, amount in signed:
            old = new[number]
            if type(old) is not int:
                return None
            new[number] = old + amount
        return tuple(new)

    return counted
