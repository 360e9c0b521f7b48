"""Finding the match that a member means."""
