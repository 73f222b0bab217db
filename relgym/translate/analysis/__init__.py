"""What is known of a program before it runs: join orders, invariants, entailed and subsumed literals, static joins."""
