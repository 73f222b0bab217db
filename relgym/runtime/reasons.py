"""Words for the reasons why a value cannot be computed.

>>> reason_of(ZeroDivisionError("float division by zero")), reason_of(OverflowError("math range error"))
('division by zero', 'it is infinite')
>>> reason_of(ValueError("a scale is positive and finite, not 0"))
'a scale is positive and finite, not 0'
"""

from __future__ import annotations

INFINITE = "it is infinite"

_OUTSIDE = "an argument of a function is outside of its domain"

_MATRICES = {
    "Singular matrix": "the matrix has no inverse",
    "Matrix is not positive definite": "the matrix is not positive definite",
    "SVD did not converge": "the pseudo-inverse is not found",
}
"""Messages of `numpy.linalg`."""


def reason_of(error: Exception) -> str:
    """Return why a value cannot be computed, in words that do not depend on the version of Python.

    Args:
        error: What a computation raised: an error of relgym's runtime, whose own words are kept, or one of Python's
            operators and functions, or NumPy's.

    Returns:
        The reason, which can follow "cannot be computed: ".
    """
    text = str(error)
    match error:
        case ZeroDivisionError():
            return "division by zero"
        case OverflowError():
            # Those of relgym say what is too large.
            return text if text.startswith("the ") else INFINITE
        case ValueError() if text.startswith(("math domain error", "expected a ")):
            return _OUTSIDE
        case _:
            return _MATRICES.get(text, text)
