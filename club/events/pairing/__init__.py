"""Who meets whom in a round, and on which seats."""
