"""Importing this module loads everything that the first write loads, so that forked processes write at once."""

from agentsensus import Memory

with Memory.open(embedder="hashing") as _memory:
    _memory.remember_many([("horatio", "Laertes left. Ophelia wept."), ("marcellus", "Laertes left for France.")])
