"""Child processes: how they are started, what they may use, how frames go there and back, and how they end."""
