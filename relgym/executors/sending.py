"""Functions and objects on their way to another process.

Pickle finds a function by its module and name. For functions without such a name, and those of the script that is run,
which workers do not run again, cloudpickle sends the function itself.

>>> from pickle import dumps, loads
>>> loads(dumps(sendable(lambda number: number + 1)))(2)
3
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from relgym.errors import RelgymError


@dataclass(frozen=True, slots=True)
class _Packed:
    """An object that cloudpickle has written; pickled and read again, it is the object itself."""

    data: bytes

    def __reduce__(self) -> tuple[Callable[[bytes], Any], tuple[bytes]]:
        return pickle.loads, (self.data,)


def sendable(item: Any) -> Any:
    """Return an object that pickle can send to another process, where it becomes the given one.

    Args:
        item: A function, a policy, or another object.

    Raises:
        RelgymError: It cannot be sent, or cloudpickle is needed and not installed.
    """
    try:
        if b"__main__" not in pickle.dumps(item):
            return item
        reason = "it is defined in the script that is run"
    except (AttributeError, TypeError, pickle.PicklingError) as error:
        reason = str(error)
    try:
        import cloudpickle
    except ImportError:
        raise RelgymError(
            f"{item!r} cannot be sent to another process without the package cloudpickle: {reason}",
            expected="a function at the top of a module that is imported",
            hint="pip install cloudpickle",
        ) from None
    try:
        return _Packed(cloudpickle.dumps(item))
    except (AttributeError, TypeError, RuntimeError, pickle.PicklingError) as error:
        raise RelgymError(
            f"{item!r} cannot be sent to another process: {error}",
            expected="a function that holds no open file, connection, lock or engine",
            hint="one worker takes any function",
        ) from None
