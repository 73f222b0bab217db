"""Relational PPO as one JAX program learns to solve unseen problems of Blocks: `python examples/ppo_jax.py`.

Needs `pip install 'relgym[jax]'`. As in PureJaxRL, environments, policy and updates are compiled together. The policy
passes messages between the objects of a state, so what it learns on small problems it plays on larger ones:
`--domain gripper` is another domain. No problem of the tests has been trained on.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax

import relgym.jax
from relgym.catalogue.domains import spec
from relgym.catalogue.generate import generate

DISCOUNT, TRACE, CLIP, ENTROPY = 0.97, 0.95, 0.2, 0.01
STEPS, EPOCHS, PARTS = 32, 2, 4
WIDTH, ROUNDS = 32, 4
"""Numbers of an object, and rounds of messages."""

SIZES = {
    "blocks": ([{"blocks": n} for n in (3, 4, 5)], [{"blocks": n} for n in (6, 8, 10)]),
    "gripper": ([{"balls": n, "rooms": 3} for n in (2, 3)], [{"balls": n, "rooms": 3} for n in (4, 6, 8)]),
}
"""The sizes of problems that are trained on, and of larger ones."""

Array = Any
Weights = dict[str, Array]
Policy = Callable[[Weights, Array], tuple[Array, Array]]
"""Scores of actions, shape (copies, actions), and values, shape (copies,), of weights and observations."""


# -- PPO: Schulman et al., 2017, with an action mask ---------------------------------------------------------


class Row(NamedTuple):
    """A step of all copies."""

    observation: Array
    mask: Array
    action: Array
    likelihood: Array
    value: Array
    reward: Array
    ended: Array


def likelihoods(scores: Array, mask: Array) -> Array:
    """Logarithms of the probabilities of actions; invalid ones have none."""
    return jax.nn.log_softmax(jnp.where(mask, scores, -1e9))


def of_actions(logs: Array, actions: Array) -> Array:
    return jnp.take_along_axis(logs, actions[:, None], axis=1)[:, 0]


def training(envs: Any, policy: Policy, optimizer: Any, updates: int) -> Callable[[Any, Array], Any]:
    """The compiled function of some updates, from weights, the optimizer's state and environments to the next ones."""

    def turn(carried: Any, key: Array) -> tuple[Any, Row]:
        weights, states = carried
        to_act, to_step = jax.random.split(key)
        observation, mask = envs.observe(states), envs.action_mask(states)
        scores, value = policy(weights, observation)
        logs = likelihoods(scores, mask)
        action = jax.random.categorical(to_act, logs).astype(jnp.int32)
        states, reward, terminated, truncated = envs.step(states, action, to_step)
        row = Row(observation, mask, action, of_actions(logs, action), value, reward, terminated | truncated)
        return (weights, states), row

    def advantage(later: Any, row: Row) -> tuple[Any, Array]:
        advantage, value = later
        going = DISCOUNT * (1.0 - row.ended)
        advantage = row.reward + going * value - row.value + going * TRACE * advantage
        return (advantage, row.value), advantage

    def loss(weights: Weights, rows: Row, advantages: Array) -> Array:
        scores, value = policy(weights, rows.observation)
        logs = likelihoods(scores, rows.mask)
        ratio = jnp.exp(of_actions(logs, rows.action) - rows.likelihood)
        scaled = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        gain = jnp.minimum(ratio * scaled, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * scaled)
        entropy = -jnp.where(rows.mask, jnp.exp(logs) * logs, 0.0).sum(axis=1)
        error = jnp.square(value - advantages - rows.value)
        return (0.5 * error - gain - ENTROPY * entropy).mean()

    def descend(carried: Any, part: Any) -> tuple[Any, None]:
        weights, memory = carried
        change, memory = optimizer.update(jax.grad(loss)(weights, *part), memory)
        return (optax.apply_updates(weights, change), memory), None

    def epoch(carried: Any, order: Array, rows: Any) -> tuple[Any, None]:
        parts = jax.tree.map(lambda array: array[order].reshape(PARTS, -1, *array.shape[1:]), rows)
        return jax.lax.scan(descend, carried, parts)

    def update(carried: Any, key: Array) -> tuple[Any, tuple[Array, Array]]:
        weights, memory, states = carried
        to_play, to_shuffle = jax.random.split(key)
        (_, states), rows = jax.lax.scan(turn, (weights, states), jax.random.split(to_play, STEPS))
        value = policy(weights, envs.observe(states))[1]
        _, advantages = jax.lax.scan(advantage, (jnp.zeros_like(value), value), rows, reverse=True)
        flat = jax.tree.map(lambda array: array.reshape(-1, *array.shape[2:]), (rows, advantages))
        orders = jax.random.uniform(to_shuffle, (EPOCHS, len(flat[1]))).argsort(axis=1)
        (weights, memory), _ = jax.lax.scan(lambda *each: epoch(*each, flat), (weights, memory), orders)
        return (weights, memory, states), (rows.reward.sum(), rows.ended.sum())

    return jax.jit(lambda carried, key: jax.lax.scan(update, carried, jax.random.split(key, updates)))


