"""Computer opponents: moves, hints, reviews and background work."""
