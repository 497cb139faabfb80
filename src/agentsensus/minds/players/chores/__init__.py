"""What a player does beside its deeds: keep memories, tend goals, and let trust and mood follow what happened."""
