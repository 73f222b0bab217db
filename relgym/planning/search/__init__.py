"""relgym's own search for plans."""
