"""The history of the database's tables: one module for each change, which names the one before it."""
