"""The choice of an expander."""

from __future__ import annotations

from relgym.errors import UnsupportedFeature
from relgym.exploration.expanders.expander import Expander
from relgym.reasoning.pddl.reachability import reached
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.reasoning.reasoner import Reasoner


def expander_of(reasoner: Reasoner) -> Expander:
    """Return the fastest expander that supports a task or an instance.

    Raises:
        BackendError: Relaxed reachability passes the engine's limits.
    """
    if not isinstance(reasoner, PDDLReasoner):
        from relgym.exploration.expanders.reasoners import rddl_expander

        return rddl_expander(reasoner)  # type: ignore[arg-type]  # there are two languages
    from relgym.exploration.expanders.circuits import CircuitExpander
    from relgym.exploration.expanders.reasoners import pddl_expander

    within = reached(reasoner.translation, reasoner.engine.limits)
    try:
        return CircuitExpander(reasoner, within)
    except UnsupportedFeature:
        return pddl_expander(reasoner, within)
