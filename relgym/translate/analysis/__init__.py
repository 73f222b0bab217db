"""Static analysis of programs: join orders, invariants, entailed and subsumed literals, static joins."""
