"""Matches: playing, cards, offers, history, lists."""
