"""Action models learned from transitions, and measures of how right they are."""
