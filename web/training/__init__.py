"""Pages of rules, lessons and puzzles."""
