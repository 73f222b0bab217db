"""Plays a problem of the planning competition at random, on two engines: `python examples/rddl_agent.py`.

Its two files are those of the package rddlrepository, if that is installed, or else of the elevators of relgym.
"""

import relgym
from relgym.catalogue.domains import spec
from relgym.envs import DiscreteActions

try:
    from rddlrepository.core.manager import RDDLRepoManager

    problem = RDDLRepoManager().get_problem("Elevators_MDP_ippc2011")
    domain, instance = problem.get_domain(), problem.get_instance("1")
except ImportError:
    domain, instance = spec("elevators").domain, spec("elevators").problem("train", 0)

for backend in ("builtin", "swipl"):
    env = DiscreteActions(relgym.make(domain, instance, backend=backend))
    state, info = env.reset(seed=1)
    env.action_space.seed(1)
    total, done = 0.0, False
    while not done:
        action = env.action_space.sample(mask=info["action_mask"])
        state, reward, terminated, truncated, info = env.step(action)
        total, done = total + reward, terminated or truncated
    print(f"{backend}: {info['problem_file']}, return {total:g}")
