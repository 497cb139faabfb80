"""Operations on a whole memory: copies, export and import, purge, added names, another embedder."""

from agentsensus.memory.upkeep.copies import (
    add_names,
    backup,
    delete_space,
    export,
    fork,
    fork_space,
    import_,
    reembed,
    sha256,
    spaces,
)
from agentsensus.memory.upkeep.purging import expire, purge

__all__ = [
    "add_names",
    "backup",
    "delete_space",
    "expire",
    "export",
    "fork",
    "fork_space",
    "import_",
    "purge",
    "reembed",
    "sha256",
    "spaces",
]
