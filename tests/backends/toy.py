"""A new engine, which tests install as another package would and run the whole suite on."""

from time import monotonic

from backends.brute import PerfectModel

from relgym.backends.base import Backend
from relgym.features import Feature
from relgym.model.pddl.state import State


class Toy(Backend):
    name = "toy"
    features = frozenset(Feature)

    @classmethod
    def version(cls):
        return "1"

    def load(self, program, vocabulary):
        self.program, self.later, self.state, self.model = program, [], State(vocabulary, 0), None

    def move_to(self, state):
        self.state, self.model = state, None

    def define(self, rules):
        self.later += rules
        self.model = None

    def answers(self, symbols, binding=()):
        model, self.model = self.model or PerfectModel(self.program, self.later, self.state), None
        model.until = monotonic() + self.limits.seconds
        found = [[row for row in model.rows(symbol) if row[: len(binding)] == binding] for symbol in symbols]
        # Where the time was up, nothing is kept.
        self.model = model
        return found

    def close(self):
        self.program = None
