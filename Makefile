# Needs nothing but Python 3.11 or newer and make: everything else comes from the lock file.
PYTHON ?= python3
PORT ?= 8000
UV_VERSION := 0.13.9
VENV := .venv
BIN := $(VENV)/bin
UV := UV_PROJECT_ENVIRONMENT=$(VENV) $(BIN)/uv
PYTEST_ARGS ?=

export PORT

.PHONY: run test lint messages bench clean
.DELETE_ON_ERROR:

run: $(VENV)/.site  ## serve on 127.0.0.1:$(PORT) with a demo; Ctrl-C stops everything
	@exec $(BIN)/python -m config.serve

test: $(VENV)/.dev messages  ## everything, on a PostgreSQL of its own; three at once, as some tests wait
	@$(BIN)/python -m pytest -n 3 --dist loadfile --no-loadscope-reorder $(PYTEST_ARGS)

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -W ignore::RuntimeWarning manage.py makemigrations --check --dry-run
	$(BIN)/python -m config.messages check

messages: $(VENV)/.site  ## compile the translations
	@$(BIN)/python -m config.messages compile

bench: $(VENV)/.dev
	$(UV) sync --locked --inexact --quiet --group bench
	$(BIN)/python -m benchmarks

clean:  ## forget the environment; the data in var/ stays
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(BIN)/uv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; name one: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@echo "Making $(VENV) …"
	@$(PYTHON) -m venv $(VENV) || \
	  { echo "python -m venv failed (Debian and Ubuntu: apt-get install python3-venv)"; exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)

$(VENV)/.site: $(BIN)/uv pyproject.toml uv.lock
	@echo "Installing the locked dependencies …"
	@$(UV) sync --locked --inexact --quiet --no-default-groups
	@touch $@

$(VENV)/.dev: $(VENV)/.site
	@$(UV) sync --locked --inexact --quiet
	@touch $@
