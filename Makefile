# Each target sets up what it needs: .venv with the locked dependencies, once.
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: run test lint bench lock clean

run: $(READY)
	@$(BIN)/whistlestop simulate usa --games 60 --seats 3

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

# For maintainers: take newer versions into the lock file.
lock: $(READY)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	@$(BIN)/uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 \
		--generate-hashes --no-header --no-annotate --upgrade --quiet --output-file requirements.lock

clean:
	@rm -rf $(VENV) *.egg-info .mypy_cache .pytest_cache .ruff_cache
