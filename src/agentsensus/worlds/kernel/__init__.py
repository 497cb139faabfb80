"""Play one round: wake, view, decide, resolve, commit."""
