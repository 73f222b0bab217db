"""`learn_model`: a domain from transitions.

>>> from relgym.data.trajectories.transition import Experience
>>> objects = dict.fromkeys("abc", ("place", "object"))
>>> def road(*pairs): return frozenset(f"(road {pair[0]} {pair[1]})" for pair in pairs)
>>> roads = road("ab", "bc")
>>> there = Experience(roads | {"(at a)"}, "(go a b)", roads | {"(at b)"}, objects)
>>> then = Experience(roads | {"(at b)"}, "(go b c)", roads | {"(at c)"}, objects)
>>> barred = Experience(roads | {"(at b)"}, "(go b a)", roads | {"(at b)"}, objects, applicable=False)
>>> model = learn_model([there, then, barred])
>>> print(model.general.actions[0].precondition)
(or (road ?x1 ?x2) (not (road ?x2 ?x1)))
>>> print(model.domain.actions[0].effect)
(and (at ?x2) (not (at ?x1)))
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from typing import Literal

from relgym.arguments import check_one_of, wrong
from relgym.data.learning.learned import LearnedModel, domain_of
from relgym.data.learning.observed import check_results, listed_transitions, observe, place_of
from relgym.data.learning.schemas import certain_action, random_action
from relgym.data.learning.signature import Vocabulary, signature_of
from relgym.data.learning.unnamed import with_unnamed
from relgym.data.trajectories.transition import Experience
from relgym.errors import RelgymError, RelgymWarning
from relgym.progress import tracked
from relgym.read.reporting import level_of_user

Method = Literal["version-space", "probabilistic"]

METHODS: tuple[Method, ...] = ("version-space", "probabilistic")


def learn_model(
    transitions: Iterable[Experience],
    predicates: Vocabulary | None = None,
    method: Method = "version-space",
    *,
    constants: Iterable[str] = (),
    noise: float = 0.0,
) -> LearnedModel:
    """Learn the preconditions and effects of actions from transitions.

    Preconditions are conjunctions of literals, with negation and equality, over the arguments of an action and the
    constants; effects are adds and deletes of such atoms. If the texts of actions do not name all parameters, the
    method `version-space` finds the others: the objects of the effects, and those to which a relation leads uniquely.

    Args:
        transitions: The transitions of one domain, from as many problems as there are.
        predicates: The predicates, as text such as `(on ?x - block ?y - block)`; or a domain, as a model, path or text,
            whose constants and whose parameters of actions are used, too. By default the predicates of the states.
        method: `version-space` for actions without chance (safe action model learning, with an upper bound from failed
            actions), or `probabilistic` (the fewest outcomes that explain all transitions, and their likeliest
            probabilities).
        constants: The names of objects that actions may mention; only where `predicates` is no domain.
        noise: Only for `probabilistic`: the share of an action's transitions below which an outcome is noise.

    Returns:
        The model.

    Raises:
        RelgymError: There are no transitions, a name is unknown, or the transitions are of different domains.
        Contradiction: No model of the method agrees with all transitions. The message names two of them.

    Warns:
        RelgymWarning: Numeric fluents change, which no method learns.
    """
    check_one_of("method", method, METHODS)
    if not isinstance(noise, int | float) or not 0 <= noise < 1:
        raise wrong("noise", noise, "a share, 0 or more and below 1")
    random = method == "probabilistic"
    if noise and not random:
        raise RelgymError("noise is for the method 'probabilistic'", hint="leave noise out")
    given = listed_transitions(transitions)
    signature = signature_of(predicates, given, constants)
    evidence = observe(given, signature, distinct=not random)
    _warn_of_numbers(given)
    carried_out = [each for each in evidence.values() if each.successes]
    if random:
        actions = [random_action(each, signature, noise) for each in tracked(carried_out, "learning actions")]
    else:
        check_results(evidence)
        actions = [
            certain_action(with_unnamed(each, signature), signature)
            for each in tracked(carried_out, "learning actions")
        ]
    if not actions:
        raise RelgymError(
            "no action was carried out in any transition", expected="one that was applicable", hint="record some"
        )
    seen = {action.known.name for action in actions}
    unseen = [name for name in dict.fromkeys([*signature.actions, *evidence]) if name not in seen]
    lower = domain_of(signature, [action.lower for action in actions])
    general = None if random else domain_of(signature, [action.upper for action in actions])
    return LearnedModel(lower, general, method, tuple(action.known for action in actions), tuple(unseen))


__all__ = ["METHODS", "Method", "learn_model"]


def _warn_of_numbers(transitions: Iterable[Experience]) -> None:
    changing = next((each for each in transitions if each.values != each.values_after), None)
    if changing is not None:
        fluent = min(name for name, _ in changing.values.items() ^ changing.values_after.items())
        warnings.warn(
            RelgymWarning(
                f"{changing.action} changes {fluent} in {place_of(changing)}, and the learned model leaves "
                "numeric effects and conditions out",
            ),
            stacklevel=level_of_user(),
        )
