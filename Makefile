# Quadrilatero. `make` lists what can be done; every target sets up what it needs.
# Wants Python 3.11 or newer (with venv) and make, nothing else; all that is installed goes into .venv.

PYTHON  ?=
GAME    ?=
FILE    ?=
GAMES   ?= 2000
PAIRS   ?= 20000
SECONDS ?= 60
WORKERS ?= 2
ARGS    ?=

VENV := .venv
BIN  := $(VENV)/bin
CODE  = $(wildcard src tests bench web/types hatch_build.py hatch_compile.py)

# Trust the certificates the system trusts, never fetch a Python, say only what matters.
UV_SYSTEM_CERTS     ?= 1
UV_PYTHON_DOWNLOADS ?= never
UV_LINK_MODE        ?= copy
export UV_SYSTEM_CERTS UV_PYTHON_DOWNLOADS UV_LINK_MODE
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Tests start hundreds of processes; each would translate all sources anew.
export PYTHONDONTWRITEBYTECODE :=

PIP := $(BIN)/uv --quiet pip
SAY := @printf '==> %s\n'

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup play collected compiled compiled-quickly web types client test fuzz fuzz-socket mutants leaks lint bench bench-against bench-lab bench-long bench-server bench-table fit-orders lock clean FORCE

help:           ## list the targets
	@echo 'Quadrilatero: make TARGET'
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  \1|\2/p' $(firstword $(MAKEFILE_LIST)) | awk -F'|' '{printf "%-14s  %s\n", $$1, $$2}'

setup: $(VENV)/.dev ## install everything for playing and developing into .venv
	$(SAY) 'ready: $(BIN)/quadrilatero --help'

play: $(VENV)/.runtime web ## play in the browser: start the server and open its page (ARGS="--port 9000" is passed on)
	@$(BIN)/python hatch_compile.py says
	$(SAY) 'play: the server; Ctrl-C ends it, games are kept'
	@$(BIN)/quadrilatero serve --open $(ARGS)

compiled: $(VENV)/.dev ## compile rules, kernel, hexes, table and what the server does at every answer, where there is a C compiler
	$(SAY) 'compiled: mypyc and the C compiler; some minutes'
	@$(BIN)/python hatch_compile.py
	@$(BIN)/python hatch_compile.py says

compiled-quickly: $(VENV)/.dev
	$(SAY) 'compiled: mypyc and the C compiler, for tests'
	@$(QUICKLY)

web: $(VENV)/.node ## build the browser client into the package, if it has changed
	$(SAY) 'web: client'
	@$(BIN)/python hatch_build.py

types: $(VENV)/.dev web/node_modules/.package-lock.json ## write the browser client's types anew from the server's models
	@$(BIN)/python web/types/schemas.py

client: web/node_modules/.package-lock.json ## types and unit tests of the browser client
	$(SAY) 'client: svelte-check, vitest'
	@$(BIN)/python hatch_build.py npm run --silent check
	@$(BIN)/python hatch_build.py npm run --silent test

