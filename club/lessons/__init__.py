"""Learning a game: its lessons, what is right in them, how far somebody is, and guided matches."""
