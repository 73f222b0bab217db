"""Processes that several tests of equations on clingo run."""

from __future__ import annotations

from relgym.backends.base import Limits
from relgym.read.rddl.loading import read_domain, read_instance
from relgym.reasoning.rddl.dynamics import Dynamics

DOMAIN = """
domain network {
    types { host : object; mood : {@calm, @Busy}; };
    pvariables {
        LINK(host, host) : { non-fluent, bool, default = false };
        RISK : { non-fluent, real, default = 0.2 };
        up(host) : { state-fluent, bool, default = true };
        mood : { state-fluent, mood, default = @calm };
        load(host) : { interm-fluent, int };
        boot(host) : { action-fluent, bool, default = false };
    };
    cpfs {
        load(?h) = sum_{?g : host} [LINK(?h, ?g) ^ up(?g)];
        up'(?h) = if (boot(?h)) then exists_{?g : host} [up(?g) ^ ?g ~= ?h] else up(?h) ^ Bernoulli(RISK * load(?h));
        mood' = switch (mood) { case @calm : @Busy, default : Discrete(mood, @calm : 0.5, @Busy : otherwise) };
    };
    reward = sum_{?h : host} [up'(?h) / (1 + load(?h))];
    action-preconditions { forall_{?h : host} [boot(?h) => ~up(?h)]; };
}
"""

INSTANCE = """
instance pair { domain = network; objects { host : {a, b}; };
    non-fluents { LINK(a, b); LINK(b, a); }; max-nondef-actions = pos-inf; horizon = 9; }
"""

SUMS = """
    P(t, t) : { non-fluent, bool, default = false }; f(t) : { state-fluent, bool, default = true };
    r(t) : { state-fluent, real, default = 0.5 }; n : { state-fluent, int, default = 4000000000 };
    out(t) : { interm-fluent, real };
"""
SUMMED = "non-fluents { P(a, b); P(b, b); P(b, c); }; init-state { ~f(b); r(b) = 0; r(c) = 3; };"


def network(backend: str, limits: Limits | None = None) -> Dynamics:
    process = read_domain(DOMAIN)
    return Dynamics(read_instance(INSTANCE, process), backend, limits)
