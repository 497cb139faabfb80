"""The campaign behind docs/reliability.md: `make prove`. Seeded and bounded; the same seed tries the same things."""
