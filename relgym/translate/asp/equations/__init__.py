"""The ASP printer of RDDL equations."""
