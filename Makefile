# `make preview` and `make test` install everything they need first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# Tests also wait, so use one process more than there are cores.
JOBS := $(shell echo $$(($$(getconf _NPROCESSORS_ONLN) + 1)))
PYTEST := $(BIN)/pytest -n $(JOBS) --dist worksteal
SYNC := $(BIN)/uv sync --frozen --inexact --quiet

# Tests start many processes, which should share compiled bytecode.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: preview test test-slow without coverage lint audit vulnerabilities format messages docs
.PHONY: lock clean
preview: $(VENV)/ready
	$(BIN)/stairwell preview

test: $(VENV)/ready
	$(PYTEST) -m "not slow"

# These wait more than they compute, so use more processes than cores. Those in `tests/browser`
# run if Chromium is installed.
test-slow: $(VENV)/ready
	$(SYNC) --group browser
	$(BIN)/pytest -n 4 --dist worksteal -m slow --durations 25

# The core alone, by some of its tests. It imports no extension, so `make lint` has checked its
# types. `python -m making.without` checks and runs all, and leaves out any.
without: $(VENV)/ready
	$(BIN)/python -m making.without study teams pool events training \
		--typed extensions --test tests/bot/matches --test tests/web/matches

# Line coverage of the fast tests, which then take 50 % longer.
coverage: $(VENV)/ready
	$(PYTEST) -m "not slow" --cov --cov-report=term

lint: $(VENV)/ready
	$(SYNC) --group browser
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright
	$(BIN)/lint-imports
	$(BIN)/vulture

# Missing translations, licences of dependencies, and the workflows.
audit: $(VENV)/ready
	$(SYNC) --group audit
	$(BIN)/python -m making.audit

# Known vulnerabilities of dependencies. Needs the network.
vulnerabilities: $(VENV)/ready
	$(SYNC) --group audit
	$(BIN)/python -m making.audit vulnerabilities

format: $(VENV)/ready
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Updates and compiles the catalogues after changes of texts or translations.
messages: $(VENV)/ready
	$(BIN)/python -m making.messages

# The documentation and the API of the rules core, as a site in `site/`.
docs: $(VENV)/ready
	$(SYNC) --group docs
	$(BIN)/python -m making.site

# Syncing compiles the catalogues, but not again after a change of them.
$(VENV)/ready: $(VENV)/installed $(wildcard locale/*/LC_MESSAGES/*.po)
	$(BIN)/python -m making.catalogues
	touch $@

$(VENV)/installed: pyproject.toml uv.lock
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Stairwell needs Python 3.11 or newer; name one with: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet "uv>=0.9,<1"
	$(SYNC)
	touch $@

# uv.lock has the tested versions with their hashes, pyproject.toml the allowed ranges.
lock: $(VENV)/ready
	$(BIN)/uv lock --upgrade
	$(BIN)/python -m making.requirements

clean:
	rm -rf $(VENV) site dist
