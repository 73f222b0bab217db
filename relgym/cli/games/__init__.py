"""Games in the terminal: what a player sees and does, the same for both languages."""
