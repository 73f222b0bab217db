"""The version of relgym."""

__version__ = "0.1.0"
