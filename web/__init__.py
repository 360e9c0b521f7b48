"""The web front: pages of matches, events, players and rules, for everyone to read."""
