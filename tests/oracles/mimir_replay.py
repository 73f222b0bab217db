"""Replays actions in pymimir, in a process of its own, since its parser may take the process down with it.

Reads `{"domain": path, "problem": path, "actions": ["(move a b)", ...]}`, writes for every state of the
walk its atoms and its applicable actions, both as text.
"""

from __future__ import annotations

import json
import sys

import pymimir


def spelled(name: str, objects: list[pymimir.Object]) -> str:
    return f"({' '.join([name, *(item.get_name() for item in objects)])})"


def main() -> None:
    asked = json.load(sys.stdin)
    arity = asked["arity"]
    domain = pymimir.Domain(asked["domain"])
    state = pymimir.Problem(domain, asked["problem"]).get_initial_state()
    found = []
    for chosen in [*asked["actions"], None]:
        actions = {}
        for action in state.generate_applicable_actions():
            # Its translation may give an action further parameters, behind its own.
            name = action.get_action().get_name()
            actions[spelled(name, action.get_objects()[: arity[name]])] = action
        atoms = {spelled(atom.get_predicate().get_name(), atom.get_terms()) for atom in state.get_atoms()}
        found.append({"atoms": sorted(atoms), "actions": sorted(actions)})
        if chosen is not None:
            state = actions[chosen].apply(state)
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
