"""Vector search: exact scores, and indexes that exclude most rows quickly."""
