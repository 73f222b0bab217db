"""Remote environments keep the promises of environments."""

from __future__ import annotations

import warnings

import pytest
from gymnasium.utils.env_checker import check_env

from relgym import remote
from relgym.envs import DiscreteActions, FlatObservation
from relgym.envs.check import WRAPPED, api_test


@pytest.mark.parametrize("name", ["Blocks", "Casino", "SysAdmin", "SearchAndRescuePartial"])
def test_api(address: str, name: str) -> None:
    with remote.make(address, f"relgym/{name}-v0") as env:
        api_test(env, steps=8, backends=["sld"])


def test_gymnasiums_check(address: str) -> None:
    wrappers = [DiscreteActions, FlatObservation]
    with remote.make(address, "relgym/Blocks-v0", problem=0, wrappers=wrappers) as env, warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", WRAPPED)
        check_env(env, skip_render_check=True, skip_close_check=True)


def test_the_service_is_asked(address: str) -> None:
    """No engine of this process carries out a step: what the service says is what the environment says."""
    with remote.make(address, "relgym/Blocks-v0", problem=0) as env:
        env.reset(seed=0)
        core = env.unwrapped
        session = core._now.strategy.session
        assert session.node["steps"] == 0
        env.step(core.valid_actions()[0])
        service = remote.connection.Connection(address)
        present = service.call("sessions.get", {"session": session.node["id"]})
        assert (present["steps"], sorted(map(str, core.valid_actions()))) == (1, present["actions"])
        before = session.node["id"]
        env.reset()
        history = service.call("sessions.history", {"session": session.node["id"]})
        assert len(history["nodes"]) == 1
        with pytest.raises(remote.problems.ProblemDetails, match="no session"):
            service.call("sessions.get", {"session": before})
        service.close()
