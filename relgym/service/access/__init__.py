"""Access: tokens, what each of them allows, and how much of the service it may use."""
