"""Draw how many rows merging saves, from recorded figures: python docs/pictures/savings.py.

The figures come from `agentsensus bench savings --world hamlet --json > bench/savings.json`.
"""

from pathlib import Path

from agentsensus.analysis.bench.plots import plot_savings
from agentsensus.analysis.bench.savings import Savings

HERE = Path(__file__).parent

if __name__ == "__main__":
    recorded = HERE.parent.parent / "bench" / "savings.json"
    plot_savings(Savings.model_validate_json(recorded.read_text("utf-8")), HERE / "savings.svg")
