"""Repeatable measurements of merging, storage, speed and robustness."""
