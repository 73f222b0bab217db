"""Planning: plans and policies, from relgym's own search and from the planners of others."""
