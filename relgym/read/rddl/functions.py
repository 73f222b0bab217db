"""The functions and distributions of RDDL: their arguments and their ranges.

>>> FUNCTIONS["max"].arguments, DISTRIBUTIONS["Normal"]
('left right', 'mean variance')
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

from relgym.model.rddl.expressions import BOOL, INT, REAL

SAME = "same"
"""The range of a function whose range is that of its arguments: the widest of them, at least `int`."""


@dataclass(frozen=True, slots=True)
class Function:
    """`arguments` are their names, in one text; all of them are numbers."""

    arguments: str
    range: str


_ANGLES = ("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh")

FUNCTIONS: Mapping[str, Function] = {
    "abs": Function("number", SAME),
    "sgn": Function("number", INT),
    "round": Function("number", INT),
    "floor": Function("number", INT),
    "ceil": Function("number", INT),
    "sqrt": Function("number", REAL),
    "exp": Function("number", REAL),
    "ln": Function("number", REAL),
    "log": Function("number base", REAL),
    "pow": Function("base exponent", REAL),
    "min": Function("left right", SAME),
    "max": Function("left right", SAME),
    "div": Function("dividend divisor", INT),
    "mod": Function("dividend divisor", INT),
    "fmod": Function("dividend divisor", REAL),
    "hypot": Function("left right", REAL),
    "gamma": Function("number", REAL),
    "lngamma": Function("number", REAL),
    **{name: Function("number", REAL) for name in _ANGLES},
}

MATRICES = frozenset({"inverse", "pinverse", "cholesky"})

DISTRIBUTIONS: Mapping[str, str] = {
    "KronDelta": "value",
    "DiracDelta": "value",
    "Bernoulli": "probability",
    "Normal": "mean variance",
    "Uniform": "low high",
    "Poisson": "rate",
    "Exponential": "scale",
    "Weibull": "shape scale",
    "Gamma": "shape scale",
    "Binomial": "trials probability",
    "NegativeBinomial": "successes probability",
    "Beta": "a b",
    "Geometric": "probability",
    "Pareto": "shape scale",
    "Student": "degrees",
    "Gumbel": "mean scale",
    "Laplace": "mean scale",
    "Cauchy": "mean scale",
    "Gompertz": "shape scale",
    "ChiSquare": "degrees",
    "Kumaraswamy": "a b",
}
"""The names of the parameters of each distribution."""

DRAWN: Mapping[str, str] = {
    "Bernoulli": BOOL,
    **dict.fromkeys(("Poisson", "Binomial", "NegativeBinomial", "Geometric"), INT),
}
"""The ranges of draws that are not `real`; a KronDelta has the range of its argument."""

VECTORS: Mapping[str, str] = {
    "MultivariateNormal": "mean covariance",
    "MultivariateStudent": "mean covariance degrees",
    "Dirichlet": "concentration",
    "Multinomial": "trials probability",
}
"""The names of the parameters of the distributions of vectors."""

AXES: Mapping[str, int] = {
    "mean": 1,
    "covariance": 2,
    "degrees": 0,
    "concentration": 1,
    "trials": 0,
    "probability": 1,
}
"""The number of axes of each parameter of the vector distributions."""

WHOLE = frozenset(
    {("Binomial", "trials"), ("Multinomial", "trials"), *product(("div", "mod"), ("dividend", "divisor"))}
)
"""The parameters that are whole numbers, of functions and distributions."""
