"""Computer opponents: search over the rules core, with one folder per game."""
