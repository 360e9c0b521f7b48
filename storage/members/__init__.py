"""People: membership, preferences, vacations, blocks and signing in."""