def learn(env: Any, policy: Policy, weights: Weights, options: argparse.Namespace) -> Weights:
    """Train weights; ten lines say how it goes."""
    envs = relgym.jax.Vmap(relgym.jax.AutoReset(env), options.copies)
    updates = max(1, options.updates // 10)
    rate = optax.linear_schedule(options.rate, 0.0, 10 * updates * EPOCHS * PARTS)
    optimizer = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(rate))
    train = training(envs, policy, optimizer, updates)
    key = jax.random.key(options.seed)
    carried = weights, optimizer.init(weights), jax.jit(envs.init)(key)
    for number in range(1, 11):
        carried, (rewards, ends) = train(carried, jax.random.fold_in(key, number))
        mean = float(rewards.sum() / jnp.maximum(ends.sum(), 1))
        print(f"{number * updates * STEPS * options.copies:>9,} steps: {mean:.2f} reward an episode", flush=True)
    return carried[0]


# -- A relational policy: a relational graph convolution (Schlichtkrull et al., 2018) ------------------------


class Relations:
    """Where the facts about an object or two stand in an observation, and which objects an action is about."""

    def __init__(self, env: Any) -> None:
        objects = sorted({each for _, own in env.observed_atoms + env.action_atoms for each in own})
        place = {each: number for number, each in enumerate(objects)}
        self.kinds = {kind: np.array([own[0] == kind for own in objects], np.float32) for kind, _ in objects}
        self.tables: dict[tuple[str, int], np.ndarray] = {}
        for bit, (name, own) in enumerate(env.observed_atoms):
            # The bit after the last one is always 0.
            none = np.full((len(objects),) * len(own), len(env.observed_atoms))
            self.tables.setdefault((name, len(own)), none)[tuple(place[each] for each in own)] = bit
        # Actions of a schema follow each other. For each of its places, the object of each action as a row of bits.
        self.schemas: dict[str, np.ndarray] = {}
        for name in dict.fromkeys(name for name, _ in env.action_atoms):
            own = [[place[each] for each in atom] for schema, atom in env.action_atoms if schema == name]
            self.schemas[name] = np.eye(len(objects), dtype=np.float32)[np.array(own).T]

    def facts(self, observation: Array) -> dict[tuple[str, int], Array]:
        """The facts by name and number of objects; `p/done` are those that the goal wants and that hold."""
        bits = jnp.pad(observation, ((0, 0), (0, 1))).astype(np.float32)
        facts = {key: bits[:, table] for key, table in self.tables.items()}
        wanted = [(name.removesuffix("/goal"), count) for name, count in facts if name.endswith("/goal")]
        done = {(f"{name}/done", n): facts[name, n] * facts[f"{name}/goal", n] for name, n in wanted}
        return facts | done


def relational_weights(relations: Relations, seed: int) -> Weights:
    """Random weights: a matrix for each relation in both directions, and for each place of an action."""
    facts = jax.eval_shape(relations.facts, jnp.zeros((1, 1)))
    square, row, column = (WIDTH, WIDTH), (1, WIDTH), (WIDTH, 1)
    shapes = {"own": square, "all": square, "state": (2 * WIDTH, WIDTH), "value": column}
    shapes |= {f"is {kind}": row for kind in relations.kinds}
    shapes |= {name: row for name, count in facts if count < 2}
    shapes |= {f"{name} {way}": square for name, count in facts if count == 2 for way in ("to", "from")}
    for name, places in relations.schemas.items():
        shapes |= {f"{name} {place}": square for place in range(len(places))}
        shapes |= {f"{name} all": square, f"{name} score": column}
    rng = np.random.default_rng(seed)
    scales = {name: (0.1 if "score" in name else 1) / shape[0] ** 0.5 for name, shape in shapes.items()}
    return {name: jnp.asarray(scales[name] * rng.normal(size=shape), np.float32) for name, shape in shapes.items()}


