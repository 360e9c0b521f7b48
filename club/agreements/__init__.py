"""What players agree on during a match: draws, take-backs and pauses."""
