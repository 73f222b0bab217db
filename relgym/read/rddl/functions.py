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
class BuiltinFunction:
    """`arguments` are their names, in one text; all of them are numbers."""

    arguments: str
    range: str


_ANGLES = ("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh")

FUNCTIONS: Mapping[str, BuiltinFunction] = {
    "abs": BuiltinFunction("number", SAME),
    "sgn": BuiltinFunction("number", INT),
    "round": BuiltinFunction("number", INT),
    "floor": BuiltinFunction("number", INT),
    "ceil": BuiltinFunction("number", INT),
    "sqrt": BuiltinFunction("number", REAL),
    "exp": BuiltinFunction("number", REAL),
    "ln": BuiltinFunction("number", REAL),
    "log": BuiltinFunction("number base", REAL),
    "pow": BuiltinFunction("base exponent", REAL),
    "min": BuiltinFunction("left right", SAME),
    "max": BuiltinFunction("left right", SAME),
    "div": BuiltinFunction("dividend divisor", INT),
    "mod": BuiltinFunction("dividend divisor", INT),
    "fmod": BuiltinFunction("dividend divisor", REAL),
    "hypot": BuiltinFunction("left right", REAL),
    "gamma": BuiltinFunction("number", REAL),
    "lngamma": BuiltinFunction("number", REAL),
    **{name: BuiltinFunction("number", REAL) for name in _ANGLES},
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
