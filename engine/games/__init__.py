"""One folder per game: its evaluation, its facts, and its puzzles."""
