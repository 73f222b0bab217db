"""The commands of `relgym`, one module for each."""
