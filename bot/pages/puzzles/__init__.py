"""Pages of puzzles: private ones, and the cards of daily puzzles."""
