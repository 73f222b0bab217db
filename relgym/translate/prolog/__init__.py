"""The Prolog printer, for rules and equations."""
