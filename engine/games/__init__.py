"""A folder a game: what its search has to know, what can be said for moves, and its puzzles."""
