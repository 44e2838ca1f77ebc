# Each target installs its dependencies into .venv on first use.
# `make run ARGS=--reset` starts with an empty sandbox. CI runs `make chaos SHORT=1`.
VENV := .venv
BIN := $(VENV)/bin
RUNS := $(VENV)/.runs
READY := $(VENV)/.ready
# Let Python save compiled modules, so that the bot and the processes of the tests start faster.
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
	@echo "Setting up $(VENV). This takes a minute and happens only once."
	@test -d $(VENV) || python3 -m venv $(VENV)
	@$(PIP) --require-hashes -r requirements-run.lock -r requirements-build.lock
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $(RUNS)

$(READY): $(RUNS) requirements.lock
	@$(PIP) --require-hashes -r requirements.lock
	@touch $(READY)

# For maintainers: update the versions in the lock files.
#   requirements.lock        everything, including development tools; the others use its versions
#   requirements-run.lock    what `make run` needs
#   requirements-image.lock  also PostgreSQL, the endpoint, metrics and uvloop, for the image
#   requirements-build.lock  what builds the package
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
