"""Static analysis of programs: invariants, entailed and subsumed literals, static joins."""
