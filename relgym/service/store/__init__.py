"""The database of a service: tasks, sessions, and the tree of nodes of each session."""

from relgym.service.store.store import Store

__all__ = ["Store"]
