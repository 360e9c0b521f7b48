"""Learning a game: lessons, progress and guided matches."""
