"""Ratings, leaderboards, profiles and monthly summaries."""
