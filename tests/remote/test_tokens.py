"""Remote environments at a service with tokens."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
from service.conftest import serving

from relgym import remote
from relgym.cli import main
from relgym.envs import DiscreteActions
from relgym.errors import ServiceError


def made(data: Path, *options: str) -> str:
    with redirect_stdout(StringIO()) as output:
        assert main(["token", "create", "--data", str(data), *options]) == 0
    return output.getvalue().strip()


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, str]]]:
    data = tmp_path_factory.mktemp("tokens")
    tokens = {"play": made(data), "read": made(data, "--scope", "read"), "agent": made(data, "--agent")}
    with serving(data) as (_, client):
        yield client.address, tokens


@pytest.mark.parametrize("kind", ["play", "agent"])
def test_a_token_may_play(service: tuple[str, dict[str, str]], kind: str) -> None:
    address, tokens = service
    with remote.make(address, "relgym/Blocks-v0", token=tokens[kind]) as env:
        env.reset(seed=0)
        env.step(env.unwrapped.valid_actions()[0])
        assert tokens[kind] not in repr(env.spec) + str(env.spec)
    envs = remote.make_vec(address, "relgym/Blocks-v0", num_envs=2, token=tokens[kind], wrappers=[DiscreteActions])
    envs.reset(seed=0)
    envs.step(envs.action_space.sample())
    envs.close()


def test_the_token_of_the_environment_variable(
    service: tuple[str, dict[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    address, tokens = service
    monkeypatch.setenv("RELGYM_TOKEN", tokens["play"])
    with remote.make(address, "relgym/Blocks-v0") as env:
        env.reset(seed=0)


@pytest.mark.parametrize("token", ["", "relgym_none", "wrong"])
def test_no_token_and_a_wrong_one(service: tuple[str, dict[str, str]], token: str) -> None:
    with pytest.raises(ServiceError, match=r"the service refuses the token: .*no valid token") as found:
        remote.make(service[0], "relgym/Blocks-v0", token=token)
    assert "relgym token create" in str(found.value)


def test_a_token_that_may_only_read(service: tuple[str, dict[str, str]]) -> None:
    with pytest.raises(ServiceError, match="needs a token with the scope 'play'"):
        remote.make(service[0], "relgym/Blocks-v0", token=service[1]["read"])
