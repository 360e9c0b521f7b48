"""Agreements between players during a match: draws, take-backs and pauses."""
