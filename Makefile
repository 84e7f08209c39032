# The front door. `make` alone lists what there is; PORT, CAIRN_HOME and SAMPLE=0 are honoured.

.DEFAULT_GOAL := help
# Vulnerabilities that do not concern us, with the reason: --ignore-vuln ID # why
ACCEPTED :=

.PHONY: help up test lint audit e2e soak bench screenshots docs lock installed installed-dev

# Set but empty means not set.
ifeq ($(strip $(PORT)),)
unexport PORT
endif
ifeq ($(strip $(CAIRN_HOME)),)
unexport CAIRN_HOME
endif
ifeq ($(strip $(SAMPLE)),)
unexport SAMPLE
endif

VENV := .venv
RUN := $(VENV)/bin/python
PIP := $(RUN) -m pip --disable-pip-version-check --no-input
TORCH := torch==2.13.0
# On Linux the default torch brings gigabytes of CUDA; this index has the one for CPUs.
TORCH_INDEX ?= https://download.pytorch.org/whl/cpu
# Linters must neither need nor find a running server.
ALONE := env -u DATABASE_URL -u REDIS_URL CAIRN_HOME=build/nowhere CAIRN_DATABASE_POOL=0 \
	CAIRN_SECRET_KEY=used-by-make-lint-alone-0123456789-abcdefghijklmnopqrstuvwxyz
WORKERS ?= 2
# The tests run beside each other already: a second thread of a small multiplication only spins.
ONE_THREAD := env OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

up: installed ## start everything on this machine, in the foreground, until Ctrl-C
	@exec $(RUN) manage.py up

test: installed-dev ## the whole suite, on a Postgres and a Valkey of its own
	@$(ONE_THREAD) $(RUN) -m pytest -n $(WORKERS) --dist loadscope

lint: installed-dev ## style, types, layers, templates, migrations, deployment checks
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy memory/
	$(VENV)/bin/lint-imports
	@find . -name '*.html' -path '*/templates/*' -not -path './$(VENV)/*' -exec $(VENV)/bin/djade --check --target-version 5.2 {} +
	$(ALONE) $(RUN) -W ignore::RuntimeWarning manage.py makemigrations --check --dry-run
	$(ALONE) $(RUN) manage.py check --deploy --fail-level WARNING

audit: installed-dev ## known vulnerabilities of what the server is made of, where their list can be asked
	@mkdir -p build && rm -f build/audit.json
	@$(RUN) -m pip_audit -r requirements.lock --no-deps --disable-pip --progress-spinner off $(ACCEPTED) \
		-f json -o build/audit.json 2>build/audit.log; status=$$?; \
		[ -s build/audit.json ] || { echo "Nobody could be asked: see build/audit.log"; exit 0; }; \
		tail -n 1 build/audit.log; $(RUN) -c "$$COUNT_AUDITED"; exit $$status

define COUNT_AUDITED
import json
found = json.load(open("build/audit.json"))["dependencies"]
print(sum("vulns" in one for one in found), "of", len(found), "packages are known to the list that was asked.")
endef
export COUNT_AUDITED

e2e: installed-dev ## a real browser, the real Claude Code client, and processes killed under a little load
	@$(RUN) -m pytest -m e2e

soak: installed-dev ## processes killed, disks full, networks silent, under 10,000 events a story; a restore searched
	@$(RUN) -m pytest -m soak tests/journeys tests/worker

bench: installed-dev ## the measurements: a table here, JSON in build/bench.json
	@mkdir -p build
	@$(RUN) -m pytest -m bench -s

screenshots: installed-dev ## every page with the sample project, into docs/screenshots
	@$(RUN) -m pytest -m e2e tests/browser/screenshots.py

docs: installed-dev ## the documentation as a site, into build/docs
	@$(ALONE) NO_MKDOCS_2_WARNING=1 $(RUN) -m mkdocs build --quiet --strict

