"""Events, from entries and pairings to standings and champions."""
