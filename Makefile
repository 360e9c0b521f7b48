# Two commands do all set-up: `make preview` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# One process more than cores, as one or another always waits; and whoever has nothing left to do
# takes over from the others.
JOBS := $(shell echo $$(($$(getconf _NPROCESSORS_ONLN) + 1)))
PYTEST := $(BIN)/pytest -n $(JOBS) --dist worksteal

.PHONY: preview test test-slow coverage lint format messages docs lock clean
preview: $(VENV)/ready
	$(BIN)/stairwell preview

test: $(VENV)/ready
	$(PYTEST) -m "not slow"

# These wait more than they compute, so there are more at once than there are cores.
test-slow: $(VENV)/ready
	$(BIN)/pytest -n 4 --dist worksteal -m slow

# How much of the code the fast tests cover; it takes them half as long again.
coverage: $(VENV)/ready
	$(PYTEST) -m "not slow" --cov --cov-report=term

lint: $(VENV)/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright
	$(BIN)/lint-imports

format: $(VENV)/ready
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# After texts have changed, or translations: both are kept, the catalogues and what is made of them.
messages: $(VENV)/ready
	$(BIN)/python -m making.messages

docs: $(VENV)/ready
	$(BIN)/python -m pdoc rules rules.record '!rules.places' '!rules.replay' --output-directory site

$(VENV)/ready: pyproject.toml requirements.lock
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Stairwell needs Python 3.11 or newer; name one with: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --constraint requirements.lock --editable ".[preview,dev]"
	touch $@

# The lock holds the versions that are tested; the ranges are in pyproject.toml.
lock:
	uv pip compile --universal --python-version 3.11 --extra preview --extra postgresql --extra sentry --extra dev --no-annotate pyproject.toml --output-file requirements.lock

clean:
	rm -rf $(VENV) site