lock: ## resolve requirements*.in into the lock files (needs uv)
	@command -v uv >/dev/null || { echo "make lock needs uv: https://docs.astral.sh/uv"; exit 1; }
	@mkdir -p build
	@for name in requirements requirements-dev; do \
		uv pip compile $$name.in --quiet --universal --python-version 3.11 --no-header --no-annotate \
			--no-emit-index-url --no-emit-find-links --output-file build/$$name.lock || exit 1; \
		{ echo "# Resolved from $$name.in by \`make lock\`; torch goes in first, alone (see Makefile)."; \
		  grep -v -E '^(nvidia|cuda|triton)[-_a-z0-9]*==' build/$$name.lock | sed -E 's/^(torch==[0-9.]+)\+cpu/\1/'; \
		} > $$name.lock; \
	done

# A copy of the lock file in the virtual environment says what is installed, so that later runs start at once.
installed:
	@cmp -s requirements.lock $(VENV)/installed.lock && $(RUN) -c '' 2>/dev/null \
		|| $(MAKE) --no-print-directory install-requirements

installed-dev:
	@cmp -s requirements-dev.lock $(VENV)/installed-dev.lock && $(RUN) -c '' 2>/dev/null \
		|| $(MAKE) --no-print-directory install-requirements-dev

.PHONY: venv newer-pip torch libraries install-requirements install-requirements-dev

install-requirements:
	@$(MAKE) --no-print-directory -j 3 torch libraries LOCK=requirements.lock
	@cp requirements.lock $(VENV)/installed.lock

install-requirements-dev:
	@$(MAKE) --no-print-directory -j 3 torch libraries LOCK=requirements-dev.lock
	@cp requirements.lock $(VENV)/installed.lock
	@cp requirements-dev.lock $(VENV)/installed-dev.lock

# Beside torch, for pip keeps one core busy: most of its time goes into choosing and compiling. A lock file names all
# that is needed, so nothing is left to resolve. Of the largest packages little is ever used: Python compiles that then.
LARGE := sympy|transformers|scipy|scikit-learn|networkx|onnx|sentence-transformers
libraries: newer-pip
	@echo "Installing the packages of $(LOCK), which takes about a minute."
	@grep -v -i -E '^(torch|$(LARGE))==' $(LOCK) > $(VENV)/small.lock
	@grep -i -E '^($(LARGE))==' $(LOCK) > $(VENV)/large.lock
	@$(PIP) install -qq --no-deps --no-compile -r $(VENV)/large.lock & large=$$!; \
		$(PIP) install -qq --no-deps -r $(VENV)/small.lock && wait $$large

# The pip that comes with older Pythons takes twice the time to choose; where there is no newer one, it does too.
newer-pip: venv
	@$(PIP) install -qq --retries 0 'pip>=24' 2>/dev/null || true

# Alone: from a folder of wheels that pip is configured with, else as above, else from where pip looks.
torch: newer-pip
	@$(PIP) show --quiet torch 2>/dev/null && $(RUN) -c 'import sys; from importlib.metadata import version; \
			sys.exit(version("torch").split("+")[0] != "$(TORCH)".split("==")[1])' \
		|| { echo "Installing $(TORCH)."; \
			$(PIP) install --quiet --no-compile --no-index --no-deps $(TORCH) 2>/dev/null \
			|| { [ "$$(uname -s)" = Linux ] \
				&& $(PIP) install --quiet --no-compile --retries 1 --no-deps --index-url $(TORCH_INDEX) $(TORCH); } \
			|| $(PIP) install --quiet --no-compile --no-deps $(TORCH); }

venv:
	@if ! $(RUN) -m pip --version >/dev/null 2>&1; then \
		for python in python3 python3.13 python3.12 python3.11 python3.14; do \
			if $$python -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' 2>/dev/null; \
			then found=$$python; break; fi; \
		done; \
		if [ -z "$$found" ]; then echo "Cairn needs Python 3.11 to 3.14, and no python3 here is one."; exit 1; fi; \
		$$found -m venv --clear $(VENV) >/dev/null || { rm -rf $(VENV); \
			echo "$$found cannot make a virtual environment; on Debian: apt install python3-venv"; exit 1; }; \
	fi
