"""What a match is in words and pictures: its players, turns, clocks, offers and result."""
