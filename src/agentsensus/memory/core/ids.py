"""Names for texts and atoms that come out the same on every machine and in every run."""

import hashlib
import unicodedata

from agentsensus.store.rows import Header


def text_key(canonical: str) -> str:
    """The hash by which a text's vector is kept."""
    return hashlib.blake2b(_folded(canonical).encode("utf-8"), digest_size=16).hexdigest()


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())


def atom_id(header: Header, at: int, agent: str, count: int) -> str:
    """The id of an agent's `count`-th atom of a round. Without the key of the space it does not reveal the agent."""
    whole = "\x1f".join((str(header.seed), str(at), agent, str(count)))
    return hashlib.blake2b(whole.encode("utf-8"), digest_size=8, key=bytes.fromhex(header.id_key)).hexdigest()
