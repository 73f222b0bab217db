"""Tools for language models over the Model Context Protocol (MCP): the verbs of the service with short answers."""
