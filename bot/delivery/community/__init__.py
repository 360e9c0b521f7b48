"""Regular posts of a server: live leaderboard, monthly summary, daily puzzle; and the greeting."""
