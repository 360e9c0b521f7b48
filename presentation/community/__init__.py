"""Leaderboards, profiles, monthly summaries, privacy and the audit log in words and pictures."""
