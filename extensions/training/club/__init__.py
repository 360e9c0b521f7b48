"""What lessons and puzzles decide: judging moves, choosing puzzles, rating tries."""
