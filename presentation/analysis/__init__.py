"""What is said of moves: hints, their reasons, reviews, and lines that someone tries."""
