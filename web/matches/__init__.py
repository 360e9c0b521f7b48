"""Pages of matches, and the board to play on."""
