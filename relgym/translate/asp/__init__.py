"""The ASP printer, for rules and equations."""
