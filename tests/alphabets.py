"""Letters of random words."""

from __future__ import annotations

from hypothesis import strategies as st

ASCII = st.characters(codec="ascii")
"""Strategies over all of Unicode take seconds of processor time until their first example."""
