"""Every way in which a step's draws may fall, where each has finitely many results.

A step is computed again and again by the generated Python, with draws that take the results that are prescribed and
report the first one that is not. What each way leads to is for the chosen engine to say: it gets uniform numbers from
the midst of what stands for the results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from math import comb
from typing import Any

from relgym.arguments import check_whole
from relgym.errors import ModelError, SimulationError
from relgym.model.rddl.equations import Values
from relgym.reasoning.rddl.dynamics import Action, Dynamics
from relgym.runtime.draw_checks import whole
from relgym.runtime.draws import QUANTILES, bernoulli, discrete, unnormalised
from relgym.runtime.reasons import reason_of
from relgym.runtime.scope import scope_of
from relgym.translate.python_equations.program import PythonEquationsWriter

Spread = Sequence[float]
"""The probabilities of a draw's results 0, 1, 2 ..."""

IDLE = 0.5
"""The uniform number for draws that are not made."""


class Branching:
    """Finds the ways of one simulator's steps."""

    def __init__(self, simulator: Dynamics) -> None:
        self._budget = simulator.engine.budget
        self._uniforms = simulator.uniforms
        scope = scope_of(simulator.externals) | self._budget.scope()
        scope |= {f"{name}_": _endless(name) for name in QUANTILES}
        scope |= {
            "Bernoulli_": self._bernoulli,
            "Binomial_": self._binomial,
            "discrete_": self._discrete,
            "unnormalised_": self._unnormalised,
        }
        writer = PythonEquationsWriter(simulator.program, scope)
        text = self._budget.keeping(writer.question)("ways", simulator.stepped)
        exec(compile(text, "<relgym ways>", "exec"), scope)
        step: Callable[[Sequence[Values], Sequence[Values], Sequence[int]], list[Values]] = scope["ways"]
        self._step = self._budget.keeping(step)
        # Of the way that is being gone: by draw the probabilities, those before its result, and the result.
        self._met: dict[int, tuple[Spread, int]] = {}
        self._prescribed: dict[int, int] = {}
        self._likeliest = False

    def paths(self, state: Sequence[Values], action: Action, most: int | None) -> Iterator[tuple[float, list[float]]]:
        """Each way with its probability, as uniform numbers.

        Raises `ModelError` where there are more than `most`, and `BackendError` where there are more than the limits of
        the engine allow or its time is over.
        """
        if most is not None:
            check_whole("most", most)
        todo: list[dict[int, int]] = [{}]
        count = 0
        while todo:
            self._prescribed = todo.pop()
            self._met = {}
            count += 1
            self._budget.check()
            if count > self._budget.limits.outcomes:
                raise self._budget.beyond("outcomes")
            if most is not None and count > most:
                raise ModelError(
                    f"an action has more than {most} combinations of draws",
                    hint="sampled_outcomes() draws some of them",
                )
            # A draw is known by its number: the step gets these in place of uniform ones.
            try:
                self._step(state, action, range(self._uniforms))
            except (ArithmeticError, ValueError) as error:
                raise SimulationError(f"a value cannot be computed: {reason_of(error)}") from error
            known = dict(self._prescribed)
            for draw, (spread, result) in self._met.items():
                if draw not in self._prescribed:
                    others = [n for n, share in enumerate(spread) if share > 0 and n > result]
                    todo += [{**known, draw: other} for other in others]
                    known[draw] = result
            share = 1.0
            for spread, result in self._met.values():
                share *= spread[result] / sum(spread)
            yield share, self._in_the_midst()

    def likeliest(self, state: Sequence[Values], action: Action) -> list[float]:
        """Return the way on which each draw has its likeliest result, the first of equals, as uniform numbers.

        Raises `ModelError` where a draw has infinitely many results.
        """
        self._prescribed, self._met, self._likeliest = {}, {}, True
        try:
            self._step(state, action, range(self._uniforms))
        except (ArithmeticError, ValueError) as error:
            raise SimulationError(f"a value cannot be computed: {reason_of(error)}") from error
        finally:
            self._likeliest = False
        return self._in_the_midst()

    def _in_the_midst(self) -> list[float]:
        """The uniform numbers in the midst of those that stand for the results that were met."""
        uniforms = [IDLE] * self._uniforms
        for draw, (spread, result) in self._met.items():
            ends = [0.0, *accumulate(spread)]
            uniforms[draw] = (ends[result] + ends[result + 1]) / (2 * sum(spread))
        return uniforms

    def _drawn(self, spread: Spread, draw: int) -> int:
        met = self._met.get(draw)
        if met is None:
            if self._likeliest:
                first = max(range(len(spread)), key=spread.__getitem__)
            else:
                first = next(n for n, share in enumerate(spread) if share > 0)
            met = self._met[draw] = spread, self._prescribed.get(draw, first)
        return met[1]

    def _bernoulli(self, probability: float, draw: int) -> bool:
        bernoulli(probability, 0)
        # A small uniform number means true, so true is the first result.
        return not self._drawn((probability, 1 - probability), draw)

    def _binomial(self, trials: int, probability: float, draw: int) -> int:
        whole("number of trials", trials)
        bernoulli(probability, 0)
        if trials >= self._budget.limits.outcomes:
            raise self._budget.beyond("outcomes")
        return self._drawn(
            [comb(trials, n) * probability**n * (1 - probability) ** (trials - n) for n in range(trials + 1)], draw
        )

    def _discrete(self, probabilities: Spread, draw: int) -> int:
        discrete(probabilities, 0)
        return self._drawn(probabilities, draw)

    def _unnormalised(self, weights: Spread, draw: int) -> int:
        unnormalised(weights, 0)
        return self._drawn(weights, draw)


def _endless(distribution: str) -> Callable[..., Any]:
    def refuse(*_: Any) -> Any:
        raise ModelError(
            f"a draw from {distribution} has too many results to list them",
            hint="sampled_outcomes() draws some of them",
        )

    return refuse
