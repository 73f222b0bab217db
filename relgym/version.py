"""The version of relgym."""

__version__ = "0.2.0"
