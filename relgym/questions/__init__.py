"""Questions about states, in either language, on any engine, with their answers as JSON."""
