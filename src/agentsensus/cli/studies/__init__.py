"""Commands that study runs: compare them, measure them, draw them, judge them."""
