"""Corners of RDDL's numbers have one meaning on every path: large whole numbers, overflows, signed zeros."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from envs.rddl.paths import PATHS, domain, is_there, stepped

from relgym.errors import RelgymError, UnsupportedFeature

DECLARED = """
    K : { state-fluent, int, default = 67108864 }; C : { non-fluent, real, default = 1e308 };
    H : { state-fluent, int, default = 9007199254740993 }; D : { state-fluent, real, default = 9007199254740992.0 };
    B : { state-fluent, real, default = 1e308 }; Z : { state-fluent, real, default = -0.0 };
    P : { state-fluent, real, default = 0.0 }; n : { state-fluent, int, default = 0 };
    F(t) : { state-fluent, real, default = -0.0 }; yes : { state-fluent, bool, default = true };
    """

KEPT = "K' = K; H' = H; D' = D; B' = B; Z' = Z; P' = P; n' = n; F'(?x) = F(?x); yes' = yes;"

LARGE = [
    *(f"H {sign} 9007199254740993.0" for sign in ("==", "~=", "<", "<=", ">", ">=")),
    *(f"{left} {sign} {right}" for sign in ("==", "<", "<=") for left, right in (("H", "D"), ("D", "H"))),
    "-H == -9007199254740993.0",
    "-H < -9007199254740993.0",
    "H - 1 == 9007199254740992.0",
    "max[H, 9007199254740993.0] == H",
    "min[H, 9007199254740993.0] == H",
    "max[-H, -9007199254740993.0] == -H",
    "switch (D) { case 9007199254740993 : true, default : false }",
    "switch (if (yes) then H else 0.5) { case 9007199254740993.0 : true, default : false }",
    "(max_{?x : t} (if (?x == a) then 9007199254740993.0 else H)) == H",
    "(min_{?x : t} (if (?x == a) then H else 9007199254740993.0)) == H",
    "(argmax_{?x : t} (if (?x == a) then 9007199254740993.0 else H)) == b",
    "(argmin_{?x : t} (if (?x == a) then H else 9007199254740993.0)) == b",
    "(if (yes) then H else 0.5) == 9007199254740993.0",
    "H + 0 == D",
    "2 * K * K + 1 == D",
    "D < 2 * K * K + 1",
    "(2 * K * K + 1) / 1 == D",
    "max[2 * K * K + 1, D] == 2 * K * K",
    "D + 1e16 - 1e16 == D",
    "B * 10 / 10 > 1",
    "-(B * 10) / 10 < 1",
    "(avg_{?x : t} C) > 1",
    "(avg_{?x : t} (1.7e308 * sin[D])) > 1",
    "H / 1 == D",
    "1.0 * H == D",
]
"""Truth values: a whole number is compared exactly with a real one."""

NUMBERS = [
    *("avg_{?x : t} B", "(avg_{?x : t} (if (?x == a) then B else -B)) + 1", "sum_{?x : t} B", "B + B - B"),
    *(
        "B * 10",
        "prod_{?x : t} B",
        "avg_{?x : t} [B / 2]",
        "B * 10 * 0",
        "n + 1e16 - 1e16 + 1",
        "B + 1e308 - 1e308",
        "(B + 1e308) * 1e-10",
        "avg_{?x : t} [F(?x) + 1]",
    ),
    *("min[0, Z]", "min[Z, 0]", "min[P, Z]", "min[Z, P]", "max[0, Z]", "max[Z, 0]", "max[P, Z]", "max[Z, P]"),
    *("min[n, Z]", "min[Z, n]", "max[n, Z]", "max[Z, n]", "min_{?x : t} F(?x)", "max_{?x : t} F(?x)"),
    "min_{?x : t} (if (?x == a) then 0.0 else Z)",
    "min_{?x : t} (if (?x == a) then Z else 0.0)",
    "max_{?x : t} (if (?x == a) then 0.0 else Z)",
    "max_{?x : t} (if (?x == a) then Z else 0.0)",
    *("sgn[Z]", "abs[Z]", "round[Z]", "floor[Z]", "ceil[Z]", "ceil[Z - 0.5]", "round[Z - 0.25]", "sqrt[Z]"),
    *(
        "Z",
        "-Z",
        "-P",
        "-n",
        "Z + 0",
        "Z + 0.0",
        "Z + Z",
        "Z - P",
        "P - P",
        "0 - Z",
        "0 * Z",
        "-1 * P",
        "n * Z",
        "P * -1.5",
    ),
    *("sum_{?x : t} F(?x)", "prod_{?x : t} F(?x)", "avg_{?x : t} F(?x)", "sum_{?x : t} [F(?x) * (?x == a)]"),
    *(
        "yes * Z",
        "(~yes) * Z",
        "(~yes) * -1.5",
        "if (yes) then Z else 1",
        "Z / 3",
        "P / -3",
        "fmod[Z, 3.0]",
        "fmod[6.0, -3.0]",
    ),
    *("sin[Z]", "tanh[Z]", "pow[Z, 3]", "pow[Z, 2]", "atan[Z]", "sinh[Z]", "Uniform(Z, Z)", "Normal(Z, 0)"),
    *("1 / (1 / (Z - 1e-300) - 1)", "KronDelta(Z)", "DiracDelta(Z)", "exp[-1000] * -1"),
]
"""Numbers: overflows are errors, and a zero has one sign."""


def together(kind: str, expressions: Sequence[str]) -> str:
    """A domain that observes the value of each expression; a domain for each would have every path compile it."""
    names = [f"out{number}" for number in range(len(expressions))]
    observed = " ".join(f"{name} : {{ observ-fluent, {kind} }};" for name in names)
    return domain(DECLARED + observed, KEPT + " ".join(map("{} = {};".format, names, expressions)))


def differences(kind: str, expressions: Sequence[str]) -> dict[str, Any]:
    """What paths give that is not what the reference gives, by the path and the expression."""
    if len(expressions) > 1:
        failing = [one for one in expressions if isinstance(stepped("sld", together(kind, [one])), str)]
        sound = [one for one in expressions if one not in failing]
        alone = {key: value for one in failing for key, value in differences(kind, [one]).items()}
    else:
        sound, alone = list(expressions), {}
    text = together(kind, sound)
    expected = stepped("sld", text)
    for path in filter(is_there, PATHS):
        try:
            values = stepped(path, text)
        except RelgymError as error:
            refuses = ("swipl", "clingo") if isinstance(error, UnsupportedFeature) else ("jax",)
            assert path in refuses
            assert path != "jax" or "JAX" in str(error)
            if len(sound) > 1:
                # It may refuse some of them alone.
                half = len(sound) // 2
                alone |= differences(kind, sound[:half]) | differences(kind, sound[half:])
            continue
        if values != expected:
            alone[f"{path}: {'; '.join(sound)}"] = values, expected
    return alone


@pytest.mark.parametrize(("kind", "expressions"), [("bool", LARGE), ("real", NUMBERS)], ids=["truths", "numbers"])
def test_values_are_the_same(kind: str, expressions: Sequence[str]) -> None:
    assert differences(kind, expressions) == {}
