"""Questions about states, in both languages."""
