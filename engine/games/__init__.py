"""One folder per game: its search with an evaluation, and its facts."""
