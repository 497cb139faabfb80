"""Importing this loads all that a first deposit loads, so that a process that is forked from here begins at once."""

from agentsensus import Memory

with Memory.open(embedder="hashing") as _memory:
    _memory.remember_many([("horatio", "Laertes left. Ophelia wept."), ("marcellus", "Laertes left for France.")])
