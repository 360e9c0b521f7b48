"""The pages of puzzles: one to solve in private, and the card of each day's."""
