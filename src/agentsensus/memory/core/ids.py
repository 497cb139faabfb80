"""Ids of texts and atoms that are the same on every machine and in every run."""

import hashlib
import unicodedata

from agentsensus.store.rows import Header


def text_key(canonical: str) -> str:
    """Return the hash under which the vector of a text is stored."""
    return hashlib.blake2b(_folded(canonical).encode("utf-8"), digest_size=16).hexdigest()


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())


def atom_id(header: Header, at: int, agent: str, count: int) -> str:
    """Return the id of an agent's `count`-th atom in a round. Only with the key of the space could one guess
    the agent.
    """
    whole = "\x1f".join((str(header.seed), str(at), agent, str(count)))
    return hashlib.blake2b(whole.encode("utf-8"), digest_size=8, key=bytes.fromhex(header.id_key)).hexdigest()