PYTEST   = $(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal
# Tests in a browser or of a server wait more than they reckon: two processes more keep the cores busy.
PAGES    = $(BIN)/python -m pytest -q -n $$(($(WORKERS) + 2)) --dist worksteal
COMPILED = $(BIN)/python hatch_compile.py then
# Tests are content with a build that the C compiler has not optimised.
QUICKLY  = $(BIN)/python hatch_compile.py quick
EVERY    = tests/test_every_rule.py
SERVED   = $(patsubst %,tests/server/test_%.py,acts clocks commits company connections failing fog play races rooms seat_rights seats secrets telling) tests/browser/test_campaign_day.py

# Whole games at random, of every battle, and play on the server: compiled where that can be, plain elsewhere.
LONG     = tests/long
SHORT    = $$([ -d src/quadrilatero/_compiled ] && echo $(patsubst %,--ignore=%,$(LONG) $(SERVED)))

# Pages, sockets and servers share the cores with whatever else runs: a test that failed is tried once more, alone.
# What fails twice fails, and what passed only alone is named by the first run.
AGAIN = || { code=$$?; [ $$code -eq 1 ] || exit $$code; printf '==> %s\n' 'test: those that failed once more, one at a time'; \
	$(BIN)/python -m pytest -q -n 0 --last-failed --last-failed-no-failures=none; }

test: $(if $(GAME),lint,$(VENV)/.dev web/node_modules/.package-lock.json) ## lint, then all tests on WORKERS processes, or GAME's and the kernel's (ARGS="-k name" chooses)
ifeq ($(GAME),)
	@$(MAKE) --no-print-directory -j2 compiled-quickly lint collected client web
	@$(BIN)/python tests/provide.py
	$(SAY) 'test: pytest on $(WORKERS) processes and two more'
	@QUADRILATERO_BUILD=python $(PAGES) -p quadrilatero.kernel.coverage $(if $(ARGS),,--rules-kept) --ignore $(EVERY) $(SHORT) $(ARGS) $(AGAIN)
	$(if $(ARGS),,@$(BIN)/python -m pytest -q -n 0 $(EVERY))
	$(SAY) 'test: rules, kernel, hexes, table and recorded games once more, compiled, then whole games and play on the server'
	@$(QUICKLY) then $(PYTEST) $(LONG) tests/kernel tests/hexes tests/table tests/games tests/test_golden.py $(SERVED) $(ARGS)
else
	$(SAY) 'test: pytest on $(WORKERS) processes: $(GAME) and the kernel'
	@[ -d tests/games/$(GAME) ] || { echo 'There are no tests of $(GAME): tests/games/ has $(notdir $(wildcard tests/games/*))' >&2; exit 1; }
	@$(PYTEST) tests/games/$(GAME) tests/kernel $(ARGS)
	@$(PYTEST) -k $(GAME) $(LONG) $(EVERY) tests/test_game_words.py
	@$(PYTEST) -n 0 tests/test_words.py
	$(SAY) 'test: $(GAME) once more, compiled'
	@$(QUICKLY) then $(PYTEST) tests/games/$(GAME) $(ARGS)
endif

# Read once before all processes read them: whoever comes first translates 640 files, and the others find them translated.
collected: $(VENV)/.dev
	$(SAY) 'test: which tests there are'
	@found=$$($(BIN)/python -m pytest -q --collect-only) || { printf '%s\n' "$$found"; exit 1; }

mutants: $(VENV)/.dev ## small changes of GAME's rules (FILE=assault: of one module) that no test would notice (ARGS=--fresh)
	$(SAY) 'mutants: $(or $(GAME),camposanto)$(if $(FILE),: $(FILE)); Ctrl-C stops, the same command goes on'
	@nice $(BIN)/python tests/mutants.py $(or $(GAME),camposanto) $(FILE:%=--file %) --jobs $(WORKERS) $(ARGS)

leaks: $(VENV)/.dev ## compare PAIRS pairs of worlds that differ in hidden facts only, of GAME or of each, on every channel
	$(SAY) 'leaks: $(PAIRS) pairs$(if $(GAME), of $(GAME))'
	@$(BIN)/python tests/leaks.py $(if $(GAME),--game $(GAME)) --pairs $(PAIRS) $(ARGS)

lint: $(VENV)/.dev ## style, format and types: ruff and mypy
	$(SAY) 'lint: ruff check, ruff format --check, mypy'
	@$(BIN)/ruff check --quiet $(CODE)
	@$(BIN)/ruff format --check $(CODE) || { echo 'Not formatted as agreed: run $(BIN)/ruff format $(CODE)'; exit 1; }
	@$(BIN)/mypy --no-error-summary $(CODE)

fuzz: $(VENV)/.dev ## play GAMES random games to the end, of GAME or of each, and check the invariants
	$(SAY) 'fuzz: $(GAMES) random games of $(or $(GAME),each game)'
	@$(BIN)/python tests/fuzz.py $(if $(GAME),--game $(GAME)) --games $(GAMES) $(ARGS)

fuzz-socket: $(VENV)/.dev ## send a server bad messages for SECONDS while an honest game goes on
	$(SAY) 'fuzz-socket: $(SECONDS) seconds'
	@$(BIN)/python -m tests.server.socketfuzz --seconds $(SECONDS) $(ARGS)

bench: $(VENV)/.dev ## measure the speed of the engine, plain and compiled, against yardsticks of the same run (ARGS=custoza: of one game)
	$(SAY) 'bench: plain Python'
	@QUADRILATERO_BUILD=python $(BIN)/python bench/bench.py $(ARGS)
	$(SAY) 'bench: compiled'
	@$(COMPILED) $(BIN)/python bench/bench.py $(ARGS)
	$(if $(ARGS),,@$(MAKE) --no-print-directory bench-table)

bench-against: $(VENV)/.dev ## measure the engine in turn with another checkout, plain Python (OTHER=../before, set up there)
	$(SAY) 'bench-against: three minutes'
	@QUADRILATERO_BUILD=python $(BIN)/python bench/against.py $(OTHER) $(ARGS)

bench-table: $(VENV)/.dev ## measure the geometry of the free table, plain and compiled, beside shapely
	$(SAY) 'bench-table: plain Python'
	@QUADRILATERO_BUILD=python $(BIN)/python bench/table.py
	$(SAY) 'bench-table: compiled'
	@$(COMPILED) $(BIN)/python bench/table.py

bench-server: $(VENV)/.dev ## measure the server: answers a second, latency, memory (ARGS="--json")
	$(SAY) 'bench-server: about a minute and a half'
	@$(COMPILED) $(BIN)/python bench/server.py $(ARGS)

bench-lab: $(VENV)/.dev ## measure how the laboratory scales with processes
	$(SAY) 'bench-lab'
	@$(BIN)/python bench/lab.py $(ARGS)

bench-long: $(VENV)/.dev ## measure a game of ten thousand answers: load, first message, film, take-back, cost at the end
	$(SAY) 'bench-long: about a minute'
	@$(BIN)/python -m bench.long $(ARGS)

fit-orders: $(VENV)/.dev ## fit what maresciallo expects of order points to games anew (ARGS="--games 300 --seed 1")
	$(SAY) 'fit-orders: about ten minutes on two cores'
	@$(BIN)/python bench/fit_orders.py $(ARGS)

# ------------------------------------------------------------------ requirements

# dev.txt is resolved first and holds everything; the others are parts of it and so agree with it.
LOCK = $(PIP) compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--custom-compile-command 'make lock' $(if $(UPGRADE),--upgrade)

lock: $(VENV)/.bootstrap ## pin the requirements anew with hashes (UPGRADE=1: newest versions)
	$(SAY) 'lock: requirements/dev.txt, runtime.txt, bootstrap.txt, web.txt$(if $(UPGRADE), with upgrades)'
	@$(LOCK) pyproject.toml --group dev -o requirements/dev.txt >/dev/null
	@$(LOCK) pyproject.toml -c requirements/dev.txt -o requirements/runtime.txt >/dev/null
	@$(LOCK) --group bootstrap -c requirements/dev.txt -o requirements/bootstrap.txt >/dev/null
	@$(LOCK) --group web -c requirements/dev.txt -o requirements/web.txt >/dev/null

clean:          ## remove .venv, caches and everything built
	$(SAY) 'clean: .venv, caches, build results'
	@rm -rf $(VENV) .cache dist build reports web/node_modules web/dist src/quadrilatero/static src/quadrilatero/_compiled bench/out .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage htmlcov
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# ------------------------------------------------------------------ .venv and its stamps

# An environment that was copied here from elsewhere, or has lost its Python, is made anew.
HOME_OF_VENV := $(shell [ -x $(BIN)/python ] && cat $(VENV)/.home 2>/dev/null)
ifneq ($(HOME_OF_VENV),$(CURDIR))
$(VENV)/.bootstrap: FORCE
endif

NEED_PYTHON = No Python 3.11 or newer was found.|Install one (Debian, Ubuntu: apt install python3 python3-venv; Fedora: dnf install python3.11; macOS: brew install python)|or name one you have: make PYTHON=path/to/python3.11 ...
NEED_VENV   = It is too bare to make a virtual environment: its modules venv and ensurepip are missing.|Debian, Ubuntu: apt install python3-venv (or python3.11-venv, with its own version number).|Or name another: make PYTHON=path/to/python3.11 ...

$(VENV)/.bootstrap: requirements/bootstrap.txt
	$(SAY) 'setup: virtual environment in $(VENV)'
	@if [ "$$(cat $(VENV)/.home 2>/dev/null)" != '$(CURDIR)' ] || ! $(BIN)/python -c '' 2>/dev/null; then \
		bare=; python=; \
		for p in $(or $(PYTHON),python3 python3.14 python3.13 python3.12 python3.11 python); do \
			"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
			"$$p" -c 'import venv, ensurepip' 2>/dev/null || { bare="$${bare:-$$p}"; continue; }; \
			python="$$p"; break; \
		done; \
		if [ -z "$$python" ]; then \
			if [ -n "$$bare" ]; then echo "Found $$bare." >&2; echo '$(NEED_VENV)' | tr '|' '\n' >&2; \
			else echo '$(NEED_PYTHON)' | tr '|' '\n' >&2; fi; \
			exit 1; \
		fi; \
		"$$python" -m venv --clear $(VENV); \
	fi
	@$(BIN)/python -m pip install -qq --require-hashes --only-binary :all: -r requirements/bootstrap.txt
	@printf '%s\n' '$(CURDIR)' > $(VENV)/.home
	@touch $@

# The client is built by `make web`, not while installing.
INSTALL_PROJECT = QUADRI_WEB=skip $(PIP) install --python $(BIN)/python --no-deps --no-build-isolation --offline -e .

# Adds and never removes, so that playing does not undo what developing has installed.
$(VENV)/.runtime: $(VENV)/.bootstrap requirements/runtime.txt pyproject.toml
	$(SAY) 'setup: what playing needs'
	@$(PIP) install --python $(BIN)/python --require-hashes -r requirements/runtime.txt
	@$(INSTALL_PROJECT)
	@touch $@

$(VENV)/.dev: $(VENV)/.runtime requirements/dev.txt
	$(SAY) 'setup: what developing needs'
	@$(PIP) sync --python $(BIN)/python --require-hashes --no-build-isolation requirements/dev.txt
	@$(INSTALL_PROJECT)
	@touch $@

$(VENV)/.node: $(VENV)/.bootstrap requirements/web.txt
	$(SAY) 'setup: Node for the browser client'
	@$(PIP) install --python $(BIN)/python --require-hashes -r requirements/web.txt
	@touch $@

web/node_modules/.package-lock.json: $(VENV)/.node web/package-lock.json
	$(SAY) 'setup: packages of the browser client'
	@$(BIN)/python hatch_build.py npm ci --no-audit --no-fund --loglevel=error
	@touch $@
