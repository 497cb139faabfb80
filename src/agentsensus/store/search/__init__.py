"""Vector search: exact scores, with indexes that rule rows out quickly."""
