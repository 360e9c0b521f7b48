"""Commands and controls for learning a game."""
