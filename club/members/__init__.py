"""People: membership, preferences, vacations, blocks, stored data and signing in."""
