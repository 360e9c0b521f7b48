"""Leaderboards and charts as pictures and as texts."""
