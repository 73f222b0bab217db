"""The builtin engine: tables, join views that are kept from step to step, and questions about RDDL."""
