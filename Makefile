# make run       start the bot; without a DISCORD_TOKEN in .env, the playground in your browser
# make install   the same without starting it: for a server, see docs/hosting.md
# make test      lint, types and tests
# make check     lint, types and the tests of what has changed since main: make check SINCE=v0.1.0
# make coverage  the tests again, and how much of the code they run
# make fuzz      the tests that draw deals, events and kills at random, a hundred times as often
# make soak      many tables over the wire, with every kind of trouble: make soak TABLES=200 MINUTES=5 SEED=1 PROCESSES=4
# make bench     the short benchmarks, see benchmarks/README.md
# make tournament  each strength of computers against the one below, for hours: make tournament DEALS=500 PROCESSES=2
# make dist      the packages of a release and its notes, into dist/
# make gallery   one of each picture, into gallery/ and docs/pictures/, and the pages in docs/play/
# make constraints  the versions and hashes of all packages, again after a change of pyproject.toml; newer: UPGRADE=--upgrade
# make clean     remove what the other commands have made, but not what was played
#
# Needs nothing but Python 3.11 or newer; choose another one with, for example, make run PYTHON=python3.12

PYTHON ?= python3
VENV ?= .venv
SEED ?= 1
SINCE ?= main
TABLES ?= 200
MINUTES ?= 5
PROCESSES ?= 1
DEALS ?= 200
PROCESSES ?= 1
GAMES ?=

BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

# Tests start Python often: what it has compiled is kept.
unexport PYTHONDONTWRITEBYTECODE

PACKAGES := $(patsubst %/__init__.py,%,$(wildcard bot/*/__init__.py cogs/__init__.py card_images/__init__.py))

# A worker more than processors: tests wait for sockets and disks, too.
WORKERS := $(shell expr `getconf _NPROCESSORS_ONLN` + 1)
PYTEST := $(BIN)/python -m pytest --numprocesses $(WORKERS) --maxprocesses 8 --dist worksteal

# They run no more code than the others: in a browser, over the wire, of whole deals at random and random texts, of the
# strength and honesty of computers, of kills, and of the tests themselves.
NOT_COUNTED := tests/e2e tests/conformance tests/test_benchmarks.py tests/test_arbitrary_text.py \
    tests/playground/test_browser.py tests/test_package.py tests/test_imports.py \
    $(addprefix tests/tables/,test_kill.py test_machine.py test_storage.py) tests/games/test_golden.py \
    tests/rules/test_playing.py tests/computers/test_honest.py \
    $(addprefix tests/cogs/,table/test_names.py test_noninterference.py test_reading.py) \
    $(wildcard tests/computers/test_strength.py tests/games/*/test_computer_strength.py)

# Beside `coverage`, which runs the others, `test` runs these alone: so `make test coverage` runs each test once.
TESTS := $(if $(filter coverage,$(MAKECMDGOALS)),$(NOT_COUNTED))

.PHONY: run install check test coverage fuzz soak bench tournament dist gallery constraints clean
run: $(VENV)/.run
	@$(BIN)/python -m bot

# Compiled here, since the user that runs the bot may not write into this folder.
install: $(VENV)/.run
	@$(BIN)/python -m compileall -q bot cogs card_images

# Types are checked while the tests run, and what is wrong with them is said at the end: mypy uses one processor alone.
# In a new clone the tests are compiled first, once: otherwise each worker would compile all of them.
test: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@echo "mypy, and the tests ..."
	@$(BIN)/mypy >$(VENV)/types.txt 2>&1 & types=$$!; \
	[ -d tests/__pycache__ ] || $(BIN)/python -m pytest --collect-only --quiet >/dev/null; \
	$(PYTEST) -m 'not long' $(TESTS); failed=$$?; \
	wait $$types || failed=1; cat $(VENV)/types.txt; exit $$failed

# Without the slowest tests, and without those of other files that a change may break: `make test` runs them.
check: $(VENV)/.test
	@$(BIN)/ruff check --quiet . && $(BIN)/ruff format --quiet --check .
	@$(BIN)/mypy >$(VENV)/types.txt 2>&1 & types=$$!; \
	$(PYTEST) --quiet -m 'not long and not browser' `$(BIN)/python -m tests.changed $(SINCE)`; failed=$$?; \
	wait $$types || failed=1; cat $(VENV)/types.txt; exit $$failed

# Without pytest's cache the cards are drawn within the run, and their drawing counts.
coverage: $(VENV)/.test
	$(PYTEST) -p no:cacheprovider --cov --cov-report= \
	    -m 'not long' $(addprefix --ignore ,$(NOT_COUNTED))
	@for each in 'bot/*.py' $(PACKAGES:%='%/*') 'bot/games/*/computer.py'; do \
	    case $$each in *computer.py) least=95 omit=- ;; bot/rules/* | bot/games/*) least=100 omit='*/computer.py' ;; \
	        *) least=95 omit=- ;; esac; \
	    echo "$$each"; $(BIN)/coverage report --include="$$each" --omit="$$omit" --fail-under=$$least || exit 1; \
	done

