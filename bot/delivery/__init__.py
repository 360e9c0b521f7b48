"""What the bot posts by itself: boards, direct messages, leaderboards, summaries."""
