"""Matches, with their moves, offers, cards and followers."""