fuzz: $(VENV)/.test
	$(PYTEST) --hypothesis-profile soak tests/conformance tests/tables/test_kill.py tests/tables/test_machine.py \
	    tests/e2e/test_refusals.py
	$(PYTEST) -m long

soak: $(VENV)/.test
	@$(BIN)/python -m tests.soak --tables $(TABLES) --minutes $(MINUTES) --seed $(SEED) --processes $(PROCESSES)

bench: $(VENV)/.run
	@for each in startup engine playouts pictures answers store; do $(BIN)/python -m benchmarks.$$each || exit 1; done

# A stopped tournament continues where it was: each result is a line of tournament.jsonl.
tournament: $(VENV)/.run
	@$(BIN)/python -m benchmarks.tournament --deals $(DEALS) --seed $(SEED) --processes $(PROCESSES) \
	    $(GAMES:%=--game %)

# The wheel is built from the source package, and the notes are what the changelog says of the newest version.
dist: $(VENV)/.run
	rm -rf build dist
	@git rev-parse HEAD >bot/COMMIT 2>/dev/null || rm -f bot/COMMIT
	@$(BIN)/python -c 'from setuptools import build_meta; build_meta.build_sdist("dist")' >/dev/null
	@$(BIN)/python -m pip wheel --quiet --no-build-isolation --no-deps --wheel-dir dist dist/skiz-*.tar.gz
	@awk '/^## / { newest = !found && !/Unreleased/; found = found || newest; next } newest' CHANGELOG.md > dist/notes.md
	@rm -f bot/COMMIT
	@ls dist

gallery: $(VENV)/.run
	@$(BIN)/python -m card_images.gallery gallery docs/pictures
	@$(BIN)/python -m bot rules docs/play

# For every platform and every Python there is; setuptools is what builds the project itself.
export UV_CUSTOM_COMPILE_COMMAND := make constraints
COMPILE := build/uv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --annotation-style line
constraints:
	@$(PYTHON) -m venv build/uv
	@build/uv/bin/python -m pip install --quiet --disable-pip-version-check uv
	@echo setuptools | $(COMPILE) $(UPGRADE) pyproject.toml - --extra postgresql --output-file constraints.txt
	@$(COMPILE) $(UPGRADE) pyproject.toml --extra test --constraint constraints.txt \
	    `sed -n 's/==.*//; s/^[a-z0-9]/--no-emit-package &/p' constraints.txt` --output-file tests/constraints.txt

clean:
	rm -rf $(VENV) build dist skiz.egg-info .coverage .coverage.* .mypy_cache .pytest_cache .ruff_cache .hypothesis

# What has been installed is remembered by empty files, so that the next start is quick. The lists are complete: left to
# resolve, pip would look for newer releases, and refuse a package with extras (`coverage[toml]`) as soon as there is one.
$(VENV)/.venv:
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed, this is %d.%d; try: make PYTHON=python3.12" % sys.version_info[:2] if sys.version_info < (3, 11) else 0)'
	@echo "Making a virtual environment in $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.run: $(VENV)/.venv pyproject.toml constraints.txt
	@echo "Installing what the bot needs ..."
	@$(INSTALL) --require-hashes --no-deps --requirement constraints.txt
	@$(INSTALL) --no-index --no-deps --no-build-isolation --editable .
	@touch $@

# No package is in both lists, so they are installed at the same time.
$(VENV)/.test: $(VENV)/.venv pyproject.toml constraints.txt tests/constraints.txt
	@$(MAKE) --no-print-directory --jobs=2 $(VENV)/.run $(VENV)/.tools
	@touch $@

$(VENV)/.tools: $(VENV)/.venv tests/constraints.txt
	@echo "Installing what the tests need ..."
	@$(INSTALL) --require-hashes --no-deps --no-compile --requirement tests/constraints.txt
	@touch $@
