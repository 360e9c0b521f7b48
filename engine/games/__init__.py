"""What each game adds to the searches, one small module a game."""
