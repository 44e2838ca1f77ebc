# Each target sets up what it needs: .venv with the locked dependencies, once.
# `make run ARGS=--reset` starts with an empty sandbox.
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: run test lint bench lock clean

run: $(READY)
	@$(BIN)/whistlestop run $(ARGS)

test: $(READY)
	@$(BIN)/pytest

lint: $(READY)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

bench: $(READY)
	@$(BIN)/python -m bench

$(READY): requirements.lock pyproject.toml
	@test -d $(VENV) || python3 -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $(READY)

# For maintainers: take newer versions into the lock files. The second holds what runs, the third what
# builds the package, both with the versions of the first.
LOCK = $(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-header \
	--no-annotate --quiet
lock: $(READY)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	@$(LOCK) pyproject.toml --extra dev --upgrade --output-file requirements.lock
	@$(LOCK) pyproject.toml --constraint requirements.lock --output-file requirements-run.lock
	@echo setuptools | $(LOCK) - --constraint requirements.lock --output-file requirements-build.lock

clean:
	@rm -rf $(VENV) *.egg-info .mypy_cache .pytest_cache .ruff_cache
