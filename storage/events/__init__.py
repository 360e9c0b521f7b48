"""Events: their terms, entrants, rounds, pairings and news."""
