"""The incremental simulator: goes from state to state, and keeps the valid actions as the state changes."""
