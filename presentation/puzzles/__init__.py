"""Puzzles in words and pictures: the task, a try, its refutation, and the puzzle of the day."""
