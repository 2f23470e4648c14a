# `make help` says what there is. Works with GNU Make from 3.81 on.

PYTHON ?= python3
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
UV := 0.13.7
WORKERS := 3 # tests wait more than they compute: for servers, browsers and the disk
PAGE := src/kahuna/server/page/built/made-from

.DEFAULT_GOAL := help
.PHONY: help play bench setup test checks format pins clean page facts screenshots
MAKEFLAGS += --no-print-directory

help: ## Say what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-12s%s\n", $$1, $$2 }' Makefile

play: $(VENV)/run.stamp $(PAGE) ## Start the site on this machine and open the browser (ARGS="--lan")
	@$(BIN)/kahuna serve --open $(ARGS)

bench: $(VENV)/run.stamp ## Measure speed (ARGS="..." goes to `kahuna bench`)
	@$(BIN)/kahuna bench $(ARGS)

setup: $(VENV)/dev.stamp $(PAGE) ## Set up everything that work on Kahuna takes, in .venv

test: $(VENV)/dev.stamp $(PAGE) ## Run every check, fast ones first, and stop at the first that fails
	@# The opponent's machine code is made meanwhile: else each of the first tests would make it.
	@$(BIN)/python -m kahuna.ai.warm_up level:8 & $(MAKE) checks; failed=$$?; wait; exit $$failed
	@$(BIN)/python tests/web/chromium.py
	$(BIN)/pytest -x -n $(WORKERS) $(ARGS)

checks: $(VENV)/dev.stamp $(PAGE) ## Run the checks that are no tests of Python, such as types and layers
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python hatch_build.py check
	$(BIN)/python hatch_build.py test

format: $(VENV)/dev.stamp ## Format the code and mend what ruff can mend
	@$(BIN)/ruff check --fix-only --quiet
	@$(BIN)/ruff format
	@$(BIN)/ruff check

page: $(VENV)/run.stamp $(PAGE) ## Build the page, if web/ has changed

facts: $(VENV)/run.stamp ## Derive what the page is built from: the board, the colours, the API's types
	@$(BIN)/python -m kahuna.server.page.facts

screenshots: $(VENV)/dev.stamp $(PAGE) ## Take the pictures of the page in docs/screenshots
	@$(BIN)/python tests/web/chromium.py
	@$(BIN)/python -m tests.web.screenshots

clean: ## Remove .venv, caches and everything else that was made
	rm -rf $(VENV) dist web/node_modules web/generated/api.ts src/kahuna/server/page/built \
		bench/reports .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# ---- Set-up. A stamp is written when all of it is done, so the next run starts at once.

# A virtual environment holds its own path and its interpreter's. One that was moved or copied, whose
# set-up was interrupted, or whose interpreter is gone is therefore made anew.
SOUND := test "$$(cat $(VENV)/made-at 2>/dev/null)" = "$$(pwd -P)" && $(BIN)/python -Sc '' 2>/dev/null

ifneq ($(shell $(SOUND) && echo yes),yes)
.PHONY: $(VENV)/run.stamp $(VENV)/dev.stamp
endif

$(VENV)/run.stamp: requirements/run.txt requirements/build.txt pyproject.toml
	$(call set-up,-r requirements/run.txt -r requirements/build.txt)

# dev.txt holds all of run.txt and build.txt.
$(VENV)/dev.stamp: requirements/dev.txt pyproject.toml
	$(call set-up,-r requirements/dev.txt)
	@touch $(VENV)/run.stamp

# hatch_build.py knows what the page is made from, and does nothing if it is up to date.
WEB := hatch_build.py $(shell find web -name node_modules -prune -o -type f ! -name api.ts -print)
$(PAGE): $(WEB)
	@$(BIN)/python hatch_build.py
	@touch $@

define set-up
@$(SOUND) || $(new-enough)
@echo 'Setting up $(VENV), about a minute the first time ...'
@$(SOUND) || $(PYTHON) -m venv --clear $(VENV)
@rm -f $(VENV)/made-at
@$(PIP) -qq install --require-hashes $(1)
@$(BIN)/python hatch_build.py
@$(PIP) -qq install --no-deps --no-build-isolation --editable .
@pwd -P >$(VENV)/made-at
@$(PIP) check >$(VENV)/check || { cat $(VENV)/check; echo 'The pins do not fit pyproject.toml: run `make pins`.'; exit 1; } >&2
@touch $@
endef

define new-enough
$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
echo "Kahuna needs Python 3.11 or newer, and $(PYTHON) is not ($$($(PYTHON) -V 2>&1))." \
'Name one: make PYTHON=python3.12 $(MAKECMDGOALS)' >&2; exit 1; }
endef

# ---- Pins. What is pinned stays as it is while it fits; `make pins UPGRADE=1` takes the newest.

COMPILE = "$$tools/bin/uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --custom-compile-command 'make pins' $(if $(UPGRADE),--upgrade)

pins: ## Pin every dependency, with hashes, in requirements/*.txt (UPGRADE=1: at its newest)
	@echo 'Pinning the dependencies ...'
	@$(new-enough)
	@tools=$$(mktemp -d) && trap 'rm -rf "$$tools"' EXIT && \
	$(PYTHON) -m venv "$$tools" && \
	"$$tools/bin/python" -m pip --disable-pip-version-check -qq install uv==$(UV) && \
	$(COMPILE) pyproject.toml -o requirements/run.txt >/dev/null && \
	$(COMPILE) requirements/build.in -c requirements/run.txt -o requirements/build.txt >/dev/null && \
	$(COMPILE) pyproject.toml requirements/build.in requirements/dev.in \
		-c requirements/run.txt -c requirements/build.txt -o requirements/dev.txt >/dev/null
