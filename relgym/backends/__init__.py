"""Engines, one package each, with their common interface (`base`, `evaluator`) and their names (`registry`)."""
