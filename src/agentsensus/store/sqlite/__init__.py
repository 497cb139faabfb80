"""A store in one SQLite file."""

from agentsensus.store.sqlite.connection import APPLICATION_ID, MEMORY, spaces_of
from agentsensus.store.sqlite.store import SqliteStore
from agentsensus.store.sqlite.verify import problems_of

__all__ = ["APPLICATION_ID", "MEMORY", "SqliteStore", "problems_of", "spaces_of"]
