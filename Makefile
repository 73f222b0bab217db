# make demo and make test do all the set-up; `make help` lists the rest.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help install demo hostile serve test test-all others coverage lint bench calibrate load pictures openenv ratios postgres swipl chromium editor baselines

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
BASE := $(VENV)/.relgym
STAMP := $(VENV)/.installed

# Every program that the tests start would compile relgym again.
unexport PYTHONDONTWRITEBYTECODE

help: ## show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):[^#]*## /make \1\t/' | expand -t 24

EXTRAS := .[test,lint,docs,serve,jax,planners,up]

install: $(STAMP) editor ## a virtual environment in .venv with the package, the relgym command and the tools

# uv fetches at the same time what pip fetches one by one, in a third of the time; pip knows the settings of its own users.
INSTALL = $(BIN)/uv pip install -q --python $(BIN)/python --editable '$(1)' || \
  $(BIN)/python -m pip install -qq --disable-pip-version-check --editable '$(1)'

# The package with what it needs itself: a newcomer waits for nothing else.
$(BASE): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "relgym needs Python 3.11 or newer; '$(PYTHON)' is $$($(PYTHON) --version 2>&1)." >&2; \
	  echo "Name another one: make $(or $(MAKECMDGOALS),install) PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { \
	  echo "'$(PYTHON) -m venv' failed; on Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	@echo "Installing relgym into $(VENV) ..."
	@$(BIN)/python -m pip install -qq --disable-pip-version-check uv
	@$(call INSTALL,.)
	@touch $@

$(STAMP): $(BASE)
	@echo "Installing the tools into $(VENV) ..."
	@$(call INSTALL,$(EXTRAS))
	@touch $@

demo: $(BASE) swipl ## play Sokoban on every engine that is there
	@$(BIN)/python examples/demo.py

serve: install ## the reasoning service, whose page opens in a browser where there is one
	@$(BIN)/python -m relgym.cli serve --data relgym-data --open $(SERVE_ARGS)

# Three workers on two cores, since many tests wait: for servers, for browsers, for the end of a limit. Each imports and
# collects all tests first, which takes half a minute.
# The engines' own words say why one was left out, after pytest's summary, where nobody overlooks them.
test: install swipl postgres chromium pyodide ## all tests and doctests, on every engine that is there
	@$(BIN)/python -m pytest -n 3 --dist worksteal -rs $(PYTEST_ARGS); code=$$?; \
	$(BIN)/python .ci/engines.py; exit $$code

# PYTEST_ARGS="tests/explain tests/model" measures what these folders reach.
coverage: install swipl postgres chromium pyodide ## all tests, and which lines and branches of the package they reach
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --editable '.[coverage]'
	@$(BIN)/coverage erase
	@$(BIN)/coverage run -m pytest -n 2 --dist worksteal -q $(PYTEST_ARGS); code=$$?; \
	$(BIN)/coverage combine -q && $(BIN)/coverage report; exit $$code

hostile: export RELGYM_HOSTILE ?= 30
hostile: install ## thousands of hostile requests to the service
	@$(BIN)/python -m pytest -q -s -p no:xdist tests/service/test_fuzzing.py tests/service/test_bounds.py $(PYTEST_ARGS)

lint: install ## ruff (rules and format) and mypy --strict
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy

# The public problems of the rows, where a folder of them is; else relgym makes problems like them.
bench: export RELGYM_BENCH ?= $(abspath $(wildcard ../shared/bench))
bench: export RELGYM_IPC ?= $(abspath $(wildcard ../shared/ipc))
bench: export RELGYM_IPC_LARGE ?= $(abspath $(wildcard ../shared/ipc-large))
bench: install ## how fast relgym is, beside the libraries of others; QUICK=1 for a little of everything
	@$(BIN)/python -m tests.bench $(if $(QUICK),--quick) --json bench.json $(BENCH_ARGS)

ratios: install ## guards: what the hottest functions cost beside one another
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --editable '.[bench]'
	@$(BIN)/python -m pytest -q -p no:xdist tests/bench/ratios.py -p benchmark --benchmark-timer=time.process_time $(PYTEST_ARGS)

calibrate: install ## measure again what the thresholds of relgym.tuning rest on; QUICK=1 for a first look
	@$(BIN)/python -m tests.bench.calibrate $(if $(QUICK),--quick) $(CALIBRATE_ARGS)

baselines: install ## what planners and learners reach in every domain, and the tables of the guide
	@$(BIN)/python -m tests.bench.plans $(PLANS_ARGS)
	@$(BIN)/python -m tests.bench.optimal $(OPTIMAL_ARGS)
	@$(BIN)/python -m tests.bench.policies $(POLICIES_ARGS)
	@$(BIN)/python -m tests.bench.difficulty $(DIFFICULTY_ARGS)
	@$(BIN)/python -m tests.bench.reached
	@$(BIN)/python -m tests.bench.shaping
	@$(BIN)/python -m tests.bench.learning $(LEARNING_ARGS)
	@$(BIN)/python -m tests.bench.asking $(ASKING_ARGS)
	@$(BIN)/python -m tests.bench.exploring $(EXPLORING_ARGS)
	@$(BIN)/python -m tests.bench.jax_domains
	@$(BIN)/python -m tests.bench.gradients $(GRADIENTS_ARGS)

