"""Planning by gradients: RDDL with relaxed operations, and plans that are improved by its derivatives or by returns.

`relaxation.py` says what takes the place of comparisons, truth values and draws; `operations.py` computes the array
operations of an instance with it, `rollouts.py` whole episodes. `plans.py` has what is optimised, `estimators.py` the
directions of ascent, `search.py` the loop, and `policy.py` the policies, which need no JAX unless they plan anew
(`replanning.py`).
"""
