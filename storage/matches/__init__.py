"""Matches, everything about them, and the outbox."""
