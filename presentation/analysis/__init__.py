"""Comments on moves: hints, their reasons, reviews, and tried lines."""
