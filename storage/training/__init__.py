"""Progress in lessons, puzzles and their ratings."""
