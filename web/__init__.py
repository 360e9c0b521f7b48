"""The web front: public pages of matches, events, players and rules, and boards for members."""
