"""Puzzles: what people have made of them, how hard they are, and the puzzle of each day."""