load: install ## the service under load: 64 clients, calls that hang, workers that are killed; LOAD_ARGS="--seconds 60"
	@cd tests && $(abspath $(BIN))/python -m load $(LOAD_ARGS)

pictures: install chromium ## the pictures that the README and the guide show
	@$(BIN)/python docs/pictures/strip.py
	@$(BIN)/python docs/pictures/playground.py

# OpenEnv's package brings a hundred others, and older versions of some that the tests use: it gets an environment of its own.
openenv: install ## OpenEnv's own client plays relgym through the service
	@$(PYTHON) -m venv .venv-openenv
	@.venv-openenv/bin/python -m pip install -qq --disable-pip-version-check openenv
	@RELGYM_OPENENV=.venv-openenv/bin/python $(BIN)/python -m pytest -q -p no:xdist tests/service/test_openenv.py

# PyTorch brings 5.6 GB for graphics cards; TORCH=torch==2.13.0+cpu, or the like, where pip finds a build for processors.
TORCH ?= torch
OTHERS := tests/envs/test_stable_baselines.py tests/pages/test_scripts.py tests/data/trajectories/test_parquet.py \
  tests/ipc/test_pddlgym.py tests/jax/test_adapters.py

# What the tests skip where a large library of others is missing; it gets an environment of its own.
others: install openenv ## tests with Stable-Baselines, OpenEnv's client, PDDLGym's files, Hugging Face datasets, gymnax and pgx
	@$(PYTHON) -m venv .venv-others
	@.venv-others/bin/python -m pip install -qq --disable-pip-version-check '$(TORCH)' --editable '.[test,learn,serve,jax]' datasets gymnax pgx six
	@rm -rf build/pddlgym
	@.venv-others/bin/python -m pip download -qq --disable-pip-version-check --no-deps --dest build/pddlgym pddlgym
	@cd build/pddlgym && $(PYTHON) -m zipfile -e *.whl .
	@RELGYM_PDDLGYM=$(abspath build/pddlgym) .venv-others/bin/python -m pytest -q -rs -p no:xdist $(OTHERS)

# The rest of the tests needs more packages. Words for wrong values of options are those of the newest Typer.
LOWEST := tests/cli/test_app.py tests/cli/test_errors.py tests/envs/wrappers tests/service/test_sockets.py \
  tests/service/test_sessions.py

.PHONY: lowest
lowest: ## tests of the command, environments and the service with the lowest versions of their packages
	@$(PYTHON) -m venv .venv-lowest
	@.venv-lowest/bin/python -m pip install -qq --disable-pip-version-check uv
	@.venv-lowest/bin/uv pip install -q --python .venv-lowest/bin/python --resolution lowest-direct --editable '.[serve,distributions]'
	@.venv-lowest/bin/uv pip install -q --python .venv-lowest/bin/python pytest pytest-xdist hypothesis cloudpickle pyyaml
	@.venv-lowest/bin/python -m pytest -q -n 2 -k 'not plain_words' $(LOWEST)

test-all: test others ## all tests, those with large libraries of others included

.PHONY: docs
docs: install pyodide ## the documentation site, as static files in build/site; DOCS_ARGS=--fast for a first look
	@$(BIN)/python docs/site/build.py $(DOCS_ARGS)

.PHONY: package
package: install ## the sdist and the wheel in dist/, checked
	@$(BIN)/python -m pip install -qq --disable-pip-version-check build twine
	@rm -rf dist
	@$(BIN)/python -m build --outdir dist
	@$(BIN)/python -m twine check --strict dist/*

.PHONY: sbom
sbom: package ## what the wheel needs and contains, as a CycloneDX bill of materials in build/sbom
	@$(BIN)/python .ci/sbom.py dist/*.whl

swipl:
	@.ci/install-swipl

postgres:
	@.ci/install-postgres

chromium:
	@.ci/install-chromium

# Where npm is; without it the playground edits in a plain text area.
editor:
	@.ci/build-editor

.PHONY: pyodide site-playground site-figures
pyodide:
	@.ci/install-pyodide

site-playground: install pyodide ## the page without a service, as static files in build/playground
	@$(BIN)/python playground/site/build.py $(SITE_FOLDER)

site-figures: site-playground ## how fast the page without a service starts, answers and steps
	@$(BIN)/python -m tests.playground.site.figures $(or $(SITE_FOLDER),build/playground)
