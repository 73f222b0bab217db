"""RDDL's matrix functions, on lists of rows.

>>> det([[2.0, 0.0], [0.0, 3.0]]), inverse([[2.0]])
(6.0, [[0.5]])

All raise `OverflowError` for a whole number beyond all doubles. Entries of a result may be infinite or nan.
"""

from __future__ import annotations

from typing import Any

from relgym.libraries import linalg

Rows = list[list[float]]


def det(rows: Rows) -> float:
    return float(_done("det", rows))


def inverse(rows: Rows) -> Rows:
    """Raises `ValueError` (numpy's `LinAlgError` is one) if there is none."""
    inverted: Rows = _done("inv", rows).tolist()
    return inverted


def pinverse(rows: Rows) -> Rows:
    """The pseudo-inverse of Moore and Penrose."""
    inverted: Rows = _done("pinv", rows).tolist()
    return inverted


def cholesky(rows: Rows) -> Rows:
    """The lower triangle whose product with its transpose is the matrix; `ValueError` if there is none."""
    factor: Rows = _done("cholesky", rows).tolist()
    return factor


def _done(name: str, rows: Rows) -> Any:
    """Call a function of `numpy.linalg`, which takes no whole numbers beyond 64 bits."""
    function = getattr(linalg(), name)
    import numpy as np

    # The caller tests whether a result is finite.
    with np.errstate(over="ignore", invalid="ignore"):
        return function(np.array(rows, float))


CALLS = {"det": det, "inverse": inverse, "pinverse": pinverse, "cholesky": cholesky}
"""By name: a function of the rows."""
