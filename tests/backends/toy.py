"""A new engine, which tests install as another package would and run the whole suite on."""

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
        self.program, self.later, self.state = program, [], State(vocabulary, 0)

    def move_to(self, state):
        self.state = state

    def define(self, rules):
        self.later += rules

    def answers(self, symbols, binding=()):
        model = PerfectModel(self.program, self.later, self.state, self.limits.seconds)
        return [[row for row in model.rows(symbol) if row[: len(binding)] == binding] for symbol in symbols]

    def close(self):
        self.program = None
