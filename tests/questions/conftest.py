"""A service to compare with; its limit is high, so that no answer depends on how busy the machine is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from service.conftest import Client, serving
from service.ways import OverSocket, Together


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with serving(tmp_path_factory.mktemp("questions"), "--limit", "60") as (_, found):
        yield found


@pytest.fixture(scope="session")
def together(client: Client) -> Iterator[Together]:
    yield Together(client, OverSocket(f"{client.address.replace('http', 'ws')}/v1/ws"))
