"""What members of a server read beside their matches: leaderboards, profiles, summaries, audits."""
