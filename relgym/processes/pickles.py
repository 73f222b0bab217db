"""Objects between two processes: pickled, and their arrays are passed on without a copy (PEP 574).

>>> from io import BytesIO
>>> import numpy as np
>>> file = BytesIO()
>>> send(file, {"rows": np.arange(3)})
>>> _ = file.seek(0)
>>> receive(file)["rows"].tolist()
[0, 1, 2]
"""

from __future__ import annotations

import pickle
from typing import Any, BinaryIO

from relgym.processes import frames


def send(file: BinaryIO, item: Any) -> None:
    """Write an object; large arrays stand behind the pickle as they are in memory.

    Raises:
        OSError: The other end is closed.
    """
    buffers: list[pickle.PickleBuffer] = []
    data = pickle.dumps(item, protocol=5, buffer_callback=buffers.append)
    frames.write(file, [memoryview(data), *(buffer.raw() for buffer in buffers)])


def receive(file: BinaryIO) -> Any:
    """Read an object.

    Raises:
        EOFError: The other end is closed.
    """
    data, *buffers = frames.read(file)
    return pickle.loads(data, buffers=buffers)
