"""The shop, just opened."""

from __future__ import annotations

import pytest
from envs.rddl.shop import DOMAIN, INSTANCE

from relgym.envs.rddl.env import RDDLEnv


@pytest.fixture
def env():
    made = RDDLEnv(DOMAIN, INSTANCE)
    made.reset(seed=0)
    return made
