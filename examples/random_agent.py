"""Plays one episode of Blocks at random and prints every step: `python examples/random_agent.py`."""

import gymnasium as gym

import relgym  # noqa: F401  # makes the environments known to Gymnasium

env = gym.make("relgym/Blocks-v0", backend="builtin", render_mode="ansi")
state, info = env.reset(seed=1)
env.action_space.seed(1)
done = False
while not done:
    action = env.action_space.sample()
    state, reward, terminated, truncated, info = env.step(action)
    done = terminated or truncated
    print(f"{action}  reward {reward}\n{env.render()}\n")
