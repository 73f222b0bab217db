"""The dynamic Bayes net of RDDL problems, lifted and ground."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

from relgym.catalogue.domains import catalogue, spec
from relgym.envs.rddl.env import RDDLEnv
from relgym.errors import RelgymError
from relgym.model.rddl.domain import Kind
from relgym.read.rddl.loading import read_domain, read_instance
from relgym.translate.equations.graph import Net, NodeRole, ground_net, levels, lifted_net
from relgym.translate.equations.layout import Layout

DOMAIN = """domain d {
    types { t : object; colour : {@red, @green}; };
    pvariables {
        NEAR(t, t)  : { non-fluent, bool, default = false };
        WEIGHT(t)   : { non-fluent, real, default = 0.0 };
        HUE(t)      : { non-fluent, colour, default = @red };
        NEXT(t)     : { non-fluent, t, default = a };
        on(t)       : { state-fluent, bool, default = false };
        load        : { state-fluent, real, default = 0.0 };
        at          : { state-fluent, t, default = a };
        press(t)    : { action-fluent, bool, default = false };
        out(t)      : { interm-fluent, real };
        seen        : { observ-fluent, real };
    };
    cpfs {
        on'(?x) = %s;
        load' = load + (sum_{?x : t} out(?x));
        at' = at;
        out(?x) = WEIGHT(?x) * on(?x);
        seen = load';
    };
    reward = load';
}"""

INSTANCE = """instance i {
    domain = d;
    objects { t : {a, b, c}; };
    non-fluents { NEAR(a, b); NEAR(b, c); WEIGHT(b) = 2.5; HUE(c) = @green; NEXT(a) = b; NEXT(b) = c; };
    horizon = 3;
}"""


def ground(expression: str) -> Net:
    domain = read_domain(DOMAIN % expression)
    return ground_net(Layout(read_instance(INSTANCE, domain)))


def read_by(net: Net, name: str) -> list[str]:
    return [source for source, target in net.edges if target == name]


def test_a_lifted_net() -> None:
    net = lifted_net(read_domain(DOMAIN % "on(?x) | press(?x)"))
    assert [(node.name, node.role, node.level) for node in net.nodes] == [
        ("on", NodeRole.STATE, 0),
        ("load", NodeRole.STATE, 0),
        ("at", NodeRole.STATE, 0),
        ("press", NodeRole.ACTION, 0),
        ("out", NodeRole.INTERMEDIATE, 1),
        # Next values stand together, as late as the last of them.
        ("on'", NodeRole.NEXT, 2),
        ("load'", NodeRole.NEXT, 2),
        ("at'", NodeRole.NEXT, 2),
        ("seen", NodeRole.OBSERVED, 3),
        ("reward", NodeRole.REWARD, 4),
    ]
    assert net.edges == (
        ("on", "out"),
        ("on", "on'"),
        ("press", "on'"),
        ("load", "load'"),
        ("out", "load'"),
        ("at", "at'"),
        ("load'", "seen"),
        ("load'", "reward"),
    )


def test_levels_are_as_early_as_can_be() -> None:
    by_level = levels(read_domain(DOMAIN % "on(?x)"))
    assert [[cpf.fluent for cpf in level] for level in by_level] == [["on", "at", "out"], ["load"], ["seen"]]


@pytest.mark.parametrize(
    ("expression", "read"),
    [
        ("exists_{?y : t} (NEAR(?x, ?y) ^ on(?y))", "on___b"),
        ("exists_{?y : t} (on(?y) ^ NEAR(?x, ?y))", "on___b"),
        ("forall_{?y : t} (NEAR(?x, ?y) => on(?y))", "on___b"),
        ("forall_{?y : t} (~NEAR(?x, ?y) | on(?y))", "on___b"),
        ("(sum_{?y : t} NEAR(?x, ?y) * on(?y)) > 0", "on___b"),
        ("(sum_{?y : t} WEIGHT(?y) * on(?y)) > 0", "on___b"),
        ("(prod_{?y : t} WEIGHT(?y) * on(?y)) > 0", ""),
        ("(max_{?y : t} WEIGHT(?y)) > 2 ^ on(?x)", "on___a"),
        ("(max_{?y : t} WEIGHT(?y)) > 3 ^ on(?x)", ""),
        ("if (HUE(?x) == @red) then on(?x) else press(?x)", "on___a"),
        ("if (HUE(?x) == @green) then on(?x) else press(?x)", "press___a"),
        ("if (on(?x)) then press(?x) else false", "on___a press___a"),
        ("switch (HUE(?x)) { case @red : on(?x), case @green : press(?x) }", "on___a"),
        ("switch (HUE(?x)) { case @green : on(?x), default : press(?x) }", "press___a"),
        ("exists_{?y : t} (?y == ?x ^ on(?y))", "on___a"),
        ("exists_{?y : t} (?y ~= ?x ^ on(?y))", "on___b on___c"),
        ("on(NEXT(?x))", "on___b"),
        ("on(NEXT(NEXT(?x)))", "on___c"),
        ("on(at)", "on___a on___b on___c at"),
        ("KronDelta(NEAR(?x, ?x)) ^ on(?x)", ""),
        ("Bernoulli(1.0) ^ on(?x)", "on___a"),
        ("Bernoulli(WEIGHT(?x) + 0.5 * on(?x))", "on___a"),
        ("abs[WEIGHT(?x)] > 1 ^ on(?x)", "on___a"),
        ("1 / WEIGHT(?x) > 1 | on(?x)", "on___a"),
        ("(argmax_{?y : t} WEIGHT(?y)) == at", "at"),
    ],
)
def test_constants_decide_what_is_read(expression: str, read: str) -> None:
    assert sorted(read_by(ground(expression), "on___a'")) == sorted(read.split())


def test_a_ground_net() -> None:
    net = ground("on(?x)")
    assert [node.name for node in net.nodes if node.level == 0] == [
        *("on___a", "on___b", "on___c", "load", "at", "press___a", "press___b", "press___c"),
    ]
    assert read_by(net, "out___a") == []
    assert read_by(net, "out___b") == ["on___b"]
    assert read_by(net, "load'") == ["load", "out___a", "out___b", "out___c"]
    assert read_by(net, "reward") == ["load'"]
    assert net.title == "i"


def test_a_net_that_is_too_large() -> None:
    domain = read_domain(DOMAIN % "on(?x)")
    large = INSTANCE.replace("{a, b, c}", f"{{a, b, c, {', '.join(f'o{number}' for number in range(100))}}}")
    with pytest.raises(RelgymError) as raised:
        ground_net(Layout(read_instance(large, domain)))
    assert raised.value.message == "the ground net of 'i' has 418 nodes"
    assert raised.value.hint == "the lifted net, without --ground, has 10: one for each fluent"


@pytest.mark.parametrize("own", catalogue("rddl"), ids=lambda own: own.name)
def test_edges_lead_on(own) -> None:
    domain = read_domain(own.domain)
    nets = [lifted_net(domain)]
    for path in own.problems("train")[:2]:
        layout = Layout(read_instance(path, domain))
        try:
            nets.append(ground_net(layout))
        except RelgymError as error:
            assert "nodes" in error.message
    for net in nets:
        level = {node.name: node.level for node in net.nodes}
        assert len(level) == len(net.nodes)
        assert all(level[source] < level[target] for source, target in net.edges)
    lifted = set(nets[0].edges)
    for net in nets[1:]:
        assert {(fluent_of(source), fluent_of(target)) for source, target in net.edges} <= lifted


def fluent_of(cell: str) -> str:
    return cell.split("___")[0].rstrip("'") + ("'" if cell.endswith("'") else "")


@pytest.mark.parametrize("name", ["sysadmin", "game-of-life"])
def test_steps_depend_on_what_the_net_says_and_on_nothing_else(name: str) -> None:
    """Each true value of many random states is changed: the values that change with it are those it leads to."""
    own = spec(name)
    env = RDDLEnv(own.domain, own.problems("train")[0])
    env.reset(seed=0)
    simulator = env.dynamics
    layout = simulator.layout
    [fluent] = layout.of_kind(Kind.STATE)
    names = layout.names(fluent.name)
    rng = np.random.default_rng(0)
    found: dict[str, set[str]] = defaultdict(set)
    for _ in range(300):
        values = [bool(value) for value in rng.random(len(names)) < rng.random()]
        uniforms = rng.random(simulator.uniforms).tolist()
        before = simulator.step((values,), simulator.idle, uniforms).state[0]
        for place, cell in enumerate(names):
            other = [*values]
            other[place] = not other[place]
            after = simulator.step((other,), simulator.idle, uniforms).state[0]
            found[cell] |= {names[at] for at in range(len(names)) if before[at] != after[at]}
    net = ground_net(layout)
    for cell in names:
        assert found[cell] == {node.removesuffix("'") for node in reached(net, cell) if node.endswith("'")}


def reached(net: Net, start: str) -> set[str]:
    seen = {start}
    for source, target in net.edges:
        # Edges come in the order of what reads, and so of the levels.
        if source in seen:
            seen.add(target)
    return seen
