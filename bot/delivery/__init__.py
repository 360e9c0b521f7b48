"""Posts of the bot: boards, direct messages, leaderboards, summaries."""
