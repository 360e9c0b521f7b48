"""Pages of leaderboards and players."""
