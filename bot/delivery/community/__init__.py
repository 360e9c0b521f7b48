"""A server's greeting and regular posts: live leaderboard, monthly summary, daily puzzle."""
