"""A store on a PostgreSQL server: many processes write at once, each commit under a lock of its space."""

from agentsensus.store.postgres.store import PostgresStore, delete_space, problems_on, spaces_on

__all__ = ["PostgresStore", "delete_space", "problems_on", "spaces_on"]
