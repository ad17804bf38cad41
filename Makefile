# Everything this project does from the command line. `make` lists it.
#
# Needs make and Python 3.11 or newer; all else is installed into .venv, once.
# The tools run as `python -m …`, so the folder may be moved afterwards.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
E2E := build/e2e
PIP := $(PY) -m pip install -qq --disable-pip-version-check
BABEL := $(PY) -m babel.messages.frontend --quiet

LANGUAGES := ru en pl
POT := build/alibi.pot

# The program is packaged by the Python that it will run on: that of .venv, or RUNTIME's own.
PACKAGER := $(if $(RUNTIME),build/python$(RUNTIME),$(VENV))

OPTIONS = $(if $(BOTS),--bots "$(BOTS)") $(if $(HTTP),--http "$(HTTP)") \
	$(if $(SMTP),--smtp "$(SMTP)") $(if $(DATA),--data "$(DATA)") $(ARGS)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play demo test e2e check check-locale format bench package install mutants corpus locale pot clean crash operate cloud deploy rollback doctor

help:  ## list these targets
	@awk -F ':.*## ' '/^[a-z0-9]+:.*## / {printf "make %-8s %s\n", $$1, $$2}' Makefile

play: $(VENV)/.local  ## run a game here: BOTS=5 HTTP=8000 SMTP=2525 DATA=./data
	@$(PY) -m infra.local $(OPTIONS)

demo: $(VENV)/.local  ## watch a whole game played by bots
	@$(PY) -m infra.demo $(ARGS)

operate: $(VENV)/.local  ## look after an installation: ARGS="list", ARGS="--help"
	@$(PY) -m infra.operate $(ARGS)

# To AWS (docs/aws.md). Settings stay from one deployment to the next.
AT = $(if $(REGION),--region "$(REGION)") $(if $(PROFILE),--profile "$(PROFILE)") \
	$(if $(STACK),--stack "$(STACK)")
WANTED = $(if $(DOMAIN),--domain "$(DOMAIN)") $(foreach one,$(SET),--set "$(one)") \
	$(if $(YES),--yes) $(ARGS)

deploy: $(VENV)/.local  ## bring it to AWS: DOMAIN=in.example.org REGION=eu-central-1 SET="MailRate=14"
	@$(if $(VERSION)$(findstring --versions,$(ARGS)),,$(MAKE) --no-print-directory package ARGS=)
	@$(PY) -m infra.deploy $(AT) $(if $(VERSION),--version "$(VERSION)") $(WANTED)

rollback: $(VENV)/.local  ## go back to the version that was deployed before
	@$(PY) -m infra.deploy $(AT) --rollback $(WANTED)

doctor: $(VENV)/.local  ## what a deployed Alibi still lacks: ARGS=--json
	@$(PY) -m infra.doctor $(AT) $(ARGS)

# The tests start many programs: each would compile everything if the environment forbids bytecode.
test: $(VENV)/.dev  ## run the tests: ARGS="-k F20"
	@PYTHONDONTWRITEBYTECODE= $(PY) -m pytest -n 2 --dist worksteal $(ARGS)

# The same tests as in `make test`, which has time for some of it only.
crash: $(VENV)/.dev  ## kill it, spoil its calls to AWS and race it for long: ARGS="-k seed"
	@CRASH_SEEDS=210 CRASH_BOUNDARIES=5 KILL_SEEDS=70 FAULTS=0 RACE_ROUNDS=40 RACE_SECONDS=30 \
		PYTHONDONTWRITEBYTECODE= $(PY) -m pytest -n 2 --dist worksteal \
		tests/crash tests/faults tests/races $(ARGS)

e2e: $(VENV)/.dev $(E2E)/.made  ## play a game at a real forum: ARGS="-k bridge"
	@$(PY) -m pytest tests/e2e $(ARGS)