def relational(relations: Relations, weights: Weights, observation: Array) -> tuple[Array, Array]:
    """The policy, whose hidden arrays have the shape (copies, objects, WIDTH)."""
    facts = relations.facts(observation)
    given = sum(kind[:, None] * weights[f"is {name}"] for name, kind in relations.kinds.items())
    for (name, count), fact in facts.items():
        if count < 2:
            given = given + fact.reshape(len(fact), -1, 1) * weights[name]
    two = [(name, fact) for (name, count), fact in facts.items() if count == 2]
    ways = jnp.stack([each for _, fact in two for each in (fact, fact.swapaxes(1, 2))], axis=1)
    mixed = jnp.concatenate([weights[f"{name} {way}"] for name, _ in two for way in ("to", "from")])
    hidden = jax.nn.relu(given)
    for _ in range(ROUNDS):
        told = jnp.einsum("crij,cjw->cirw", ways, hidden).reshape(*hidden.shape[:2], -1)
        everywhere = hidden.max(axis=1, keepdims=True) @ weights["all"]
        hidden = jax.nn.relu(given + hidden @ weights["own"] + told @ mixed + everywhere)
        hidden /= jnp.sqrt(jnp.square(hidden).mean(axis=2, keepdims=True) + 1e-4)
    scores = []
    most = hidden.max(axis=1, keepdims=True)
    for name, places in relations.schemas.items():
        sums = most @ weights[f"{name} all"]
        for place, objects in enumerate(places):
            sums += jnp.einsum("ai,ciw->caw", objects, hidden @ weights[f"{name} {place}"])
        scores.append((jax.nn.relu(sums) @ weights[f"{name} score"])[:, :, 0])
    whole = jnp.concatenate([most[:, 0], hidden.mean(axis=1)], axis=1)
    value = jax.nn.relu(whole @ weights["state"]) @ weights["value"]
    return jnp.concatenate(scores, axis=1), value[:, 0]


# -- Problems -------------------------------------------------------------------------------------------------


def problems(domain: str, sizes: Iterable[dict[str, int]], count: int, without: Iterable[str] = ()) -> list[str]:
    """Different problems, `count` of each size, that none of the others is but for its name."""
    known = {body(text) for text in without}
    found = []
    for size in sizes:
        several: dict[str, str] = {}
        seed = 0
        while len(several) < count:
            text = generate(domain, seed, **size)
            seed += 1
            if body(text) not in known:
                several.setdefault(body(text), text)
        found += several.values()
    return found


def body(text: str) -> str:
    return text[text.index("(:objects") :]


def solved(env: Any, weights: Weights, limit: int) -> str:
    """How many problems the policy solves, each played once; it draws its actions, so it does not walk in circles."""
    relations, count = Relations(env), len(env.task.tasks)

    @jax.jit
    def play(weights: Weights) -> Array:
        def turn(carried: Any, key: Array) -> tuple[Any, None]:
            states, going, steps = carried
            scores, _ = relational(relations, weights, jax.vmap(env.observe)(states))
            logs = likelihoods(scores, jax.vmap(env.action_mask)(states))
            actions = jax.random.categorical(key, logs).astype(jnp.int32)
            states, _, terminated, _ = jax.vmap(env.step, (0, 0, None))(states, actions, key)
            return (states, going & ~terminated, steps + going), None

        # The first number of a start draws the problem, if there are several.
        numbers = (jnp.arange(count)[:, None] + 0.5) / count
        states = jax.vmap(env.init_from)(numbers[:, : env.start_draws])
        first = states, jnp.ones(count, bool), jnp.zeros(count, int)
        return jax.lax.scan(turn, first, jax.random.split(jax.random.key(0), limit))[0][1:]

    going, steps = jax.device_get(play(weights))
    mean = f", in {steps[~going].mean():.1f} steps on average" if not going.all() else ""
    return f"{count - going.sum()} of {count} ({1 - going.mean():.1%}){mean}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--domain", choices=SIZES, default="blocks")
    parser.add_argument("--problems", type=int, default=60, help="problems of each size to train on")
    parser.add_argument("--unseen", type=int, default=60, help="problems of each size for the tests")
    parser.add_argument("--copies", type=int, default=128, help="environments that are played at once")
    parser.add_argument("--updates", type=int, default=30, help=f"updates, each after {STEPS} steps of each copy")
    parser.add_argument("--rate", type=float, default=2e-3, help="learning rate, which falls to 0")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()

    start = time.perf_counter()
    domain, (sizes, larger) = spec(options.domain).domain, SIZES[options.domain]
    seen = problems(options.domain, sizes, options.problems)
    env = relgym.jax.make(domain, seen, max_episode_steps=50)
    relations = Relations(env)
    weights = relational_weights(relations, options.seed)
    print(f"{len(seen)} problems of {len(sizes)} sizes, {env.action_space.n} actions", flush=True)
    weights = learn(env, partial(relational, relations), weights, options)
    unseen = relgym.jax.make(domain, problems(options.domain, sizes, options.unseen, seen))
    print(f"unseen: {solved(unseen, weights, 50)}; all this in {time.perf_counter() - start:.0f} s", flush=True)
    for size in larger:
        texts = problems(options.domain, [size], min(20, options.unseen))
        said = ", ".join(f"{name} = {value}" for name, value in size.items())
        print(f"larger, {said}: {solved(relgym.jax.make(domain, texts), weights, 100)}", flush=True)


if __name__ == "__main__":
    main()
