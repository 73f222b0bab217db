"""The functions of RDDL on arrays, as texts over an array namespace `xp`: values as `functions` has them.

Each gives a number that is not finite, and no error, where the function of plain numbers raises one. Whole numbers are
those of 64 bits, and so is what is rounded.

>>> import numpy
>>> eval(TEMPLATES["round"].format("number"), {"xp": numpy, "number": numpy.array([2.5, -3.5])}).tolist()
[2, -4]
"""

from __future__ import annotations

from collections.abc import Mapping

TEMPLATES: Mapping[str, str] = {
    "abs": "xp.abs({0})",
    "sgn": "xp.asarray(xp.sign({0}), dtype=xp.int64)",
    "round": "xp.asarray(xp.round({0}), dtype=xp.int64)",
    "floor": "xp.asarray(xp.floor({0}), dtype=xp.int64)",
    "ceil": "xp.asarray(xp.ceil({0}), dtype=xp.int64)",
    "sqrt": "xp.sqrt({0})",
    "exp": "xp.exp({0})",
    "ln": "xp.log({0})",
    "log": "xp.log({0}) / xp.log({1})",
    "pow": "xp.power({0}, {1})",
    "min": "xp.minimum({0}, {1})",
    "max": "xp.maximum({0}, {1})",
    "div": "xp.floor_divide({0}, {1})",
    "mod": "xp.mod({0}, {1})",
    "fmod": "xp.mod({0}, {1})",
    "hypot": "xp.hypot({0}, {1})",
    "gamma": "special.gamma({0})",
    "lngamma": "special.gammaln({0})",
    **{name: f"xp.{name}({{0}})" for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh")},
    **{name: f"xp.arc{name.removeprefix('a')}({{0}})" for name in ("asin", "acos", "atan")},
}
"""By name: the text over its arguments, `{0}` and `{1}`, all of them numbers (not truth values) of one range."""

NOT_FINITE = "xp.logical_not(xp.isfinite({0}))"
"""Where a number is infinite, or none."""

UNBOUNDED = frozenset({"sqrt", "exp", "ln", "log", "pow", "hypot", "gamma", "lngamma", "asin", "acos", "sinh", "cosh"})
"""Functions that fail where what they give is not finite."""

ROUNDS = frozenset({"round", "floor", "ceil"})
"""Functions that make whole numbers of real ones, which fail where these are too large."""

FAILS: Mapping[str, tuple[str, int]] = dict.fromkeys(("div", "mod", "fmod", "log"), ("{0} == 0", 1))
"""Where other functions fail: a text, and over which argument. The rest never fail."""
