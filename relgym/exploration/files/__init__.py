"""State spaces in files: Parquet and SQLite."""
