# The two commands of the README are `make demo` and `make test`. Each sets up what it needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
KERNELS := setup.py $(wildcard src/dnar/compile/bundled_kernels/*.c src/dnar/compile/kernel/*.c)
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --constraint constraints.txt

.PHONY: demo test test-slow reproduce lint types networkx-tests docs dist bench clean

demo: $(VENV)/.base
	$(BIN)/dnar demo

test: lint types
	$(BIN)/pytest -n 2 --dist loadfile

test-slow: $(VENV)/.dev
	$(BIN)/pytest -n 2 -m slow

reproduce: $(VENV)/.dev
	$(BIN)/dnar reproduce all --profile quick

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev
	$(BIN)/pyright

networkx-tests: $(VENV)/.dev
	NETWORKX_TEST_BACKEND=dnar NETWORKX_FALLBACK_TO_NX=True \
		$(BIN)/pytest -q -n 2 -c /dev/null -p no:cacheprovider --pyargs networkx

docs: $(VENV)/.dev
	$(BIN)/python -m tools.site_pages
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

dist: $(VENV)/.dev
	rm -rf dist
	$(BIN)/python -m build

bench: $(VENV)/.dev
	$(BIN)/python -m benchmarks

$(VENV)/.base: pyproject.toml constraints.txt $(KERNELS)
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) --editable '.[train]'
	touch $@

$(VENV)/.dev: pyproject.toml constraints.txt $(KERNELS)
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) --editable '.[dev]'
	touch $@ $(VENV)/.base

clean:
	rm -rf $(VENV) build *.egg-info src/*.egg-info .pytest_cache .ruff_cache .hypothesis
