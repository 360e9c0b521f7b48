"""Leaderboards, profiles and summaries."""
