"""Planning by gradients: RDDL with relaxed operations, and plans that are improved by its derivatives.

`relaxation.py` says what takes the place of comparisons, truth values and draws; `operations.py` computes the array
operations of an instance with it, `rollouts.py` whole episodes. `plans.py` has what is optimised, `search.py` the loop,
and `policy.py` the policies, which need no JAX.
"""
