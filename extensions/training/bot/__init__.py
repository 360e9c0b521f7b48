"""Lessons and puzzles on Discord: commands, controls, cards and settings."""
