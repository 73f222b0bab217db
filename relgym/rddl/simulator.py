from relgym.simulator import *  # noqa
