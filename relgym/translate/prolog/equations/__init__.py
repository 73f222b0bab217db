"""The Prolog printer of RDDL equations."""
