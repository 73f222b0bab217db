"""Scenes of the catalogue for instances of its domains."""

from __future__ import annotations

from relgym.errors import RelgymError
from relgym.reasoning.rddl.reasoner import RDDLReasoner
from relgym.render.rddl.painter import RDDLPainter


def painter_of(reasoner: RDDLReasoner) -> RDDLPainter:
    """Return a painter by the scene of the catalogue's domain with the name of an instance's domain, if it fits."""
    from relgym.catalogue.domains import catalogue

    name = reasoner.instance.domain.name
    spec = next((spec for spec in catalogue("rddl") if spec.name == name), None)
    try:
        return RDDLPainter(reasoner, None if spec is None else spec.rddl_scene())
    except RelgymError:
        # Another domain of the same name.
        return RDDLPainter(reasoner)
