# Each target sets up what it needs in .venv, once: what runs, or also what checks.
# `make run ARGS=--reset` starts with an empty sandbox, `make chaos SHORT=1` is what CI runs of it.
VENV := .venv
BIN := $(VENV)/bin
RUNS := $(VENV)/.runs
READY := $(VENV)/.ready
# What Python has compiled is kept: the bot, and the many processes of the tests, start in less time.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: run test lint bench chaos lock clean

run: $(RUNS)
	@$(BIN)/whistlestop run $(ARGS)

test: $(READY)
	@$(BIN)/pytest

lint: $(READY)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python scripts/check_structure.py
	@$(BIN)/python scripts/check_prose.py bot engine maps render sandbox bench

bench: $(READY)
	@$(BIN)/python -m bench

chaos: $(READY)
	@$(BIN)/python -m tests.chaos $(if $(SHORT),--short) $(ARGS)

PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check

$(RUNS): requirements-run.lock requirements-build.lock pyproject.toml
	@echo "Setting up $(VENV), once; this takes a minute."
	@test -d $(VENV) || python3 -m venv $(VENV)
	@$(PIP) --require-hashes -r requirements-run.lock -r requirements-build.lock
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $(RUNS)

$(READY): $(RUNS) requirements.lock
	@$(PIP) --require-hashes -r requirements.lock
	@touch $(READY)

# For maintainers: take newer versions into the lock files. The second holds what `make run` needs, the
# third what the image has besides (PostgreSQL, the endpoint, metrics, a quicker loop), the fourth what
# builds the package, all with the versions of the first.
LOCK = $(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-header \
	--no-annotate --quiet
lock: $(READY)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	@$(LOCK) pyproject.toml --extra dev --upgrade --output-file requirements.lock
	@$(LOCK) pyproject.toml --constraint requirements.lock --output-file requirements-run.lock
	@$(LOCK) pyproject.toml --extra postgres --extra serve --extra metrics --extra quick \
		--constraint requirements.lock --output-file requirements-image.lock
	@echo setuptools | $(LOCK) - --constraint requirements.lock --output-file requirements-build.lock

clean:
	@rm -rf $(VENV) *.egg-info .mypy_cache .pytest_cache .ruff_cache