cloud: $(VENV)/.dev  ## play a game at the package, deployed to an emulator of AWS
	@PYTHONDONTWRITEBYTECODE= $(PY) -m pytest tests/cloud $(ARGS)

check: $(VENV)/.dev check-locale  ## format, lint, types and translations
	@$(PY) -m ruff format --check .
	@$(PY) -m ruff check .
	@$(PY) -m mypy --strict

format: $(VENV)/.dev  ## put the code into its format
	@$(PY) -m ruff check --fix-only --quiet .
	@$(PY) -m ruff format .

bench: $(VENV)/.dev  ## measure what a move costs
	@$(PY) -m bench $(ARGS)

package: $(PACKAGER)/.local  ## make what goes to AWS, in build/package: RUNTIME=3.13 ARCH=arm64
	@$(PACKAGER)/bin/python -m infra.package $(if $(ARCH),--arch "$(ARCH)") \
		$(if $(RUNTIME),--runtime "$(RUNTIME)") $(ARGS)

install: $(VENV)/.local  ## what one machine needs, into .venv (docs/self-hosting.md)

mutants: $(VENV)/.mutants  ## break the rules and see which tests notice: ARGS=chalicelib.rules.table
	@$(PY) -m infra.mutants $(ARGS)

corpus: $(VENV)/.dev  ## let mail programs answer our letters: ARGS="mutt"
	@$(PY) -m infra.corpus $(ARGS)

locale: pot  ## bring the translations up to date with the texts
	@for language in $(LANGUAGES); do \
		$(BABEL) update --init-missing -l $$language -i $(POT) || exit 1; \
	done
	@$(BABEL) compile

check-locale: pot
	@$(PY) -m infra.translations $(LANGUAGES)
	@for language in $(LANGUAGES); do \
		$(BABEL) update --check -l $$language -i $(POT) 2>/dev/null \
		|| { echo "$$language: not up to date, run make locale" >&2; exit 1; }; \
	done

pot: $(VENV)/.dev
	@mkdir -p $(dir $(POT))
	@$(BABEL) extract --output $(POT) chalicelib

clean:  ## remove what make made; games in data/ stay
	rm -rf $(VENV) build mutants .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The virtual environment. Each stamp is newer than what it was made from.

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Alibi needs Python 3.11 or newer, and '$(PYTHON)' is not." >&2; \
		echo "Name one that is: make $(or $(MAKECMDGOALS),play) PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.local: $(VENV)/.made requirements-local.txt requirements.txt
	@echo "Installing what Alibi needs into $(VENV), once" >&2
	@$(PIP) -r requirements-local.txt
	@touch $@

$(VENV)/.dev: $(VENV)/.local requirements-dev.txt
	@echo "Installing the tests' tools into $(VENV), once" >&2
	@$(PIP) -r requirements-dev.txt
	@touch $@

build/python%/.local: requirements-local.txt requirements.txt
	@echo "Installing what packages for Python $* into build/python$*, once" >&2
	@$(if $(filter command line,$(origin PYTHON)),$(PYTHON),python$*) -m venv build/python$* || { \
		echo "A package for Python $* is made by Python $*:" >&2; \
		echo "make package RUNTIME=$* PYTHON=/path/to/python$*" >&2; exit 1; }
	@build/python$*/bin/python -m pip install -qq --disable-pip-version-check \
		-r requirements-local.txt
	@touch $@

$(VENV)/.mutants: $(VENV)/.dev requirements-mutants.txt
	@echo "Installing what makes mutants into $(VENV), once" >&2
	@$(PIP) -r requirements-mutants.txt
	@touch $@

# The forum has Django, which we have not.
$(E2E)/.made: $(VENV)/.made requirements-e2e.txt
	@echo "Installing a forum into $(E2E), once" >&2
	@$(PYTHON) -m venv $(E2E)
	@$(E2E)/bin/python -m pip install -qq --disable-pip-version-check -r requirements-e2e.txt
	@touch $@
