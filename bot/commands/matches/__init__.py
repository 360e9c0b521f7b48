"""Commands and controls of matches, and of looking for opponents."""
