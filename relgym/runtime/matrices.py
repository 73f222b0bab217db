"""RDDL's matrix functions, on lists of rows.

>>> det([[2.0, 0.0], [0.0, 3.0]]), inverse([[2.0]])
(6.0, [[0.5]])
"""

from __future__ import annotations

from relgym.libraries import linalg

Rows = list[list[float]]


def det(rows: Rows) -> float:
    return float(linalg().det(rows))


def inverse(rows: Rows) -> Rows:
    """Raises `ValueError` (numpy's `LinAlgError` is one) if there is none."""
    found: Rows = linalg().inv(rows).tolist()
    return found


def pinverse(rows: Rows) -> Rows:
    """The pseudo-inverse of Moore and Penrose."""
    found: Rows = linalg().pinv(rows).tolist()
    return found


def cholesky(rows: Rows) -> Rows:
    """The lower triangle whose product with its transpose is the matrix; `ValueError` if there is none."""
    found: Rows = linalg().cholesky(rows).tolist()
    return found


CALLS = {"det": det, "inverse": inverse, "pinverse": pinverse, "cholesky": cholesky}
"""By name: a function of the rows."""
