"""Axioms: rules of derived predicates, from a domain, from files beside it, and ready-made ones."""
