"""Leaderboards, profiles and summaries in words and figures."""
