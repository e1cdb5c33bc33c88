# make run    start the bot; without a DISCORD_TOKEN in .env, the playground in your browser
# make test   lint, types and tests
# make bench  the measurements of benchmarks/
# make gallery  one of each picture, into gallery/ and docs/pictures/, to be looked at
# make clean  take away what the other commands have made, but not what was played
#
# Needs nothing but Python 3.11 or newer; another one is chosen with, for example, make run PYTHON=python3.12

PYTHON ?= python3
VENV ?= .venv

BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

.PHONY: run test bench gallery clean
run: $(VENV)/.run
	@$(BIN)/python -m bot

test: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest --cov --numprocesses auto --maxprocesses 4 --dist loadfile

bench: $(VENV)/.run
	@for each in engine replay pictures answers; do $(BIN)/python -m benchmarks.$$each || exit 1; done

gallery: $(VENV)/.run
	@$(BIN)/python -m card_images.gallery gallery docs/pictures

clean:
	rm -rf $(VENV) build skiz.egg-info .coverage .mypy_cache .pytest_cache .ruff_cache .hypothesis

# What has been installed is remembered by empty files, so that the next start is quick.
$(VENV)/.venv:
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed, this is %d.%d; try: make PYTHON=python3.12" % sys.version_info[:2] if sys.version_info < (3, 11) else 0)'
	@echo "Making a virtual environment in $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.run: $(VENV)/.venv pyproject.toml constraints.txt
	@echo "Installing what the bot needs ..."
	@$(INSTALL) setuptools
	@$(INSTALL) --no-build-isolation --editable .
	@touch $@

$(VENV)/.test: $(VENV)/.run
	@echo "Installing what the tests need ..."
	@$(INSTALL) --no-build-isolation --editable '.[test]'
	@touch $@
